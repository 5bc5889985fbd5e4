import type { KeptChecklist } from '@dictara/browser/recordings'

/** Which of a template's headings is dictated on, and which were, both by their place in the template. */
export interface Checklist {
  /** As many as there are headings, once the last one is done. */
  readonly at: number
  readonly done: ReadonlySet<number>
}

export const beginning: Checklist = { at: 0, done: new Set() }

/** On to the one that follows: this one is done. */
export const goOn = ({ at, done }: Checklist, count: number): Checklist =>
  at < count ? { at: at + 1, done: new Set([...done, at]) } : { at, done }

/** To one that was chosen; what was dictated under the one before stays as it is. */
export const goTo = (list: Checklist, place: number): Checklist => ({ ...list, at: place })

function placeOf(names: readonly string[], heading: string): number {
  const wanted = heading.toUpperCase()
  return names.findIndex((name) => name.toUpperCase() === wanted)
}

/** Somebody said a heading, or null for "next heading": what was dictated on until then is done. */
export function hear(list: Checklist, names: readonly string[], heading: string | null): Checklist {
  if (heading === null) return goOn(list, names.length)
  const place = placeOf(names, heading)
  if (place < 0 || place === list.at) return list
  return { at: place, done: list.at < names.length ? new Set([...list.done, list.at]) : list.done }
}

/** As it is kept with its recording. */
export const toKept = ({ at, done }: Checklist, names: readonly string[]): KeptChecklist => ({
  at: names[at] ?? null,
  done: names.filter((_, place) => done.has(place)),
})

/**
 * As it was kept, on the headings that there are by now: one that is gone is not asked for, and where it was dictated on, the first
 * that is not done takes its turn.
 */
export function fromKept(kept: KeptChecklist | undefined, names: readonly string[]): Checklist {
  if (!kept) return beginning
  const done = new Set(kept.done.map((name) => placeOf(names, name)).filter((place) => place >= 0))
  if (kept.at === null && done.size > 0) return { at: names.length, done }
  const at = kept.at === null ? -1 : placeOf(names, kept.at)
  const open = names.findIndex((_, place) => !done.has(place))
  return { at: at >= 0 ? at : open >= 0 ? open : names.length, done }
}
