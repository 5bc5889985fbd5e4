import { expect, it } from 'vitest'
import { coverageOf, idsIn } from './coverage-requirements.ts'
import { readChecklist, readRequirements, readTrials } from './requirements.ts'
import type { TestResult } from './test-results.ts'

const requirements = ['JOBS-01', 'JOBS-02', 'JOBS-03', 'JOBS-04'].map((id) => ({
  id,
  text: 'a text',
  isInformative: false,
}))
// Composed at run time, so that this file contains no title with ids.
const title = (...ids: string[]) => `a sentence [${ids.join(', ')}]`
const result = (text: string, outcome: TestResult['outcome'] = 'passed', groups: string[] = []): TestResult => ({
  title: text,
  groups,
  outcome,
  failures: [],
  where: 'unit a.test.ts',
})

it('ids are read from square brackets, alone, in a list or side by side; other brackets are ignored', () => {
  expect(idsIn('x [JOBS-01]')).toEqual(['JOBS-01'])
  expect(idsIn('x [JOBS-01, K2P-2]')).toEqual(['JOBS-01', 'K2P-2'])
  expect(idsIn('x [JOBS-01] [JOBS-02]')).toEqual(['JOBS-01', 'JOBS-02'])
  expect(idsIn('x [JOBS-01, Q040, S26]')).toEqual(['JOBS-01'])
  expect(idsIn('x [a note] [1] JOBS-01')).toEqual([])
})

it('an id is proven only by a passing test, and only while none of its tests fails', () => {
  const results = [
    result(title('JOBS-01')),
    result(title('JOBS-02'), 'failed'),
    result(title('JOBS-03')),
    result(title('JOBS-03'), 'failed'),
    result(title('JOBS-04'), 'skipped'),
  ]
  expect(coverageOf(requirements, results)).toEqual({ proven: new Set(['JOBS-01']), complaints: [] })
})

it('a fourth id, an unknown id and ids on a whole group are reported', () => {
  const results = [
    result(title('JOBS-01', 'JOBS-02', 'JOBS-03', 'JOBS-04')),
    result(title('JOBS-99')),
    result('a sentence', 'passed', [title('JOBS-01')]),
  ]
  expect(coverageOf(requirements, results).complaints).toEqual([
    expect.stringContaining('names 4 ids'),
    expect.stringContaining('names JOBS-99, which is no requirement'),
    expect.stringContaining('names ids; they belong into its tests'),
  ])
})

it('the checklist is read row by row, including bars inside its cells', () => {
  const markdown =
    '| ID | requirement | source |\n|---|---|---|\n| A-1 | "x \\| y" | 000 §1 |\nprose\n| K2P-02 | z | 001 §2 |'
  expect(readChecklist(markdown)).toEqual([
    { id: 'A-1', text: '"x | y"' },
    { id: 'K2P-02', text: 'z' },
  ])
  const copied = readRequirements()
  expect(copied).toHaveLength(1010)
  expect(new Set(copied.map(({ id }) => id)).size).toBe(1010)
})

it('each of the 112 trials has a row', () => {
  expect(readTrials().map(({ id }) => id)).toEqual(
    Array.from({ length: 112 }, (_, index) => `QA-${String(index + 1).padStart(2, '0')}`),
  )
})
