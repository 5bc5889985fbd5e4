import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TestResult {
  title: string
  /** Titles of the groups it stands in. */
  groups: string[]
  outcome: 'passed' | 'failed' | 'skipped'
  /** What failed; of a test that passed: at its first try. Empty when nothing did. */
  failures: string[]
  /** Run (`server`, `journeys`) and file. */
  where: string
  /** How long its last try took, waiting included. */
  seconds: number
}

interface PlaywrightSuite {
  title: string
  file?: string
  specs?: {
    title: string
    file: string
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      results: { duration: number; errors: { message?: string }[] }[]
    }[]
  }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors?: { message?: string }[]
}

/**
 * The reports that ./test leaves in a folder: of vitest (`results-reporter.ts`) and of playwright, one file a run. What was
 * run once more (`web-again.json`) stands for what failed there before, whose words are kept.
 */
export function readTestResults(folder: string): TestResult[] {
  const read = (names: string[]) =>
    names.toSorted().flatMap((name) => {
      const report = JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestResult[] | PlaywrightReport
      const run = name.replace(/(-again)?\.json$/, '')
      const results = 'suites' in report ? fromPlaywright(report) : report
      return results.map((result) => ({ ...result, where: `${run} ${result.where}` }))
    })
  const names = globSync('*.json', { cwd: folder })
  const first = read(names.filter((name) => !name.endsWith('-again.json')))
  const again = read(names.filter((name) => name.endsWith('-again.json')))
  const keyOf = ({ where, groups, title }: TestResult) => JSON.stringify([where, groups, title])
  const failuresOf = new Map(first.map((result) => [keyOf(result), result.failures]))
  const files = new Set(again.map(({ where }) => where))
  return [
    ...first.filter(({ where }) => !files.has(where)),
    ...again.map((result) => ({ ...result, failures: [...(failuresOf.get(keyOf(result)) ?? []), ...result.failures] })),
  ]
}

/** The files whose tests took the longest, each with its seconds. */
export const longestFiles = (results: readonly TestResult[], count: number) =>
  [...Map.groupBy(results, ({ where }) => where)]
    .map(([where, tests]) => ({ where, seconds: Math.round(tests.reduce((sum, { seconds }) => sum + seconds, 0)) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)

function fromPlaywright(report: PlaywrightReport): TestResult[] {
  const below = (suite: PlaywrightSuite, groups: string[]): TestResult[] => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test): TestResult => {
        const outcome = test.status === 'skipped' ? 'skipped' : test.status === 'unexpected' ? 'failed' : 'passed'
        const failures = test.results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
        const seconds = (test.results.at(-1)?.duration ?? 0) / 1_000
        return { title: spec.title, groups, outcome, failures, where: spec.file, seconds }
      }),
    ),
    ...(suite.suites ?? []).flatMap((inner) => below(inner, [...groups, inner.title])),
  ]
  const outside = (report.errors ?? []).map(
    (error): TestResult => ({
      title: error.message ?? 'an error outside of every test',
      groups: [],
      outcome: 'failed',
      failures: [],
      where: '',
      seconds: 0,
    }),
  )
  return [...report.suites.flatMap((file) => below(file, [])), ...outside]
}
