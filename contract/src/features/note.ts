import * as z from 'zod/mini'
import { reviewLevels } from './job.ts'
import { id, idOf, ofPatient, text, time } from '../shapes.ts'

/** The most characters of one paragraph, its tags included. */
const paragraphMost = 200_000

/** One run of text of a section; `value` may carry b, i, u and s tags and blanks (Q202), `count` is the number of blank lines before (Q123). */
export const SectionContent = z.strictObject({
  value: ofPatient(text(2_000_000)),
  type: z.literal('Text'),
  newParagraph: z.boolean(),
  count: z.number().check(z.int(), z.minimum(0), z.maximum(1000)),
})
export type SectionContent = z.output<typeof SectionContent>

export const SectionHeading = z.strictObject({ customUIHeading: text(250), systemHeading: text(250) })
export type SectionHeading = z.output<typeof SectionHeading>

/** Id of the section that the server makes when a note has none (EDIT-32). */
export const defaultHeadingId = 'default-heading-id'

/** `id` is the server's, `default-heading-id`, or `new-<uuid>`: the idempotency key of a section made in the editor. */
export const sectionId = z
  .string()
  .check(
    z.regex(/^((new-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|default-heading-id)$/i, 'This isn’t a section’s id.'),
  )

const named = (input: unknown) => {
  const heading = (input as { heading: SectionHeading }).heading.customUIHeading
  return heading ? `The section “${heading}”` : 'The section without a heading'
}

export const Section = z.strictObject({
  id: sectionId,
  version: z.optional(z.number().check(z.int(), z.minimum(0))),
  heading: SectionHeading,
  content: z.array(SectionContent),
  lastUpdatedTime: z.optional(time),
})
/** A section as it is sent: what is too long is told by its heading. */
const SentSection = Section.check(
  z.refine(({ content }) => content.length <= 5000, {
    error: ({ input }) => `${named(input)} has more than 5,000 paragraphs. Split it into several sections.`,
  }),
  z.refine(({ content }) => content.every(({ value }) => value.length <= paragraphMost), {
    error: ({ input }) => `${named(input)} has a paragraph of more than 200,000 characters. Split it.`,
  }),
)
export type Section = z.output<typeof Section>

export const Note = z.object({
  id,
  sections: z.array(Section),
  audioTime: z.number(),
  lastUpdatedTime: time,
  jobName: z.string(),
  templates: z.array(z.object({ id, templateName: z.string() })),
})

/** A recognised word; times in seconds, confidence 0 to 1 or null when the engine gives none. */
export const RecognisedWord = z.object({
  word: ofPatient(z.string()),
  start: z.number(),
  end: z.number(),
  confidence: z.nullable(z.number()),
})
export type RecognisedWord = z.output<typeof RecognisedWord>

/** A written token of the converted note: a range of characters of its section, and the words that it came from. */
export const NoteToken = z.object({
  sectionId: z.string(),
  text: ofPatient(z.string()),
  from: z.number(),
  to: z.number(),
  wordIndexes: z.array(z.number()),
  /**
   * Only where the words may have been meant otherwise: the other readings, the likeliest first (Q209, Q210). A mark clings to the word
   * before it, `\n` ends the line, `\n\n` the paragraph; all else is text. Empty: unsure, with nothing to offer.
   */
  unsure: z.optional(z.readonly(z.array(ofPatient(z.string())))),
})
export type NoteToken = z.output<typeof NoteToken>

/** The most characters that a comment quotes of the note, and those that it remembers on either side. */
export const quoteMost = 1000
export const besideMost = 32

/**
 * Where in a note a comment hangs: the words themselves, what stood beside them, and how far from the beginning of their section
 * (docs/decisions/0011). A reader looks for them in the text of today, which may have changed since.
 */
export const NotePlace = z.strictObject({
  sectionId,
  start: z.number().check(z.int(), z.minimum(0), z.maximum(100_000_000)),
  quote: ofPatient(text(quoteMost, 1)),
  before: ofPatient(text(besideMost)),
  after: ofPatient(text(besideMost)),
  /** Second of the recording at which they were spoken; null where nobody knows. */
  second: z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000, 'This is longer than any recording.'))),
})
export type NotePlace = z.output<typeof NotePlace>

