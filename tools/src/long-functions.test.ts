import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dictara-long-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Returns what the lint of the repository says about a file with a function of this many lines. */
function lint(path: string, lines: number): Promise<string> {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `export function long() {\n${'  go()\n'.repeat(lines - 2)}}\n`)
  const oxlint = join(repository, 'node_modules/.bin/oxlint')
  return new Promise((done) => {
    execFile(oxlint, ['-c', join(repository, '.oxlintrc.json'), file], (_, told) => done(told))
  })
}

it('the lint refuses a function of more than 120 lines in the product, but not in tests', async () => {
  expect(await lint('recorder/src/a.ts', 120)).toContain('0 errors')
  expect(await lint('recorder/src/a.ts', 121)).toContain('function `long` has too many lines (121)')
  expect(await lint('recorder/src/a.test.ts', 500)).toContain('0 errors')
  expect(await lint('recorder/src/testing/a.ts', 500)).toContain('0 errors')
})
