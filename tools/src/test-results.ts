import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TestResult {
  title: string
  /** Titles of the enclosing groups. */
  groups: string[]
  outcome: 'passed' | 'failed' | 'skipped'
  /** The failures; empty when the test passed. */
  failures: string[]
  /** Run (`server`, `journeys`) and file. */
  where: string
}

interface Attachment {
  name: string
  path?: string
  /** Base64 */
  body?: string
}
interface PlaywrightSuite {
  title: string
  file?: string
  specs?: {
    title: string
    file: string
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      results: { errors: { message?: string }[]; attachments?: Attachment[] }[]
    }[]
  }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors?: { message?: string }[]
}

/** Reads the reports of ./test from a folder, one file per run of vitest (`results-reporter.ts`) or playwright. */
export const readTestResults = (folder: string): TestResult[] =>
  globSync('*.json', { cwd: folder })
    .toSorted()
    .flatMap((name) => {
      const report = JSON.parse(readFileSync(join(folder, name), 'utf8')) as TestResult[] | PlaywrightReport
      const results = 'suites' in report ? fromPlaywright(report) : report
      return results.map((result) => ({ ...result, where: `${name.replace('.json', '')} ${result.where}` }))
    })

/** The content of pages when a journey failed: of all pages (e2e/src/shared.ts), or from the YAML part of Playwright's file. */
function pageShownAt({ name, path, body }: Attachment): string[] {
  if (name === 'pages' && body) return [`The pages showed:\n${Buffer.from(body, 'base64').toString()}`]
  if (name !== 'error-context' || !path || !existsSync(path)) return []
  const [, shown] = /```yaml\n(.*?)\n```/s.exec(readFileSync(path, 'utf8')) ?? []
  return shown ? [`The page showed:\n${shown}`] : []
}

function fromPlaywright(report: PlaywrightReport): TestResult[] {
  const below = (suite: PlaywrightSuite, groups: string[]): TestResult[] => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test): TestResult => {
        const outcome = test.status === 'skipped' ? 'skipped' : test.status === 'unexpected' ? 'failed' : 'passed'
        const failures = test.results.flatMap(({ errors, attachments = [] }) => [
          ...errors.map(({ message }) => message ?? ''),
          ...attachments.flatMap(pageShownAt),
        ])
        return { title: spec.title, groups, outcome, failures, where: spec.file }
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
    }),
  )
  return [...report.suites.flatMap((file) => below(file, [])), ...outside]
}
