import { defaultHeadingId, type NoteToken, type Section } from '@dictara/contract/notes'

/**
 * The recognised words that a written token came from, and its other readings; the list follows the text as converted.
 */
export type TokenWords = Pick<NoteToken, 'sectionId' | 'text' | 'wordIndexes' | 'unsure'>

/**
 * The result of one or more edits: changed sections, the ids of all sections in order, and the ids of removed sections.
 */
export interface NoteChange {
  readonly sections: readonly Section[]
  readonly order: readonly string[]
  readonly removed: readonly string[]
}

/** A temporary id; the server uses it as the idempotency key of a new section (EDIT-31, Q180). */
export const newSectionId = () => `new-${crypto.randomUUID()}`

/** The section of a note that has none: blank heading, no system heading (EDIT-32). */
export const defaultSection = (): Section => ({
  id: defaultHeadingId,
  heading: { customUIHeading: '', systemHeading: 'NONE' },
  content: [],
})
