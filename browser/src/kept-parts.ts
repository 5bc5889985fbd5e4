/** A stretch of a take that counts; `endMs` null: to its end, however long it becomes. */
export interface KeptPart {
  take: number
  startMs: number
  endMs: number | null
}

export interface TakeLength {
  take: number
  durationMs: number
}

/** Where a moment of the whole recording lies. */
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

/** Length of what is kept, in milliseconds. */
export function keptMs(parts: readonly KeptPart[], takes: readonly TakeLength[]): number {
  return parts.reduce((total, part) => total + lengthOf(part, takes), 0)
}

/** The take and the place in it that are heard `ms` after the beginning of what is kept. */
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

/** The marks in what is kept; what was retracted takes its marks along, and brings them back. */
export const markersIn = (markers: readonly Marker[], parts: readonly KeptPart[]): Marker[] =>
  markers.filter((marker) => parts.some((part) => isIn(marker, part)))

/** A place of what is kept that is to be checked, and the marks that say so. */
export interface PlacedMark {
  atMs: number
  markers: readonly Marker[]
}

/** Where the marks are in what is kept, in order; marks of one moment are one. */
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

/** Keeps what lies before `ms`: what follows is going to be said again. */
export function cutAfter(parts: readonly KeptPart[], takes: readonly TakeLength[], ms: number): KeptPart[] {
  const moment = momentAt(parts, takes, ms)
  if (!moment) return [...parts]
  const last = { ...parts[moment.part]!, endMs: Math.round(moment.takeMs) }
  return [...parts.slice(0, moment.part), ...(last.endMs > last.startMs ? [last] : [])]
}

/** Later than the end of any take: its last words are not lost to a clock that runs a little differently from its encoder's. */
const openEndMs = 86_400_000

interface Cut {
  take: number
  startMs: number
  endMs: number
}

/** What to keep as the server is told it; nothing when every take is kept whole, in order. */
export function cutsOf(parts: readonly KeptPart[], takes: readonly { take: number }[]): Cut[] | undefined {
  const isWhole =
    parts.length === takes.length &&
    parts.every((part, index) => part.take === takes[index]!.take && part.startMs === 0 && part.endMs === null)
  return isWhole ? undefined : parts.map((part) => ({ ...part, endMs: part.endMs ?? openEndMs }))
}

/** The way back from `cutsOf`. */
export function partsOf(cuts: readonly Cut[] | null, takes: readonly { take: number }[]): KeptPart[] {
  if (!cuts) return takes.map(({ take }) => ({ take, startMs: 0, endMs: null }))
  return cuts.map((cut) => ({ ...cut, endMs: cut.endMs === openEndMs ? null : cut.endMs }))
}

/** What is kept and does not lie in `held`; what has an open end goes on growing. */
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
