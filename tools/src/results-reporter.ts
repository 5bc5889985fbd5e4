import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { RunningFiles } from './running-files.ts'
import type { TestResult } from './test-results.ts'

/**
 * Writes the results of a run of vitest to the file that `TEST_RESULTS_FILE` names: an array of `TestResult`, without the run in `where`.
 * While it runs, says which files do (`running-files.ts`).
 */
export default class ResultsReporter implements Reporter {
  readonly #running = new RunningFiles()

  onTestModuleStart(module: TestModule) {
    this.#running.begin(module.relativeModuleId)
  }

  onTestModuleEnd(module: TestModule) {
    this.#running.end(module.relativeModuleId)
  }

  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]) {
    const results = [
      ...modules.flatMap(resultsOf),
      ...outside.map((error) => failureOutside('an error outside of every test', '', [error])),
    ]
    writeFileSync(process.env['TEST_RESULTS_FILE']!, JSON.stringify(results))
  }
}

function resultsOf(module: TestModule): TestResult[] {
  const where = module.relativeModuleId
  const tests = [...module.children.allTests()].map((test): TestResult => {
    const { state, errors } = test.result()
    const outcome = state === 'passed' || state === 'failed' ? state : 'skipped'
    return {
      title: test.name,
      groups: groupsOf(test),
      outcome,
      failures: (errors ?? []).map(wordsOf),
      where,
    }
  })
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  return [
    // A file that could not even be read, or a group whose beginning failed, has no tests to fail.
    ...(module.errors().length > 0 ? [failureOutside('the whole file', where, module.errors())] : []),
    ...suites.map((suite) => failureOutside(suite.fullName, where, suite.errors())),
    ...tests,
  ]
}

const failureOutside = (title: string, where: string, errors: readonly SerializedError[]): TestResult => ({
  title,
  groups: [],
  outcome: 'failed',
  failures: errors.map(wordsOf),
  where,
})

/** Names of the groups that it stands in, the outermost first. */
function groupsOf({ parent }: TestCase | TestSuite): string[] {
  return parent.type === 'suite' ? [...groupsOf(parent), parent.name] : []
}

/** With what caused it: that its time ran out is told there, of a poll. The stack of what a browser's driver says has other words. */
function wordsOf({ stack = '', message, cause }: SerializedError): string {
  const words = stack.includes(message) ? [stack] : [message, stack]
  return [...words, ...(cause ? [`Caused by: ${(cause as SerializedError).message}`] : [])].join('\n')
}
