import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { motionMs, sizes } from '../../browser/src/tokens.ts'
import { tokenSheet } from './tokens.ts'

test('the style sheet of sizes matches the size table', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../../browser/src/tokens.css'), 'utf8')
  expect(sheet).toBe(tokenSheet())
})

test('distances are multiples of 8 pixels, lines are whole pixels, and no motion lasts longer than 150 ms', () => {
  for (const [name, pixels] of Object.entries(sizes))
    if (/^space\d?$/.test(name)) expect(pixels % 8, name).toBe(0)
    else expect(Number.isInteger(pixels), name).toBe(true)
  expect(motionMs).toBeLessThanOrEqual(150)
})
