/** The longest heading that the server stores, in characters. */
export const headingLengthMost = 250

/** A heading as it is committed: upper case, without stray spaces (EDIT-57). */
export const committedHeading = (text: string) => text.toWellFormed().toUpperCase().replace(/\s+/g, ' ').trim()

export const isSameHeading = (one: string, other: string) => committedHeading(one) === committedHeading(other)

/** The system heading that a heading names, whatever its case; `NONE` when there is none (EDIT-57, Q124). */
export const systemHeadingOf = (text: string, systemHeadings: readonly string[]) =>
  systemHeadings.find((heading) => isSameHeading(heading, text)) ?? 'NONE'
