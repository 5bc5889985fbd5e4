import * as z from 'zod/mini'
import { defineRefusals } from '../call.ts'
import { day, id, idOf, patientName, text } from '../shapes.ts'
import { priorities } from './job.ts'

/** The most bytes of one chunk when the recorder cuts a file; a chunk of a live recording covers a second or two. */
export const chunkBytes = 8 * 1_048_576
/** The largest chunk that is accepted, in bytes. */
export const chunkBytesMost = 8 * 1_048_576
/** Extensions that the recorder accepts; conversion decides by content. */
export const audioExtensions = ['wav', 'mp3', 'm4a', 'webm', 'ogg', 'flac', 'wma', 'dss'] as const

/** The most chunks of one dictation; a live recording makes about 4,500 an hour. */
export const chunksMost = 100_000
/** The most dictations that one person may have begun but not submitted. */
export const openDictationsMost = 500
const dayMs = 86_400_000
const cutTooLong = 'A part to keep is outside the recording. Nothing was submitted.'
const moreArrived =
  'This recording is still growing: more of it just arrived. Nothing was submitted, and nothing is lost.'

export const dictationRefusals = defineRefusals({
  notAuthor: { status: 403, code: 'not-permitted', message: 'You are not permitted to do this operation' },
  facilityUnknown: {
    status: 422,
    code: 'facility-unknown',
    message: 'You don’t work at this facility, or it’s disabled. Choose another one.',
  },
  patientUnknown: { status: 422, code: 'patient-unknown', message: 'This facility doesn’t have this patient.' },
  templateUnknown: { status: 422, code: 'template-unknown', message: 'This template is no longer available.' },
  workTypeUnknown: { status: 422, code: 'work-type-unknown', message: 'This facility doesn’t use that work type.' },
  encounterDateInFuture: {
    status: 422,
    code: 'encounter-date-in-future',
    message: 'The date of encounter can’t be in the future.',
  },
  planExpired: {
    status: 422,
    code: 'plan-expired',
    message: 'This facility’s plan has expired. Your recording stays on this computer until the plan is renewed.',
  },
  planUsedUp: {
    status: 422,
    code: 'plan-used-up',
    message:
      'This facility has used all the dictation that its plan includes. Your recording stays on this computer until the next period begins or the plan is changed.',
  },
  overLimit: {
    status: 413,
    code: 'over-limit',
    message: 'This recording is too large (limit {limit} MB). Split it.',
  },
  otherPatient: {
    status: 409,
    code: 'other-patient',
    message: 'Someone changed this recording’s patient. Nothing was submitted. Check the patient and submit again.',
  },
  tooManyOpen: {
    status: 409,
    code: 'too-many-open',
    message: 'You have {most} recordings that haven’t been submitted. Submit or discard some of them first.',
  },
  submitted: { status: 409, code: 'already-submitted', message: 'This dictation has already been submitted.' },
  wrongHash: {
    status: 422,
    code: 'wrong-hash',
    message: 'This part of the recording was damaged in transit. It will be sent again.',
  },
  otherBytes: {
    status: 409,
    code: 'other-bytes',
    message: 'Part {chunk} already holds a different recording. Nothing was changed.',
  },
  chunkTooLarge: { status: 413, code: 'chunk-too-large', message: 'This part of the recording is too large.' },
  chunkEmpty: { status: 422, code: 'chunk-empty', message: 'This part of the recording is empty.' },
  tooManyChunks: {
    status: 413,
    code: 'too-many-chunks',
    message: 'This recording has too many parts. Submit it and continue in a new one.',
  },
  missingChunk: {
    status: 409,
    code: 'missing-chunk',
    message: 'Part of this recording hasn’t arrived yet. Send it and submit again.',
  },
  takeHash: {
    status: 422,
    code: 'take-hash',
    message: 'The parts that arrived don’t match what was recorded. Send them again.',
  },
  fileIncomplete: {
    status: 409,
    code: 'file-incomplete',
    message: 'Only {arrived} of {total} MB of this file has arrived. Choose the file again on this computer.',
  },
  empty: {
    status: 422,
    code: 'empty-audio',
    message: 'This recording is empty. Record again or choose another file.',
  },
  notAudio: {
    status: 422,
    code: 'not-audio',
    message: 'We can’t find any audio in this file. Use wav, mp3, m4a, webm, ogg, flac, wma or dss.',
  },
  incomplete: {
    status: 422,
    code: 'incomplete',
    message: 'This file is incomplete: its end is missing, so we can’t read it. Copy or export it again.',
  },
  playlist: {
    status: 422,
    code: 'playlist',
    message: 'This file is a playlist, not a recording. Choose the recording itself.',
  },
  tooLong: {
    status: 422,
    code: 'too-long',
    message: 'This recording is too long (limit {hours} hours). Split it.',
  },
  nothingKept: {
    status: 422,
    code: 'nothing-kept',
    message: 'You kept nothing of this recording, so there’s nothing to send. Record something first.',
  },
  ds2: {
    status: 422,
    code: 'ds2',
    message:
      'This recording is in DS2 format (Olympus, Philips, Grundig), which needs a converter. Export it as DSS or wav and try again.',
  },
  encryptedDs2: {
    status: 422,
    code: 'encrypted-ds2',
    message:
      'This recording is in encrypted DS2 format (Olympus, Philips), which needs a converter and its password. Export it as DSS or wav and try again.',
  },
  takeTwice: { status: 422, code: 'take-twice', message: 'A part is listed twice. Nothing was submitted.' },
  takeForgotten: { status: 409, code: 'take-forgotten', message: moreArrived },
  chunkForgotten: { status: 409, code: 'chunk-forgotten', message: moreArrived },
  badCut: { status: 422, code: 'bad-cut', message: cutTooLong },
  fileMissing: { status: 422, code: 'file-missing', message: 'Choose a recording first.' },
})

