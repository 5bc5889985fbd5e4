import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as standIn from './no-schemas.ts'

// A name that it lacks is undefined in the built applications only: the page whose contract asks for it cannot be opened.
test('what stands for zod has every name that the contract asks for', () => {
  const contract = resolve(import.meta.dirname, '../../contract/src')
  const asked = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.fixtures)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(contract, file), 'utf8').matchAll(/\bz\.([a-z]\w*)\(/g)])
    .map(([, name]) => name!)
  expect(asked.length).toBeGreaterThan(500)
  expect([...new Set(asked)].filter((name) => !(name in standIn))).toEqual([])
})
