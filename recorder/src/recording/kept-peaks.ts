import type { KeptPart, TakeLength } from '@dictara/browser/kept-parts'

const peakMs = 100

/** Loudness of each take, ten numbers a second. */
export type TakePeaks = ReadonlyMap<number, readonly number[]>

/** The peaks of the kept parts, in the order in which they will be played. */
export function keptPeaks(parts: readonly KeptPart[], takes: readonly TakeLength[], peaks: TakePeaks): number[] {
  return parts.flatMap(({ take, startMs, endMs }) => {
    const end = endMs ?? takes.find((known) => known.take === take)?.durationMs ?? 0
    return (peaks.get(take) ?? []).slice(Math.round(startMs / peakMs), Math.ceil(end / peakMs))
  })
}

/** Reduces or extends peaks to `bars` bars; each is the loudest of its peaks. */
export function barsOf(peaks: readonly number[], bars: number): number[] {
  if (peaks.length <= bars) return [...peaks]
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars))
    return peaks.slice(from, to).reduce((loudest, peak) => Math.max(loudest, peak), 0)
  })
}
