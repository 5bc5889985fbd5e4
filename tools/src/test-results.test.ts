import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTestResults } from './test-results.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'dictara-results-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const told = () =>
  readTestResults(folder).map(({ where, title, groups, outcome, failures }) =>
    [where, ...groups, title, outcome, ...failures.map((words) => words.split('\n    at ')[0])].join(' / '),
  )

test('the results of playwright are read, and errors outside tests count as failures', () => {
  const spec = (title: string, status: string, ...errors: string[]) => ({
    title,
    file: 'j.ts',
    tests: [{ status, results: [{ errors: errors.map((message) => ({ message })) }, { errors: [] }] }],
  })
  const suites = [
    {
      title: 'j.ts',
      specs: [spec('signs in', 'expected')],
      suites: [
        {
          title: 'the full way',
          specs: [spec('records', 'unexpected', 'no sound')],
        },
      ],
    },
  ]
  writeFileSync(join(folder, 'journeys.json'), JSON.stringify({ suites, errors: [{ message: 'no server' }] }))
  expect(told()).toEqual([
    'journeys j.ts / signs in / passed',
    'journeys j.ts / the full way / records / failed / no sound',
    'journeys  / no server / failed',
  ])
})

test('the content of the page is read with the failure of a journey', () => {
  const path = join(folder, 'error-context.txt')
  writeFileSync(path, '# Error details\n\n```yaml\n- heading "Jobs"\n- alert: No answer\n```\n\n# Test source\n')
  const results = [
    { errors: [{ message: 'no card' }], attachments: [{ name: 'trace' }, { name: 'error-context', path }] },
  ]
  const specs = [{ title: 'a card', file: 'j.ts', tests: [{ status: 'unexpected', results }] }]
  writeFileSync(join(folder, 'journeys.json'), JSON.stringify({ suites: [{ title: 'j.ts', specs }] }))
  expect(readTestResults(folder)[0]!.failures).toEqual([
    'no card',
    'The page showed:\n- heading "Jobs"\n- alert: No answer',
  ])
})

test('the results of vitest are read with the causes of failures, and errors outside tests count as failures', () => {
  // The folder must be within the repository, so that vitest can be resolved.
  mkdirSync(join(root, '.cache'), { recursive: true })
  const tests = mkdtempSync(join(root, '.cache/tests-'))
  try {
    mkdirSync(join(tests, 'src'))
    const write = (name: string, ...lines: string[]) => writeFileSync(join(tests, 'src', name), lines.join('\n'))
    write(
      'a.test.ts',
      "import { beforeAll, describe, expect, test } from 'vitest'",
      "describe('a group', () => void test('works', () => {}))",
      "test('breaks', () => { throw new Error('1 is not 2') })",
      "test.skip('waits', () => {})",
      "test('never comes', () => expect.poll(() => 1, { timeout: 20 }).toBe(2))",
      "describe('cannot begin', () => { beforeAll(() => { throw new Error('no room') }); test('stands', () => {}) })",
    )
    write('b.test.ts', "throw new Error('no such thing')")
    const { stderr } = spawnSync(
      'vitest',
      ['run', '--root', tests, '--reporter', join(root, 'tools/src/results-reporter.ts')],
      { cwd: root, env: { ...process.env, TEST_RESULTS_FILE: join(folder, 'unit.json') }, encoding: 'utf8' },
    )
    expect(told(), stderr).toEqual([
      'unit src/a.test.ts / cannot begin / failed / Error: no room',
      'unit src/a.test.ts / a group / works / passed',
      'unit src/a.test.ts / breaks / failed / Error: 1 is not 2',
      'unit src/a.test.ts / waits / skipped',
      'unit src/a.test.ts / never comes / failed / Error: expected 1 to be 2 // Object.is equality',
      'unit src/a.test.ts / cannot begin / stands / skipped',
      'unit src/b.test.ts / the whole file / failed / Error: no such thing',
    ])
    const late = readTestResults(folder).find(({ title }) => title === 'never comes')!
    expect(late.failures[0]).toMatch(/\nCaused by: Matcher did not succeed in time\.$/)
  } finally {
    rmSync(tests, { recursive: true })
  }
}, 60_000)
