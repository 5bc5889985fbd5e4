import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOf, keptPeaks } from './kept-peaks.ts'

test('the waveform shows the kept parts, in the order in which they will be played', () => {
  const peaks = new Map([
    [0, [1, 2, 3, 4, 5]],
    [1, [7, 8]],
  ])
  const takes = [
    { take: 0, durationMs: 500 },
    { take: 1, durationMs: 200 },
  ]
  const kept = [
    { take: 0, startMs: 0, endMs: 300 },
    { take: 1, startMs: 0, endMs: null },
  ]
  expect(keptPeaks(kept, takes, peaks)).toEqual([1, 2, 3, 7, 8])
})

test('the bars show the loudest peaks, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100), { minLength: 1 }), fc.integer({ min: 1, max: 50 }), (peaks, most) => {
      const bars = barsOf(peaks, most)
      expect(bars.length).toBe(Math.min(peaks.length, most))
      expect(Math.max(...bars)).toBe(Math.max(...peaks))
    }),
  )
})
