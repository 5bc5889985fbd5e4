import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { id, idOf, nothing, ofPatient, seconds, sessionId, text, time, wholeNumber } from '../shapes.ts'
import { Job, jobRefusals, jobStages, NextJob, reviewLevels } from './job.ts'
import { everyone, workers } from '../roles.ts'
import { SpeechEngine } from './speech-engine.ts'

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
const sectionId = z
  .string()
  .check(
    z.regex(
      /^((new-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|default-heading-id)$/i,
      'This is not the id of a section.',
    ),
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
    error: ({ input }) => `${named(input)} has more than 5,000 paragraphs. Please split it into several sections.`,
  }),
  z.refine(({ content }) => content.every(({ value }) => value.length <= paragraphMost), {
    error: ({ input }) => `${named(input)} has a paragraph of more than 200,000 characters. Please split it.`,
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

export const noteRefusals = defineRefusals({
  ...jobRefusals,
  sectionTwice: {
    status: 400,
    code: 'invalid',
    message: 'One section was sent twice in the same save. Nothing was stored.',
  },
  unknownField: {
    status: 400,
    code: 'invalid',
    message: 'This names a field that no phrase can take from the patient or the encounter. Nothing was stored.',
  },
  brokenBlank: {
    status: 400,
    code: 'invalid',
    message: 'A blank in this text cannot be read. Nothing was stored.',
  },
  blanksUnanswered: {
    status: 422,
    code: 'blanks-unanswered',
    message: 'Blanks of this note are unanswered. Please answer them, or confirm each, before it is filed.',
  },
  formerPatientNamed: {
    status: 422,
    code: 'former-patient-named',
    message: 'This note still names a patient that it was moved from. Please take that out, or confirm each place.',
  },
  tooManyComments: {
    status: 422,
    code: 'too-many-comments',
    message: 'A note may have at most 200 comments in its text. Please take some of yours out first.',
  },
  othersComment: { status: 403, code: 'others-comment', message: 'Only who wrote a comment can take it out.' },
  lastSection: { status: 422, code: 'last-section', message: 'A note keeps at least one heading.' },
  overtaken: {
    status: 409,
    code: 'save-overtaken',
    message: 'A newer save of the same editor arrived before this one. Nothing was stored.',
  },
  tooLong: {
    status: 413,
    code: 'note-too-long',
    message:
      'This note is longer than the server accepts (2 MB), and was not saved. Please take some of it out; what you typed stays in this browser.',
  },
})

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
  second: z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000, 'No recording is as long as that.'))),
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
  second: z.number().check(z.minimum(0), z.maximum(1_000_000, 'No recording is as long as that.')),
  before: ofPatient(text(besideMost)),
  after: ofPatient(text(besideMost)),
})
export type FilledIn = z.output<typeof FilledIn>

const jobParams = z.object({ id: idOf('job') })
const example = { params: { id: '$job' } }
/** Said by a browser that fetches the text of what will probably be the person's next job: it was read, and may never be seen. */
const fetched = { query: z.object({ ahead: z.optional(z.literal('true')) }), auditDetail: ['ahead'] } as const

/** The most fields of phrases that one save tells of. */
export const fieldsMost = 500

/** What one save carries. */
const NoteSave = z.strictObject({
  sections: z
    .array(SentSection)
    .check(z.maxLength(500, 'A note may have at most 500 headings. Please put some sections together.')),
  /** The order of all sections; ids that are absent keep their place behind. */
  sectionIds: z.optional(
    z
      .array(sectionId)
      .check(z.maxLength(1000, 'A note may have at most 1,000 headings. Please put some sections together.')),
  ),
  /** One open editor, and which of its saves this is: one that arrives behind a newer one stores nothing. */
  editorId: z.optional(idOf('none')),
  turn: z.optional(z.number().check(z.int(), z.minimum(0))),
  audioTime: z.optional(
    z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000, 'No recording is as long as that.'))),
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
          letters: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000, 'No phrase is as long as that.')),
          /** What of it came from fields of the patient or the encounter. */
          fields: z.optional(z.array(FilledIn)),
          /** The person took it out again. */
          undone: z.optional(z.boolean()),
        }),
      )
      .check(
        z.maxLength(500, 'A save tells of at most 500 phrases.'),
        z.refine(
          (insertions) => insertions.reduce((sum, { fields = [] }) => sum + fields.length, 0) <= fieldsMost,
          `A save tells of at most ${fieldsMost} fields of phrases.`,
        ),
      ),
  ),
})
const SavedNote = z.object({
  sections: z.array(Section),
  lastUpdatedTime: time,
  /** Pairs of the editor's `new-…` id and the server's, in the order of the request. */
  newSectionsId: z.array(z.object({ temporaryId: z.string(), id: z.string() })),
  /** On 409 only: what the server holds and what was sent. */
  conflicts: z.optional(z.array(z.object({ theirs: z.nullable(Section), mine: Section }))),
})

