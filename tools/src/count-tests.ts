import { readTestResults } from './test-results.ts'

/** `node tools/src/count-tests.ts FOLDER`: one line over every run whose report lies there. */
const results = readTestResults(process.argv[2]!)
const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
const skipped = count('skipped')
console.log(`${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