export const NoteComment = z.object({
  id,
  comment: z.string(),
  userId: id,
  userName: z.string(),
  userType: z.string(),
  level: z.nullable(z.enum(reviewLevels)),
  createdDate: time,
  place: NotePlace,
})
export type NoteComment = z.output<typeof NoteComment>

/** One step in the history of a note's text. */
export const NoteStage = z.object({
  stage: z.enum(['CONVERTED', 'TRANSCRIBED', 'REVIEWED_LEVEL_1', 'REVIEWED_LEVEL_2', 'RETURNED', 'FINAL', 'CURRENT']),
  userName: z.nullable(z.string()),
  time,
  sections: z.array(Section),
})
export type NoteStage = z.output<typeof NoteStage>

/** A place of a note that names a patient it was moved from. */
export const NamedPlace = z.object({
  /** What of them it tells. */
  field: z.enum(['Patient Name', 'Date of Birth', 'MRN']),
  heading: z.string(),
  place: NotePlace,
})
export type NamedPlace = z.output<typeof NamedPlace>

/** What a phrase filled in from a field, or the blank that asks for it; what stood beside it tells where. */
const FilledIn = z.strictObject({
  /** That of the blank, where it is one. */
  id: idOf('none'),
  name: text(200, 1),
  value: z.nullable(ofPatient(text(1000, 1))),
  second: z.number().check(z.minimum(0), z.maximum(1_000_000, 'This is longer than any recording.')),
  before: ofPatient(text(besideMost)),
  after: ofPatient(text(besideMost)),
})
export type FilledIn = z.output<typeof FilledIn>

/** The most fields of phrases that one save tells of. */
export const fieldsMost = 500

/** What one save carries. */
export const NoteSave = z.strictObject({
  sections: z
    .array(SentSection)
    .check(z.maxLength(500, 'A note may have at most 500 headings. Combine some sections.')),
  /** The order of all sections; ids that are absent keep their place behind. */
  sectionIds: z.optional(
    z.array(sectionId).check(z.maxLength(1000, 'A note may have at most 1,000 headings. Combine some sections.')),
  ),
  /** One open editor, and which of its saves this is: one that arrives behind a newer one stores nothing. */
  editorId: z.optional(idOf('none')),
  turn: z.optional(z.number().check(z.int(), z.minimum(0))),
  audioTime: z.optional(
    z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000, 'This is longer than any recording.'))),
  ),
  lastUpdatedTime: z.optional(z.nullable(time)),
  /** Phrases that the person put in since the save before; one that was told already is only undone or not. */
  insertions: z.optional(
    z
      .array(
        z.strictObject({
          id: idOf('none'),
          /** Null: default texts of a template. */
          phraseId: z.nullable(idOf('none')),
          /** Characters that came in. */
          letters: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000, 'This is longer than any phrase.')),
          /** What of it came from fields of the patient or the encounter. */
          fields: z.optional(z.array(FilledIn)),
          /** The person took it out again. */
          undone: z.optional(z.boolean()),
        }),
      )
      .check(
        z.maxLength(500, 'A save can report at most 500 phrases.'),
        z.refine(
          (insertions) => insertions.reduce((sum, { fields = [] }) => sum + fields.length, 0) <= fieldsMost,
          `A save can report at most ${fieldsMost} phrase fields.`,
        ),
      ),
  ),
})
export const SavedNote = z.object({
  sections: z.array(Section),
  lastUpdatedTime: time,
  /** Pairs of the editor's `new-…` id and the server's, in the order of the request. */
  newSectionsId: z.array(z.object({ temporaryId: z.string(), id: z.string() })),
  /** On 409 only: what the server holds and what was sent. */
  conflicts: z.optional(z.array(z.object({ theirs: z.nullable(Section), mine: Section }))),
})
