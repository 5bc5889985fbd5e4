import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../../../tools/src/times.ts'
import { commonRuns } from './common-runs.ts'

/** Returns the length of the longest common subsequence, by the textbook table. */
const longest = (a: readonly string[], b: readonly string[]) => {
  let row = Array.from({ length: b.length + 1 }, () => 0)
  for (const one of a) {
    const next = [0]
    for (const [index, other] of b.entries()) {
      next.push(one === other ? (row[index] as number) + 1 : Math.max(row[index + 1] as number, next[index] as number))
    }
    row = next
  }
  return row.at(-1)
}

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })

test('the runs of two texts are common to both, in order, and as long as the longest common subsequence', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      const runs = commonRuns(a, b)
      let fromA = 0
      let fromB = 0
      for (const run of runs) {
        expect(run.a >= fromA && run.b >= fromB && run.length > 0).toBe(true)
        expect(a.slice(run.a, run.a + run.length)).toEqual(b.slice(run.b, run.b + run.length))
        fromA = run.a + run.length
        fromB = run.b + run.length
      }
      expect(runs.reduce((sum, run) => sum + run.length, 0)).toBe(longest(a, b))
    }),
    { numRuns: times(500, 3000) },
  )
})

test('two long texts without a common word have no runs', () => {
  const a = Array.from({ length: 20_000 }, (_, index) => `a${index}`)
  const b = Array.from({ length: 20_000 }, (_, index) => `b${index}`)
  expect(commonRuns(a, b)).toEqual([])
})
