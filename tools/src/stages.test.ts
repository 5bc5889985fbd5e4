import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stages } from '../../browser/src/stages.ts'

test('docs/using describes every stage of a job in the words shown on screens', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/using/stages.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (?!Stage)(.+) \| (.+) \|$/gm)].map(([, word, meaning]) => [word, meaning])
  expect(rows).toEqual(Object.values(stages).map(({ word, meaning }) => [word, meaning]))
})
