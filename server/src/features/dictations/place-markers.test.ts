import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeMarkers } from './place-markers.ts'

const takeLengths = [
  { take: 0, durationMs: 10_000 },
  { take: 1, durationMs: 4_000 },
]

test('a marker keeps its place in the audible audio, while re-recorded parts disappear with their markers', () => {
  const markers = [
    { take: 0, ms: 2_000 },
    { take: 0, ms: 8_000 },
    { take: 1, ms: 1_500 },
  ]
  expect(placeMarkers(markers, null, takeLengths, takeLengths)).toEqual([2, 8, 11.5])
  const cuts = [
    { take: 0, startMs: 0, endMs: 6_000 },
    { take: 1, startMs: 0, endMs: 86_400_000 },
  ]
  expect(placeMarkers(markers, cuts, takeLengths, takeLengths)).toEqual([2, 7.5])
})

test('a marker at the end of a take is placed at its last moment, and disappears when that is cut', () => {
  const markers = [
    { take: 0, ms: 10_000 },
    { take: 1, ms: 4_000 },
  ]
  expect(placeMarkers(markers, null, takeLengths, takeLengths)).toEqual([9.999, 13.999])
  const cuts = [
    { take: 0, startMs: 0, endMs: 9_999 },
    { take: 1, startMs: 0, endMs: 86_400_000 },
  ]
  expect(placeMarkers(markers, cuts, takeLengths, takeLengths)).toEqual([13.998])
})

test('in a recording of unknown length markers stay where they were set', () => {
  const markers = [{ take: 0, ms: 2_000 }]
  expect(placeMarkers(markers, null, [{ take: 0 }], [])).toEqual([2])
})

test('whatever is cut, each marker is heard at its own moment or not at all', () => {
  const place = fc.record({ take: fc.nat(2), ms: fc.nat(12_000) })
  const cut = fc
    .record({ take: fc.nat(2), startMs: fc.nat(9_000), length: fc.integer({ min: 1, max: 9_000 }) })
    .map(({ take, startMs, length }) => ({ take, startMs, endMs: startMs + length }))
  fc.assert(
    fc.property(fc.array(place), fc.array(cut), (markers, cuts) => {
      const lengths = [...takeLengths, { take: 2, durationMs: 7_000 }]
      /** The take and the moment in it that are heard at a second of the result. */
      const heardAt = (seconds: number) => {
        let left = Math.round(seconds * 1000)
        for (const { take, startMs, endMs } of cuts) {
          const length = Math.max(0, Math.min(endMs, lengths[take]!.durationMs) - startMs)
          if (left < length) return { take, ms: startMs + left }
          left -= length
        }
        return undefined
      }
      /** A marker at the very end belongs to the last moment. */
      const marked = markers.map(({ take, ms }) => ({ take, ms: ms === lengths[take]!.durationMs ? ms - 1 : ms }))
      const placed = placeMarkers(markers, cuts, lengths, lengths)
      for (const seconds of placed) expect(marked).toContainEqual(heardAt(seconds))
      const isKept = ({ take, ms }: (typeof markers)[number]) =>
        cuts.some(
          (one) => one.take === take && ms >= one.startMs && ms < Math.min(one.endMs, lengths[take]!.durationMs),
        )
      expect(placed.length > 0).toBe(marked.some(isKept))
      for (const marker of marked.filter(isKept)) expect(placed.map(heardAt)).toContainEqual(marker)
    }),
  )
})