export const noteCalls = defineCalls({
  getSections: {
    method: 'GET',
    path: '/clinic/job/{id}/sections',
    summary: 'The note of a job, section by section, each with its version.',
    callers: everyone,
    params: jobParams,
    ...fetched,
    result: Note,
    audit: 'note.viewed',
    example,
  },
  saveSections: {
    method: 'PUT',
    path: '/clinic/job/{id}/sections',
    summary: 'Saves changed sections; a stale version answers 409 with both texts. Absent sections stay (Q180).',
    tooLarge: noteRefusals.tooLong,
    callers: workers,
    params: jobParams,
    query: z.object({ sessionId }),
    body: NoteSave,
    result: SavedNote,
    example: { ...example, body: { sections: [] } },
  },
  finishNote: {
    method: 'PUT',
    path: '/clinic/job/{id}/finish',
    summary:
      'Saves the last words and completes or approves the job with them (T10, T14), or changes nothing; then takes the caller’s next job (Q201).',
    tooLarge: noteRefusals.tooLong,
    callers: workers,
    params: jobParams,
    query: z.object({ sessionId }),
    body: z.strictObject({
      save: z.optional(NoteSave),
      /** Whom the person was shown. */
      patientId: idOf('none'),
      /** The stage at which they go on. */
      next: z.enum(jobStages),
    }),
    result: Job,
    extra: z.object({
      saved: z.nullable(SavedNote),
      /** As `nextJob` answers: one or none. Null when it could not be taken; the caller asks `nextJob` then. */
      next: z.nullable(z.array(NextJob)),
    }),
    example: { ...example, body: { patientId: '$patient', next: 'TRANSCRIPTION' } },
  },
  findSavedSections: {
    method: 'POST',
    path: '/clinic/job/{id}/sections/saved',
    summary:
      'Which of these texts some saved version of the note has, word for word: only those may a browser throw away.',
    callers: workers,
    params: jobParams,
    body: z.strictObject({ sections: z.array(Section).check(z.maxLength(500)) }),
    /** The ids as they were sent. */
    result: z.object({ ids: z.array(z.string()) }),
    person: false,
    example: { ...example, body: { sections: [] } },
  },
  getConvertedSections: {
    method: 'GET',
    path: '/clinic/job/{id}/sections/converted',
    summary: 'The sections as the conversion wrote them.',
    callers: workers,
    params: jobParams,
    result: Note,
    audit: 'note.viewed',
    example,
  },
  listNoteStages: {
    method: 'GET',
    path: '/clinic/job/{id}/sections/stages',
    summary:
      'The text at each stage: converted, transcribed, reviewed, present; to see what a reviewer changed (Q190).',
    callers: everyone,
    params: jobParams,
    result: NoteStage,
    audit: 'note.viewed',
    example,
  },
  listNoteComments: {
    method: 'GET',
    path: '/clinic/job/{id}/note-comments',
    summary: 'What people said of places in the note, the oldest first (docs/decisions/0011).',
    callers: everyone,
    params: jobParams,
    result: NoteComment,
    audit: 'note.viewed',
    example,
  },
  addNoteComment: {
    method: 'POST',
    path: '/clinic/job/{id}/note-comments',
    summary:
      'Comments on a place in the note, by who holds the job; the same id again changes nothing (docs/decisions/0011).',
    callers: workers,
    params: jobParams,
    query: z.object({ sessionId }),
    body: z.strictObject({ id: idOf('none'), comment: text(4000), place: NotePlace }),
    result: NoteComment,
    example: {
      ...example,
      body: {
        id: '$new',
        comment: 'Please check the dose.',
        place: { sectionId: '$section', start: 5, quote: 'Rest.', before: 'PLAN ', after: '', second: 4.2 },
      },
    },
  },
  deleteNoteComment: {
    method: 'DELETE',
    path: '/clinic/job/{id}/note-comments/{commentId}',
    summary: 'Takes out a comment of the caller, while they hold the job; one that is gone already is no matter.',
    callers: workers,
    params: z.extend(jobParams, { commentId: idOf('none') }),
    query: z.object({ sessionId }),
    result: nothing,
    example: { params: { id: '$job', commentId: '$new' } },
  },
  listSectionHeadings: {
    method: 'GET',
    path: '/clinic/job/{id}/section-headings',
    summary: 'The system headings that a section may carry.',
    callers: everyone,
    params: jobParams,
    result: z.string(),
    example,
  },
  deleteSection: {
    method: 'DELETE',
    path: '/clinic/job/{id}/sections/{sectionId}',
    summary: 'Removes one section of the note.',
    callers: workers,
    params: z.extend(jobParams, { sectionId }),
    /** The save that it belongs to, when an editor asks. */
    query: z.object({
      sessionId,
      editorId: z.optional(idOf('none')),
      turn: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    }),
    result: nothing,
    example: { params: { id: '$job', sectionId: '$section' } },
  },
  saveAudioTime: {
    method: 'PUT',
    path: '/clinic/job/{id}/audio-time',
    summary: 'Keeps where the holder listens (seconds).',
    callers: workers,
    params: jobParams,
    query: z.object({ audioTime: seconds, sessionId }),
    result: nothing,
    example: { ...example, query: { audioTime: 0 } },
  },
  getDemographics: {
    method: 'GET',
    path: '/clinic/job/{id}/demographics',
    summary: 'The header of the note: name, gender, date of birth, visit and work type, as key and value.',
    callers: everyone,
    params: jobParams,
    result: z.object({ key: z.string(), value: ofPatient(z.string()) }),
    audit: 'patient.viewed',
    example,
  },
  getPrintInfo: {
    method: 'GET',
    path: '/clinic/job/info-to-print',
    summary: 'Who and where, for the printed note. Printing is audited.',
    callers: everyone,
    query: z.object({ jobId: idOf('job') }),
    result: z.object({
      author: z.string(),
      facility: z.object({ facilityId: id, facilityName: z.string() }),
      patientId: id,
      patientAssignmentData: z.object({ patientTermType: z.string() }),
    }),
    audit: 'note.printed',
    person: true,
    example: { query: { jobId: '$job' } },
  },
  listWords: {
    method: 'GET',
    path: '/clinic/job/{id}/words',
    summary: 'The recogniser’s words with times and confidence.',
    callers: everyone,
    params: jobParams,
    ...fetched,
    result: RecognisedWord,
    /** `engine` is what recognised them; null where nothing was recognised. */
    extra: z.object({ tokens: z.array(NoteToken), engine: z.nullable(SpeechEngine) }),
    audit: 'note.viewed',
    example,
  },
})
