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

/** Somebody said a heading, or null for "next heading": what was dictated on until then is done. */
export function hear(list: Checklist, names: readonly string[], heading: string | null): Checklist {
  if (heading === null) return goOn(list, names.length)
  const wanted = heading.toUpperCase()
  const place = names.findIndex((name) => name.toUpperCase() === wanted)
  if (place < 0 || place === list.at) return list
  return { at: place, done: list.at < names.length ? new Set([...list.done, list.at]) : list.done }
}
