import { stripVTControlCharacters } from 'node:util'
import { readTestResults, type TestResult } from './test-results.ts'

/**
 * `node tools/src/count-tests.ts FOLDER`: each failed test with its message, then one line that counts
 * the tests of every report in the folder.
 */
const results = readTestResults(process.argv[2]!)
const isFailure = ({ outcome }: TestResult) => outcome === 'failed'

/** Repeats the failures with their messages, which are far above in the printed output. */
function tell(what: string, told: TestResult[]) {
  for (const { where, groups, title, failures } of told) {
    const words = stripVTControlCharacters(failures.join('\n')).replace(/\n +at .*node_modules.*/g, '')
    console.log(`\n${what}: ${[where, ...groups, title].join(' > ')}\n${words.slice(0, 8_000)}`)
  }
}

tell('Failed', results.filter(isFailure))
const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
const skipped = count('skipped')
console.log(`${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
