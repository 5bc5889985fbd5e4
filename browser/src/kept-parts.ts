/** A part of a take that is kept; `endMs` null: up to its end, however long the take becomes. */
export interface KeptPart {
  take: number
  startMs: number
  endMs: number | null
}

export interface TakeLength {
  take: number
  durationMs: number
}

/** The place of a moment of the whole recording. */
export interface Moment {
  /** Index of the part. */
  part: number
  take: number
  takeMs: number
}

const lengthOf = (part: KeptPart, takes: readonly TakeLength[]) => {
  const end = part.endMs ?? takes.find(({ take }) => take === part.take)?.durationMs ?? 0
  return Math.max(0, end - part.startMs)
}

/** Total length of the kept parts, in milliseconds. */
export function keptMs(parts: readonly KeptPart[], takes: readonly TakeLength[]): number {
  return parts.reduce((total, part) => total + lengthOf(part, takes), 0)
}

/** The take, and the place in it, that is heard `ms` after the beginning of the kept parts. */
export function momentAt(parts: readonly KeptPart[], takes: readonly TakeLength[], ms: number): Moment | undefined {
  let before = 0
  for (const [index, part] of parts.entries()) {
    const length = lengthOf(part, takes)
    if (ms < before + length) return { part: index, take: part.take, takeMs: part.startMs + Math.max(0, ms - before) }
    before += length
  }
  return undefined
}

/** A moment of a take at which the speaker said "check this". */
export interface Marker {
  take: number
  ms: number
}

const isIn = ({ take, ms }: Marker, part: KeptPart) =>
  part.take === take && ms >= part.startMs && ms < (part.endMs ?? Number.POSITIVE_INFINITY)

/** The markers in the kept parts. Retracting a part removes its markers; restoring the part brings them back. */
export const markersIn = (markers: readonly Marker[], parts: readonly KeptPart[]): Marker[] =>
  markers.filter((marker) => parts.some((part) => isIn(marker, part)))

/** A place in the kept parts to be checked, and its markers. */
export interface PlacedMark {
  atMs: number
  markers: readonly Marker[]
}

/** The places of the markers in the kept parts, in order. Markers at the same moment form one place. */
export function placedMarks(
  markers: readonly Marker[],
  parts: readonly KeptPart[],
  takes: readonly TakeLength[],
): PlacedMark[] {
  const placed = parts.flatMap((part, index) =>
    markers
      .filter((marker) => isIn(marker, part))
      .map((marker) => ({ marker, atMs: keptMs(parts.slice(0, index), takes) + marker.ms - part.startMs })),
  )
  return [...Map.groupBy(placed, ({ atMs }) => atMs)]
    .map(([atMs, all]) => ({ atMs, markers: all.map(({ marker }) => marker) }))
    .toSorted((a, b) => a.atMs - b.atMs)
}

/** Keeps the parts before `ms`; the rest will be said again. */
export function cutAfter(parts: readonly KeptPart[], takes: readonly TakeLength[], ms: number): KeptPart[] {
  const moment = momentAt(parts, takes, ms)
  if (!moment) return [...parts]
  const last = { ...parts[moment.part]!, endMs: Math.round(moment.takeMs) }
  return [...parts.slice(0, moment.part), ...(last.endMs > last.startMs ? [last] : [])]
}

/** Later than the end of any take, so that a clock that differs slightly from the encoder's cuts off no words. */
const openEndMs = 86_400_000

interface Cut {
  take: number
  startMs: number
  endMs: number
}

/** The kept parts in the form that the server expects; undefined if every take is kept whole, in order. */
export function cutsOf(parts: readonly KeptPart[], takes: readonly { take: number }[]): Cut[] | undefined {
  const isWhole =
    parts.length === takes.length &&
    parts.every((part, index) => part.take === takes[index]!.take && part.startMs === 0 && part.endMs === null)
  return isWhole ? undefined : parts.map((part) => ({ ...part, endMs: part.endMs ?? openEndMs }))
}

/** The inverse of `cutsOf`. */
export function partsOf(cuts: readonly Cut[] | null, takes: readonly { take: number }[]): KeptPart[] {
  if (!cuts) return takes.map(({ take }) => ({ take, startMs: 0, endMs: null }))
  return cuts.map((cut) => ({ ...cut, endMs: cut.endMs === openEndMs ? null : cut.endMs }))
}

/** The kept parts that are not in `held`; a part with an open end can still grow. */
export function partsOutside(parts: readonly KeptPart[], held: readonly KeptPart[]): KeptPart[] {
  return parts.flatMap((part) => {
    let left = [{ startMs: part.startMs, endMs: part.endMs ?? Number.POSITIVE_INFINITY }]
    for (const { take, startMs, endMs } of held) {
      if (take !== part.take) continue
      const to = endMs ?? Number.POSITIVE_INFINITY
      left = left.flatMap((one) => [
        { startMs: one.startMs, endMs: Math.min(one.endMs, startMs) },
        { startMs: Math.max(one.startMs, to), endMs: one.endMs },
      ])
      left = left.filter((one) => one.startMs < one.endMs)
    }
    return left.map(({ startMs, endMs }) => ({
      take: part.take,
      startMs,
      endMs: endMs === Number.POSITIVE_INFINITY ? null : endMs,
    }))
  })
}
