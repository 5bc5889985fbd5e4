import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as standIn from './no-schemas.ts'

// A missing function would fail only in the built applications, on the pages whose contract calls it.
test('the replacement for zod has every function that the contract calls', () => {
  const contract = resolve(import.meta.dirname, '../../contract/src')
  const asked = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.fixtures)\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(contract, file), 'utf8').matchAll(/\bz\.([a-z]\w*)\(/g)])
    .map(([, name]) => name!)
  expect(asked.length).toBeGreaterThan(500)
  expect([...new Set(asked)].filter((name) => !(name in standIn))).toEqual([])
})
