/** What was filed within a class of turnaround: how many, and the seconds that they took together. */
export interface TurnaroundClass {
  jobs: number
  seconds: number
}

/**
 * The minutes within which this share of what was filed was done, between the two nearest as `percentile_cont` has it. Each job
 * counts with the mean of its class, which is a twelfth wide: to within a few in a hundred.
 * @param classes the quickest first
 * @returns null where nothing was filed
 */
export function turnaroundAt(share: number, classes: readonly TurnaroundClass[]): number | null {
  const filled = classes.filter(({ jobs }) => jobs > 0)
  const total = filled.reduce((sum, { jobs }) => sum + jobs, 0)
  if (total === 0) return null
  const secondsOf = (rank: number) => {
    let passed = 0
    const found = filled.find(({ jobs }) => (passed += jobs) > rank) ?? filled.at(-1)!
    return found.seconds / found.jobs
  }
  const at = share * (total - 1)
  const below = secondsOf(Math.floor(at))
  return (below + (secondsOf(Math.ceil(at)) - below) * (at % 1)) / 60
}
