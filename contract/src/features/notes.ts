import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { id, idOf, nothing, ofPatient, seconds, sessionId, text, wholeNumber } from '../shapes.ts'
import { Job, jobRefusals, jobStages, NextJob } from './job.ts'
import {
  Note,
  NoteComment,
  NotePlace,
  NoteSave,
  NoteStage,
  NoteToken,
  RecognisedWord,
  SavedNote,
  Section,
  sectionId,
} from './note.ts'
import { everyone, workers } from '../roles.ts'
import { SpeechEngine } from './speech-engine.ts'

export * from './note.ts'

export const noteRefusals = defineRefusals({
  ...jobRefusals,
  sectionTwice: {
    status: 400,
    code: 'invalid',
    message: 'One section was sent twice in the same save. Nothing was saved.',
  },
  unknownField: {
    status: 400,
    code: 'invalid',
    message: 'This field doesn’t exist on the patient or the encounter. Nothing was saved.',
  },
  brokenBlank: {
    status: 400,
    code: 'invalid',
    message: 'A blank in this text can’t be read. Nothing was saved.',
  },
  blanksUnanswered: {
    status: 422,
    code: 'blanks-unanswered',
    message: 'This note still has open blanks. Fill them in, or confirm each one, before it is filed.',
  },
  formerPatientNamed: {
    status: 422,
    code: 'former-patient-named',
    message: 'This note still names its previous patient. Correct each place, or confirm it.',
  },
  tooManyComments: {
    status: 422,
    code: 'too-many-comments',
    message: 'A note can have at most 200 comments. Remove some of yours first.',
  },
  othersComment: { status: 403, code: 'others-comment', message: 'Only the person who wrote a comment can remove it.' },
  lastSection: { status: 422, code: 'last-section', message: 'A note needs at least one heading.' },
  overtaken: {
    status: 409,
    code: 'save-overtaken',
    message: 'A newer save from the same editor arrived first. Nothing was saved.',
  },
  tooLong: {
    status: 413,
    code: 'note-too-long',
    message: 'This note is too long to save (limit 2 MB). Shorten it; what you typed is kept in this browser.',
  },
})

const jobParams = z.object({ id: idOf('job') })
const example = { params: { id: '$job' } }
/** Sent by a browser that loads the text of the person's probable next job: it was loaded, but may never be shown. */
const fetched = { query: z.object({ ahead: z.optional(z.literal('true')) }), auditDetail: ['ahead'] } as const

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
    summary:
      'Saves changed sections. A stale version is answered with 409 and both texts. Sections that aren’t sent don’t change (Q180).',
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
      /** The patient shown to the person. */
      patientId: idOf('none'),
      /** The stage at which they continue. */
      next: z.enum(jobStages),
    }),
    result: Job,
    extra: z.object({
      saved: z.nullable(SavedNote),
      /** As from `nextJob`: one or none. Null if it could not be taken; then the caller uses `nextJob`. */
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
    /** The ids as sent. */
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
    summary: 'The comments in the note, oldest first (docs/decisions/0011).',
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
    summary: 'Removes a comment of the caller while they hold the job. Repeating it changes nothing.',
    callers: workers,
    params: z.extend(jobParams, { commentId: idOf('none') }),
    query: z.object({ sessionId }),
    result: nothing,
    example: { params: { id: '$job', commentId: '$new' } },
  },
  listSectionHeadings: {
    method: 'GET',
    path: '/clinic/job/{id}/section-headings',
    summary: 'The system headings that a section can have.',
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
    /** The save that it belongs to, if an editor sends it. */
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
    summary: 'Saves the holder’s playback position, in seconds.',
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
    summary: 'The patient, author and facility for the printed note. Printing is audited.',
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
    /** `engine` recognised them; null if nothing was recognised. */
    extra: z.object({ tokens: z.array(NoteToken), engine: z.nullable(SpeechEngine) }),
    audit: 'note.viewed',
    example,
  },
})