/** A part of a take to keep. An end past the take's end means its end: a browser's clock differs from its encoder's. */
export const Cut = z.strictObject({
  take: z.number().check(z.int(), z.minimum(0)),
  startMs: z.number().check(z.minimum(0), z.maximum(dayMs, cutTooLong)),
  endMs: z.number().check(z.minimum(0), z.maximum(dayMs, cutTooLong)),
})
/** The parts to keep, in order; null: everything. */
export const cuts = z.optional(z.nullable(z.array(Cut).check(z.maxLength(1000))))

/** A moment of a take at which the speaker said "check this". */
export const Marker = z.strictObject({
  take: z.number().check(z.int(), z.minimum(0)),
  ms: z.number().check(z.int(), z.minimum(0), z.maximum(dayMs)),
})
export const markers = z.optional(z.nullable(z.array(Marker).check(z.maxLength(1000))))

const unixMs = z.number().check(z.int(), z.minimum(0), z.maximum(8_640_000_000_000_000))
const about = {
  dictationId: idOf('none'),
  facilityId: idOf('none'),
  patientId: idOf('none'),
  templateId: z.optional(z.nullable(idOf('none'))),
  workType: z.optional(z.nullable(text(200))),
  dateOfEncounter: z.optional(z.nullable(day)),
  /** Its urgency; absent: ROUTINE (Q200). */
  priority: z.optional(z.nullable(z.enum(priorities))),
}
/** The subject of a dictation; `dictationId` is a UUIDv7 made by the client: the idempotency key. */
export const NewDictation = z.strictObject({
  ...about,
  mimeType: text(200),
  fileName: z.optional(z.nullable(text(300))),
  sizeBytes: z.optional(z.nullable(z.number().check(z.int(), z.minimum(0)))),
  /**
   * Increases whenever the data of the recording changes, so that an older update that arrives late changes nothing.
   */
  version: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000))),
  /** The parts kept so far, so that submitting from another computer keeps the same. */
  cuts,
  /** The markers so far; those in parts not kept are dropped when they are placed. */
  markers,
  /** When it was recorded, Unix milliseconds: the default date of encounter is its day. */
  recordedAtMs: z.optional(z.nullable(unixMs)),
  /** When this is sent, by the same clock, so that the clock's error can be removed. */
  sentAtMs: z.optional(z.nullable(unixMs)),
  /** A name that the browser chose for itself, by which it recognises its own recordings. */
  computer: z.optional(z.nullable(text(100))),
})

/** Durably stored chunks, as closed ranges of numbers. */
export const StoredTake = z.object({
  take: z.number(),
  received: z.array(z.tuple([z.number(), z.number()])),
  /** Of the stored chunks, as measured by their browser. */
  durationMs: z.number(),
})

export const DictationState = z.object({
  dictationId: id,
  facilityId: id,
  /** From its job, if there is one, since the patient of a job may be corrected. */
  patientId: id,
  patientName,
  createdDate: z.string(),
  fileName: z.nullable(z.string()),
  sizeBytes: z.nullable(z.number()),
  computer: z.nullable(z.string()),
  takes: z.array(StoredTake),
  cuts: z.nullable(z.array(Cut)),
  submitted: z.boolean(),
  jobId: z.nullable(id),
  jobNumber: z.nullable(z.string()),
})

/** A job and the bytes it contains: a browser may delete only what the job contains by its hash. */
export const JobOfDictation = z.object({
  jobId: id,
  jobNumber: z.string(),
  patientId: id,
  patientName,
  /** The hash is computed as in a submit. */
  takes: z.array(z.object({ take: z.number(), chunks: z.number(), sha256: z.string() })),
  /** The parts to keep from the recording's last update, including takes of which nothing has arrived. */
  cuts: z.nullable(z.array(Cut)),
  /** The newest version of the recording in the job: text retracted by it stays retracted. */
  version: z.number(),
})
