import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutAfter, cutsOf, keptMs, markersIn, momentAt, placedMarks, type KeptPart, type Marker } from './kept-parts.ts'

const whole = (take: number): KeptPart => ({ take, startMs: 0, endMs: null })
const takes = [
  { take: 0, durationMs: 10_000 },
  { take: 1, durationMs: 4_000 },
]

describe('the kept parts of a recording', () => {
  test('two takes that are kept whole need no cuts', () => {
    expect(cutsOf([whole(0), whole(1)], takes)).toBeUndefined()
  })

  test('a re-recording keeps the take up to the point, and the new take after it', () => {
    const kept = [...cutAfter([whole(0)], takes, 6_500), whole(1)]
    expect(keptMs(kept, takes)).toBe(10_500)
    expect(cutsOf(kept, takes)).toEqual([
      { take: 0, startMs: 0, endMs: 6_500 },
      { take: 1, startMs: 0, endMs: 86_400_000 },
    ])
  })

  test('a re-recording from the beginning keeps nothing of the old take', () => {
    expect(cutAfter([whole(0)], takes, 0)).toEqual([])
  })

  test('after any number of re-recordings, a cut shortens the recording to its point, and its last moment is found', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ at: fc.nat(60_000), said: fc.integer({ min: 1, max: 9_000 }) })), (rounds) => {
        let kept: KeptPart[] = [whole(0)]
        const lengths = [{ take: 0, durationMs: 10_000 }]
        for (const { at, said } of rounds) {
          const before = keptMs(kept, lengths)
          kept = cutAfter(kept, lengths, at)
          expect(keptMs(kept, lengths)).toBe(Math.min(at, before))
          lengths.push({ take: lengths.length, durationMs: said })
          kept.push(whole(lengths.length - 1))
        }
        const length = keptMs(kept, lengths)
        expect(momentAt(kept, lengths, length - 1)).toBeDefined()
        expect(momentAt(kept, lengths, length)).toBeUndefined()
        for (const { startMs, endMs } of cutsOf(kept, lengths) ?? []) expect(endMs).toBeGreaterThan(startMs)
      }),
    )
  })

  test('after any number of re-recordings, a mark points to its own moment or is gone with the retracted part', () => {
    const round = fc.record({ at: fc.nat(60_000), said: fc.integer({ min: 1, max: 9_000 }), mark: fc.nat(9_000) })
    fc.assert(
      fc.property(fc.array(round), (rounds) => {
        let kept: KeptPart[] = [whole(0)]
        const lengths = [{ take: 0, durationMs: 10_000 }]
        const markers: Marker[] = [{ take: 0, ms: 5_000 }]
        for (const { at, said, mark } of rounds) {
          const take = lengths.length
          kept = [...cutAfter(kept, lengths, at), whole(take)]
          lengths.push({ take, durationMs: said })
          if (mark < said) markers.push({ take, ms: mark })
        }
        const placed = placedMarks(markers, kept, lengths).map(({ atMs }) => momentAt(kept, lengths, atMs)!)
        expect(placed.map(({ take, takeMs }) => ({ take, ms: takeMs }))).toEqual(
          markersIn(markers, kept).sort((a, b) => a.take - b.take || a.ms - b.ms),
        )
      }),
    )
  })
})
