import { defaultHeadingId, type NoteToken, type Section } from '@dictara/contract/notes'

/** Which recognised words a written token came from, and its other readings; the list follows the text as it was converted. */
export type TokenWords = Pick<NoteToken, 'sectionId' | 'text' | 'wordIndexes' | 'unsure'>

/** What one or several edits did: the sections with other text, every section's id in order, the ids that left the note. */
export interface NoteChange {
  readonly sections: readonly Section[]
  readonly order: readonly string[]
  readonly removed: readonly string[]
}

/** A temporary id; the server takes it as the idempotency key of a new section (EDIT-31, Q180). */
export const newSectionId = () => `new-${crypto.randomUUID()}`

/** The one section of a note that has none: blank heading, no system heading (EDIT-32). */
export const defaultSection = (): Section => ({
  id: defaultHeadingId,
  heading: { customUIHeading: '', systemHeading: 'NONE' },
  content: [],
})
