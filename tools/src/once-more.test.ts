import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { onceMore } from './once-more.ts'
import { readTestResults, type TestResult } from './test-results.ts'

const failed = (where: string, ...failures: string[]): TestResult => ({
  title: 'something holds',
  groups: [],
  outcome: 'failed',
  failures,
  seconds: 1,
  where,
})

describe('what failed is run once more', () => {
  test.each([
    'Error: Test timed out in 60000ms.',
    'Error: Hook timed out in 120000ms.',
    'TimeoutError: locator.waitFor: Timeout 60000ms exceeded.',
    "VitestBrowserElementError: Cannot find element with locator: getByRole('button')",
    'expect(locator).toBeVisible() failed\nTimeout: 5000ms',
    'AssertionError: expected 503 to be 200\nCaused by: Matcher did not succeed in time.',
  ])('where time ran out: %s', (words) => {
    expect(onceMore([failed('web a.test.tsx', words), failed('journeys b.spec.ts', words)])).toEqual(
      new Map([
        ['web', ['a.test.tsx']],
        ['journeys', ['b.spec.ts']],
      ]),
    )
  })

  test('with what failed behind it in its file', () => {
    const results = [
      failed('server a.test.ts', 'Test timed out in 60000ms.'),
      failed('server a.test.ts', 'expected 429 to be 200'),
    ]
    expect(onceMore(results)).toEqual(new Map([['server', ['a.test.ts']]]))
  })

  test('never where something else came out', () => {
    const late = failed('web a.test.tsx', 'Test timed out in 90000ms.')
    expect(onceMore([late, failed('server b.test.ts', 'expected 1 to be 0')])).toBeNull()
    expect(
      onceMore([failed('server b.test.ts', 'expected 1 to be 0'), failed('server b.test.ts', 'timed out')]),
    ).toBeNull()
    expect(onceMore([failed('server b.test.ts')])).toBeNull()
  })

  test('never where more than a dozen files failed', () => {
    const many = Array.from({ length: 13 }, (_, at) => failed(`web ${at}.test.tsx`, 'timed out'))
    expect(onceMore(many)).toBeNull()
    expect(onceMore(many.slice(1))?.get('web')).toHaveLength(12)
  })

  test('never where no report says what failed', () => {
    expect(onceMore([])).toBeNull()
  })
})

test('what was run once more stands for its file, with the words of what failed before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-results-'))
  const report = (name: string, where: string, outcome: TestResult['outcome'], failures: string[]) =>
    writeFileSync(join(folder, name), JSON.stringify([{ title: 't', groups: [], outcome, failures, where }]))
  try {
    report('web.json', 'a.test.tsx', 'failed', ['timed out'])
    report('server.json', 'b.test.ts', 'passed', [])
    report('web-again.json', 'a.test.tsx', 'passed', [])
    expect(readTestResults(folder).map(({ where, outcome, failures }) => [where, outcome, failures])).toEqual([
      ['server b.test.ts', 'passed', []],
      ['web a.test.tsx', 'passed', ['timed out']],
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
