/** One paragraph of a section on the wire; `value` may carry b, i, u and s tags, `count` is the number of blank lines before it (Q123). */
export interface SectionContent {
  readonly value: string
  readonly type: 'Text'
  readonly newParagraph: boolean
  readonly count: number
}

export interface SectionHeading {
  readonly customUIHeading: string
  /** Name of the system heading, `NONE` when the heading is not one (Q124). */
  readonly systemHeading: string
}

/** A section of a note as the server gives and takes it (EDIT-30); `version` is absent until the server has stored it. */
export interface Section {
  readonly id: string
  readonly version?: number | undefined
  readonly heading: SectionHeading
  readonly content: readonly SectionContent[]
  readonly lastUpdatedTime?: string | undefined
}

/** A recognised word: times in seconds, confidence 0 to 1 or null when the engine gives none. */
export interface RecognisedWord {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly confidence: number | null
}

/** Which recognised words a written token of a section came from; the list follows the text as it was converted. */
export interface TokenWords {
  readonly sectionId: string
  readonly text: string
  readonly wordIndexes: readonly number[]
}

/** What one or several edits did: the sections with other text, every section's id in order, the ids that left the note. */
export interface NoteChange {
  readonly sections: readonly Section[]
  readonly order: readonly string[]
  readonly removed: readonly string[]
}

/** Id of the section that a note without any gets (EDIT-32). */
export const defaultHeadingId = 'default-heading-id'

/** A temporary id; the server takes it as the idempotency key of a new section (EDIT-31, Q180). */
export const newSectionId = () => `new-${crypto.randomUUID()}`

/** The one section of a note that has none: blank heading, no system heading (EDIT-32). */
export const defaultSection = (): Section => ({
  id: defaultHeadingId,
  heading: { customUIHeading: '', systemHeading: 'NONE' },
  content: [],
})
