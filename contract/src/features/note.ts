import * as z from 'zod/mini'
import { reviewLevels } from './job.ts'
import { id, idOf, ofPatient, text, time } from '../shapes.ts'

/** The most characters of one paragraph, its tags included. */
const paragraphMost = 200_000

/**
 * One paragraph or line of a section; `value` may contain b, i, u and s tags and blanks (Q202), `count` is the number
 * of blank lines before (Q123).
 */
export const SectionContent = z.strictObject({
  value: ofPatient(text(2_000_000)),
  type: z.literal('Text'),
  newParagraph: z.boolean(),
  count: z.number().check(z.int(), z.minimum(0), z.maximum(1000)),
})
export type SectionContent = z.output<typeof SectionContent>

export const SectionHeading = z.strictObject({ customUIHeading: text(250), systemHeading: text(250) })
export type SectionHeading = z.output<typeof SectionHeading>

/** Id of the section that the server creates if a note has none (EDIT-32). */
export const defaultHeadingId = 'default-heading-id'

/**
 * `id` is the server's, `default-heading-id`, or `new-<uuid>`: the idempotency key of a section created in the editor.
 */
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
/** A section in a request: one that is too long is reported by its heading. */
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

/** A recognised word; times in seconds, confidence 0 to 1, or null if the engine gives none. */
export const RecognisedWord = z.object({
  word: ofPatient(z.string()),
  start: z.number(),
  end: z.number(),
  confidence: z.nullable(z.number()),
})
export type RecognisedWord = z.output<typeof RecognisedWord>

/** A written token of the converted note: a range of characters of its section, and the words it was made from. */
export const NoteToken = z.object({
  sectionId: z.string(),
  text: ofPatient(z.string()),
  from: z.number(),
  to: z.number(),
  wordIndexes: z.array(z.number()),
  /**
   * The other readings of the words, the likeliest first, if there may be any (Q209, Q210). A mark joins the word
   * before it, `\n` ends the line, `\n\n` the paragraph; all else is text. Empty: unsure, without other readings.
   */
  unsure: z.optional(z.readonly(z.array(ofPatient(z.string())))),
})
export type NoteToken = z.output<typeof NoteToken>

/** The most characters that a comment quotes from the note, and those it stores from either side. */
export const quoteMost = 1000
export const besideMost = 32

/**
 * The place of a comment in a note: the words themselves, the text beside them, and the distance from the beginning of
 * their section (docs/decisions/0011). Readers search for them in the current text, which may have changed.
 */
export const NotePlace = z.strictObject({
  sectionId,
  start: z.number().check(z.int(), z.minimum(0), z.maximum(100_000_000)),
  quote: ofPatient(text(quoteMost, 1)),
  before: ofPatient(text(besideMost)),
  after: ofPatient(text(besideMost)),
  /** Second of the recording at which they were spoken; null if unknown. */
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
  /** Which detail of the patient it names. */
  field: z.enum(['Patient Name', 'Date of Birth', 'MRN']),
  heading: z.string(),
  place: NotePlace,
})
export type NamedPlace = z.output<typeof NamedPlace>

/** A field's value that a phrase inserted, or the blank that asks for it; the text beside it identifies the place. */
const FilledIn = z.strictObject({
  /** The id of the blank, if it is one. */
  id: idOf('none'),
  name: text(200, 1),
  value: z.nullable(ofPatient(text(1000, 1))),
  second: z.number().check(z.minimum(0), z.maximum(1_000_000, 'This is longer than any recording.')),
  before: ofPatient(text(besideMost)),
  after: ofPatient(text(besideMost)),
})
export type FilledIn = z.output<typeof FilledIn>

/** The most fields of phrases that one save reports. */
export const fieldsMost = 500

/** The content of one save. */
export const NoteSave = z.strictObject({
  sections: z
    .array(SentSection)
    .check(z.maxLength(500, 'A note may have at most 500 headings. Combine some sections.')),
  /** The order of all sections; absent ids keep their order after these. */
  sectionIds: z.optional(
    z.array(sectionId).check(z.maxLength(1000, 'A note may have at most 1,000 headings. Combine some sections.')),
  ),
  /** An open editor, and the turn of this save: a save that arrives after a newer one stores nothing. */
  editorId: z.optional(idOf('none')),
  turn: z.optional(z.number().check(z.int(), z.minimum(0))),
  audioTime: z.optional(
    z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000, 'This is longer than any recording.'))),
  ),
  lastUpdatedTime: z.optional(z.nullable(time)),
  /** Phrases inserted since the save before; for one reported already, only `undone` can change. */
  insertions: z.optional(
    z
      .array(
        z.strictObject({
          id: idOf('none'),
          /** Null: default texts of a template. */
          phraseId: z.nullable(idOf('none')),
          /** Number of inserted characters. */
          letters: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000, 'This is longer than any phrase.')),
          /** The parts that came from fields of the patient or the encounter. */
          fields: z.optional(z.array(FilledIn)),
          /** The person removed it again. */
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
  /** Only on 409: the server's text and the sent one. */
  conflicts: z.optional(z.array(z.object({ theirs: z.nullable(Section), mine: Section }))),
})
