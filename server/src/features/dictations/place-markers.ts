import type { Cut, Marker, StoredRanges } from './dictations.store.ts'

/**
 * Where the marks are heard: seconds from the beginning of what is kept, in order. What was marked in a stretch that is not
 * kept is gone with it. `takes`: in the order in which they are joined where nothing is cut.
 */
export function placeMarkers(
  markers: readonly Marker[],
  cuts: readonly Cut[] | null,
  takes: readonly { take: number }[],
  told: readonly Pick<StoredRanges, 'take' | 'durationMs'>[],
): number[] {
  // a length of 0: whoever sent it did not tell how long it is
  const lengthOf = (take: number) => told.find((one) => one.take === take)?.durationMs || undefined
  const parts = cuts ?? takes.map(({ take }) => ({ take, startMs: 0, endMs: Number.POSITIVE_INFINITY }))
  let beforeMs = 0
  const placed = parts.flatMap(({ take, startMs, endMs }) => {
    const length = lengthOf(take)
    const end = Math.min(endMs, length ?? Number.POSITIVE_INFINITY)
    const here = markers
      .filter((marker) => marker.take === take)
      // One that was made as the take ended belongs to its last moment, not to what follows.
      .map(({ ms }) => (ms === length ? ms - 1 : ms))
      .filter((ms) => ms >= startMs && ms < end)
      .map((ms) => (beforeMs + ms - startMs) / 1000)
    if (length) beforeMs += Math.max(0, end - startMs)
    return here
  })
  return [...new Set(placed)].sort((a, b) => a - b)
}
