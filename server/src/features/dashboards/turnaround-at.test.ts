import fc from 'fast-check'
import { expect, test } from 'vitest'
import { turnaroundAt } from './turnaround-at.ts'

/** Groups turnaround times into classes as the database does (migration 0097). */
function classesOf(minutes: readonly number[]) {
  const classes = new Map<number, { jobs: number; seconds: number }>()
  for (const one of minutes) {
    const key = Math.floor(8 * Math.log2(Math.max(one, 1)))
    const { jobs, seconds } = classes.get(key) ?? { jobs: 0, seconds: 0 }
    classes.set(key, { jobs: jobs + 1, seconds: seconds + one * 60 })
  }
  return [...classes].toSorted(([a], [b]) => a - b).map(([, one]) => one)
}

function exactPercentile(share: number, minutes: readonly number[]) {
  const sorted = minutes.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)]!
  return below + (sorted[Math.ceil(at)]! - below) * (at % 1)
}

test('a percentile computed from classes differs from the exact one by at most one class', () => {
  const minutes = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(minutes, fc.constantFrom(0, 0.5, 0.9, 1), (all, share) => {
      const estimate = turnaroundAt(share, classesOf(all))!
      const exact = exactPercentile(share, all)
      expect(Math.abs(estimate - exact)).toBeLessThanOrEqual(exact * (2 ** (1 / 8) - 1) + 1e-6)
    }),
  )
})

test('without filed jobs there is no percentile, and for single values it is exact', () => {
  expect(turnaroundAt(0.5, [])).toBeNull()
  expect(turnaroundAt(0.5, [{ jobs: 0, seconds: 0 }])).toBeNull()
  expect(turnaroundAt(0.5, classesOf([20, 30, 50]))).toBe(30)
  expect(turnaroundAt(0.5, classesOf([95, 95]))).toBe(95)
})
