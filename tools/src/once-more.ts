import { readTestResults, type TestResult } from './test-results.ts'

/** So many files at most: more of them are no accident of a busy machine. */
const filesMost = 12

/** What a wait says that came to its end: of a test, of an element, of a poll. */
const ranOut = /time(?:d )?-?out|time ran out|cannot find element with locator|waiting for|did not succeed in time/i

/** Files to run once more, by run: `server`, `web`, `journeys`. */
export type OnceMore = Map<string, string[]>

/**
 * What failed because time ran out on a machine that did three things at once is run once more while nothing else runs; file by
 * file, since its tests stand on each other: what fails behind a test whose time ran out may follow from it. Where something else
 * came out than should, nothing is tried again: a loss that is seen once is a loss.
 * @returns null when a failure is none of time, when there are too many, or none that a report tells
 */
export function onceMore(results: readonly TestResult[]): OnceMore | null {
  const files = Map.groupBy(
    results.filter(({ outcome }) => outcome === 'failed'),
    ({ where }) => where,
  )
  const firsts = [...files.values()].map(([first]) => first!)
  if (
    firsts.length === 0 ||
    firsts.length > filesMost ||
    !firsts.every(({ failures }) => failures.length > 0 && failures.every((one) => ranOut.test(one)))
  )
    return null
  const again: OnceMore = new Map()
  for (const where of files.keys()) {
    const [run, file] = where.split(' ') as [string, string]
    again.set(run, [...(again.get(run) ?? []), file])
  }
  return again
}

/** `node tools/src/once-more.ts FOLDER`: a line for each run, with its files; status 1 when nothing is to be tried again. */
if (import.meta.main) {
  const again = onceMore(readTestResults(process.argv[2]!))
  if (!again) process.exit(1)
  for (const [run, files] of again) console.log([run, ...files].join(' '))
}
