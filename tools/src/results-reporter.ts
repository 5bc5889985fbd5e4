import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { RunningFiles } from './running-files.ts'
import type { TestResult } from './test-results.ts'

/**
 * Writes the results of a vitest run to the file `TEST_RESULTS_FILE`, as an array of `TestResult` without the run in `where`. During
 * the run it lists the running files (`running-files.ts`).
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
    // A file that cannot be loaded, or a group whose setup fails, has no failed test of its own.
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

/** The titles of the enclosing groups, outermost first. */
function groupsOf({ parent }: TestCase | TestSuite): string[] {
  return parent.type === 'suite' ? [...groupsOf(parent), parent.name] : []
}

/** Includes the cause, which says for a poll that its time ran out. Stacks of a browser's driver may lack the message. */
function wordsOf({ stack = '', message, cause }: SerializedError): string {
  const words = stack.includes(message) ? [stack] : [message, stack]
  return [...words, ...(cause ? [`Caused by: ${(cause as SerializedError).message}`] : [])].join('\n')
}
