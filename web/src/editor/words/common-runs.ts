/** `length` equal entries, starting at `a` in one list and at `b` in the other. */
export interface CommonRun {
  a: number
  b: number
  length: number
}

/** With more differences than this, a part counts as entirely different: bounds the time, O(n + d²). */
const differencesMost = 4000

interface Box {
  a0: number
  a1: number
  b0: number
  b1: number
}

/**
 * A point on a shortest edit path through the box, found from both ends at once (Myers 1986, linear space): the middle
 * diagonal run, possibly empty. `undefined` if the lists differ too much.
 */
const middleRun = (a: readonly string[], b: readonly string[], { a0, a1, b0, b1 }: Box): CommonRun | undefined => {
  const n = a1 - a0
  const m = b1 - b0
  const delta = n - m
  const isOdd = delta % 2 !== 0
  const most = Math.min(Math.ceil((n + m) / 2), differencesMost)
  const size = 2 * most + 3
  const forward = new Int32Array(size).fill(-1)
  const backward = new Int32Array(size).fill(-1)
  const middle = most + 1
  forward[middle + 1] = 0
  backward[middle + 1] = 0
  const best = (paths: Int32Array, k: number, d: number) => {
    const below = paths[middle + k - 1] as number
    const above = paths[middle + k + 1] as number
    return k === -d || (k !== d && below < above) ? above : below + 1
  }
  for (let d = 0; d <= most; d += 1) {
    for (let k = -d; k <= d; k += 2) {
      const start = best(forward, k, d)
      let x = start
      while (x < n && x - k < m && x - k >= 0 && a[a0 + x] === b[b0 + x - k]) x += 1
      forward[middle + k] = x
      const opposite = delta - k
      if (isOdd && Math.abs(opposite) <= d - 1 && x + (backward[middle + opposite] as number) >= n) {
        return { a: a0 + start, b: b0 + start - k, length: x - start }
      }
    }
    for (let k = -d; k <= d; k += 2) {
      const start = best(backward, k, d)
      let x = start
      while (x < n && x - k < m && x - k >= 0 && a[a1 - 1 - x] === b[b1 - 1 - (x - k)]) x += 1
      backward[middle + k] = x
      const opposite = delta - k
      if (!isOdd && Math.abs(opposite) <= d && x + (forward[middle + opposite] as number) >= n) {
        return { a: a1 - x, b: b1 - (x - k), length: x - start }
      }
    }
  }
  return undefined
}

/** The longest common subsequence of two lists as runs in order, e.g. of the words of two texts. */
export const commonRuns = (a: readonly string[], b: readonly string[]): CommonRun[] => {
  const runs: CommonRun[] = []
  const add = (run: CommonRun) => {
    const last = runs.at(-1)
    if (run.length === 0) return
    if (last && last.a + last.length === run.a && last.b + last.length === run.b) last.length += run.length
    else runs.push({ ...run })
  }
  const compare = ({ a0, a1, b0, b1 }: Box) => {
    let head = 0
    while (a0 + head < a1 && b0 + head < b1 && a[a0 + head] === b[b0 + head]) head += 1
    let tail = 0
    while (a1 - tail > a0 + head && b1 - tail > b0 + head && a[a1 - 1 - tail] === b[b1 - 1 - tail]) tail += 1
    add({ a: a0, b: b0, length: head })
    const inner = { a0: a0 + head, a1: a1 - tail, b0: b0 + head, b1: b1 - tail }
    if (inner.a1 > inner.a0 && inner.b1 > inner.b0) {
      const run = middleRun(a, b, inner)
      if (run) {
        compare({ ...inner, a1: run.a, b1: run.b })
        add(run)
        compare({ ...inner, a0: run.a + run.length, b0: run.b + run.length })
      }
    }
    add({ a: a1 - tail, b: b1 - tail, length: tail })
  }
  compare({ a0: 0, a1: a.length, b0: 0, b1: b.length })
  return runs
}
