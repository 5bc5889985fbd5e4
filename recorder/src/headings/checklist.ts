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
