import type { Cut, Marker, StoredRanges } from './dictations.store.ts'

/**
 * The moments of the marks, in order, in seconds from the beginning of the kept sound. Marks in parts that are not kept are
 * dropped. `takes`: in the order in which they are joined if nothing is cut.
 */
export function placeMarkers(
  markers: readonly Marker[],
  cuts: readonly Cut[] | null,
  takes: readonly { take: number }[],
  told: readonly Pick<StoredRanges, 'take' | 'durationMs'>[],
): number[] {
  // a length of 0 means that the sender did not report one
  const lengthOf = (take: number) => told.find((one) => one.take === take)?.durationMs || undefined
  const parts = cuts ?? takes.map(({ take }) => ({ take, startMs: 0, endMs: Number.POSITIVE_INFINITY }))
  let beforeMs = 0
  const placed = parts.flatMap(({ take, startMs, endMs }) => {
    const length = lengthOf(take)
    const end = Math.min(endMs, length ?? Number.POSITIVE_INFINITY)
    const here = markers
      .filter((marker) => marker.take === take)
      // A mark made just as the take ended belongs to its last moment, not to the next take.
      .map(({ ms }) => (ms === length ? ms - 1 : ms))
      .filter((ms) => ms >= startMs && ms < end)
      .map((ms) => (beforeMs + ms - startMs) / 1000)
    if (length) beforeMs += Math.max(0, end - startMs)
    return here
  })
  return [...new Set(placed)].sort((a, b) => a - b)
}
