import type { KeptChecklist } from '@dictara/browser/recordings'

/** The current heading of a template and the finished ones, by their place in the template. */
export interface Checklist {
  /** Equal to the number of headings once the last one is done. */
  readonly at: number
  readonly done: ReadonlySet<number>
}

export const beginning: Checklist = { at: 0, done: new Set() }

/** Continues with the following heading: this one is done. */
export const goOn = ({ at, done }: Checklist, count: number): Checklist =>
  at < count ? { at: at + 1, done: new Set([...done, at]) } : { at, done }

/** Goes to a chosen heading; the one before keeps its state. */
export const goTo = (list: Checklist, place: number): Checklist => ({ ...list, at: place })

function placeOf(names: readonly string[], heading: string): number {
  const wanted = heading.toUpperCase()
  return names.findIndex((name) => name.toUpperCase() === wanted)
}

/** Somebody said a heading, or null for "next heading": the one before is done. */
export function hear(list: Checklist, names: readonly string[], heading: string | null): Checklist {
  if (heading === null) return goOn(list, names.length)
  const place = placeOf(names, heading)
  if (place < 0 || place === list.at) return list
  return { at: place, done: list.at < names.length ? new Set([...list.done, list.at]) : list.done }
}

/** The checklist in the form stored with its recording. */
export const toKept = ({ at, done }: Checklist, names: readonly string[]): KeptChecklist => ({
  at: names[at] ?? null,
  done: names.filter((_, place) => done.has(place)),
})

/**
 * The stored checklist applied to the current headings: a removed one is skipped, and if it was the current one, the
 * first unfinished one is next.
 */
export function fromKept(kept: KeptChecklist | undefined, names: readonly string[]): Checklist {
  if (!kept) return beginning
  const done = new Set(kept.done.map((name) => placeOf(names, name)).filter((place) => place >= 0))
  if (kept.at === null && done.size > 0) return { at: names.length, done }
  const at = kept.at === null ? -1 : placeOf(names, kept.at)
  const open = names.findIndex((_, place) => !done.has(place))
  return { at: at >= 0 ? at : open >= 0 ? open : names.length, done }
}
