import { resolve } from 'node:path'
import { readRequirements, readTrials, type Requirement } from './requirements.ts'
import { readTestResults, type TestResult } from './test-results.ts'

const mostInATitle = 3

/** The requirement ids in a title: `… [JOBS-56]`, `… [JOBS-56, JOBS-57]`, `… [JOBS-56] [JOBS-57]`, without decisions (`Q040`). */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z][A-Z0-9]*-?\d+(?:[, ]+[A-Z][A-Z0-9]*-?\d+)*)\]/g)]
    .flatMap(([, list]) => list!.split(/[, ]+/))
    .filter((id) => id.includes('-'))
}

export interface Coverage {
  /** Ids with at least one passing test and no failing one. */
  proven: Set<string>
  /** Descriptions of faults in titles. */
  complaints: string[]
}

/** The requirements that the results prove. Only a test's own title counts, not that of its group. */
export function coverageOf(requirements: Requirement[], results: TestResult[]): Coverage {
  const known = new Set(requirements.map(({ id }) => id))
  const passed = new Set<string>()
  const failed = new Set<string>()
  const complaints = new Set<string>()
  for (const { title, groups, outcome, where } of results) {
    const ids = idsIn(title)
    const inWords = `“${title}” (${where})`
    if (ids.length > mostInATitle)
      complaints.add(`${inWords} names ${ids.length} ids; at most ${mostInATitle} belong into a title`)
    for (const id of ids) {
      if (!known.has(id)) complaints.add(`${inWords} names ${id}, which is no requirement`)
      if (outcome === 'passed') passed.add(id)
      if (outcome === 'failed') failed.add(id)
    }
    for (const group of groups)
      if (idsIn(group).length > 0)
        complaints.add(`the group “${group}” (${where}) names ids; they belong into its tests' titles`)
  }
  return { proven: new Set([...passed].filter((id) => known.has(id) && !failed.has(id))), complaints: [...complaints] }
}

/** The numbers of proven ids per area; for the requested areas also the texts of the missing ones. */
function describeCoverage(requirements: Requirement[], { proven }: Coverage, inFull: string[]): string[] {
  const areas = Map.groupBy(requirements, ({ id }) => id.split('-')[0]!)
  return [...areas].flatMap(([area, rows]) => {
    const testable = rows.filter(({ isInformative }) => !isInformative)
    const [done, open] = [testable.filter(({ id }) => proven.has(id)), testable.filter(({ id }) => !proven.has(id))]
    const numbers = (of: Requirement[]) => of.map(({ id }) => id.slice(area.length + 1)).join(' ') || 'none'
    return [
      `${area}: ${done.length} of ${testable.length} have a passing test`,
      `  with:    ${numbers(done)}`,
      `  without: ${numbers(open)}`,
      ...(inFull.includes(area) ? open.map(({ id, text }) => `    ${id} ${text}`) : []),
    ]
  })
}

if (import.meta.main) {
  const results = readTestResults(resolve(import.meta.dirname, '../../.cache/test-results'))
  if (results.length === 0) {
    console.error('There are no test results yet: run ./test first.')
    process.exit(1)
  }
  const requirements = readRequirements()
  const trials = readTrials()
  const coverage = coverageOf([...requirements, ...trials], results)
  for (const line of describeCoverage([...requirements, ...trials], coverage, process.argv.slice(2))) console.log(line)
  const testable = requirements.filter(({ isInformative }) => !isInformative).length
  const isProven = ({ id, isInformative }: Requirement) => !isInformative && coverage.proven.has(id)
  console.log(`All areas: ${requirements.filter(isProven).length} of ${testable} requirements have a passing test.`)
  console.log(
    `Things tried to lose, double or stop something: ${trials.filter(isProven).length} of ${trials.length} hold.`,
  )
  for (const complaint of coverage.complaints) console.error(`  ${complaint}`)
  if (coverage.complaints.length > 0) process.exitCode = 1
}
