import { stripVTControlCharacters } from 'node:util'
import { longestFiles, readTestResults, type TestResult } from './test-results.ts'

/**
 * `node tools/src/count-tests.ts FOLDER`: what failed, and what passed at its second try only, each with its
 * words; then the longest files, and one line over every run whose report lies there.
 */
const results = readTestResults(process.argv[2]!)
const isSecondTry = ({ outcome, failures }: TestResult) => outcome === 'passed' && failures.length > 0
const isFailure = ({ outcome }: TestResult) => outcome === 'failed'

/** Names them with the words of what failed, which stand far above in what was printed. */
function tell(what: string, told: TestResult[]) {
  for (const { where, groups, title, failures } of told) {
    const words = stripVTControlCharacters(failures.join('\n')).replace(/\n +at .*node_modules.*/g, '')
    console.log(`\n${what}: ${[where, ...groups, title].join(' > ')}\n${words.slice(0, 4_000)}`)
  }
}

tell('Passed at the second try only', results.filter(isSecondTry))
tell('Failed', results.filter(isFailure))
const longest = longestFiles(results, 15).map(({ where, seconds }) => `${String(seconds).padStart(5)} s  ${where}`)
console.log(`\nThe files whose tests took the longest, waiting included:\n${longest.join('\n')}\n`)
const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
const skipped = count('skipped')
console.log(`${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
