import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { day, flag, id, nothing, text } from '../shapes.ts'
import { authors, everyone } from '../roles.ts'

/** Bytes of one chunk as the recorder cuts a file; a chunk of a live recording is what a second or two made. */
export const chunkBytes = 8 * 1_048_576
/** The largest chunk that is accepted. */
export const chunkBytesMost = 8 * 1_048_576
/** Extensions that the recorder accepts; conversion decides by content. */
export const audioExtensions = ['wav', 'mp3', 'm4a', 'webm', 'ogg', 'flac', 'wma', 'dss'] as const

/** The most pieces that one dictation may have; a live recording makes about 4,500 an hour. */
export const chunksMost = 100_000
/** The most dictations that one person may have begun and not submitted. */
export const openDictationsMost = 500
const dayMs = 86_400_000
const cutTooLong = 'A part to keep lies outside the recording. Nothing was submitted.'
const moreArrived =
  'More of this recording has arrived meanwhile: it is still being recorded or sent. Nothing was submitted, and nothing is lost.'

export const dictationRefusals = defineRefusals({
  notAuthor: { status: 403, code: 'not-permitted', message: 'You are not permitted to do this operation' },
  facilityUnknown: {
    status: 422,
    code: 'facility-unknown',
    message: 'This facility is not one of yours, or it is disabled. Please choose another one.',
  },
  patientUnknown: { status: 422, code: 'patient-unknown', message: 'This patient is not known at the facility.' },
  templateUnknown: { status: 422, code: 'template-unknown', message: 'This template is not available any more.' },
  workTypeUnknown: { status: 422, code: 'work-type-unknown', message: 'This facility does not use that work type.' },
  encounterDateInFuture: {
    status: 422,
    code: 'encounter-date-in-future',
    message: 'The date of encounter cannot be in the future.',
  },
  planExpired: {
    status: 422,
    code: 'plan-expired',
    message: 'The plan of this facility has expired. Your recording stays on this computer until it is renewed.',
  },
  overLimit: {
    status: 413,
    code: 'over-limit',
    message: 'This recording is larger than the limit of {limit} MB. Please split it.',
  },
  otherPatient: {
    status: 409,
    code: 'other-patient',
    message: 'The patient of this recording was changed meanwhile. Nothing was submitted: please look at it again.',
  },
  tooManyOpen: {
    status: 409,
    code: 'too-many-open',
    message: 'You have {most} recordings that were never submitted. Please send or discard some of them first.',
  },
  submitted: { status: 409, code: 'already-submitted', message: 'This dictation has already been submitted.' },
  wrongHash: {
    status: 422,
    code: 'wrong-hash',
    message: 'This part of the recording was damaged on its way. It will be sent again.',
  },
  otherBytes: {
    status: 409,
    code: 'other-bytes',
    message: 'Another recording is already stored for part {chunk}. Nothing was changed.',
  },
  chunkTooLarge: { status: 413, code: 'chunk-too-large', message: 'This part of the recording is too large.' },
  chunkEmpty: { status: 422, code: 'chunk-empty', message: 'This part of the recording is empty.' },
  tooManyChunks: {
    status: 413,
    code: 'too-many-chunks',
    message: 'This recording has too many parts. Please submit it, and go on in another one.',
  },
  missingChunk: {
    status: 409,
    code: 'missing-chunk',
    message: 'A part of this recording has not arrived yet. Please send it and submit again.',
  },
  takeHash: {
    status: 422,
    code: 'take-hash',
    message: 'The parts that arrived do not add up to what was recorded. Please send them again.',
  },
  fileIncomplete: {
    status: 409,
    code: 'file-incomplete',
    message: 'Only {arrived} of {total} MB of this file have arrived. Please choose the file again on this computer.',
  },
  empty: {
    status: 422,
    code: 'empty-audio',
    message: 'This recording is empty. Please record or choose another file.',
  },
  notAudio: {
    status: 422,
    code: 'not-audio',
    message: 'This file holds no sound that can be read. Please use wav, mp3, m4a, webm, ogg, flac, wma or dss.',
  },
  incomplete: {
    status: 422,
    code: 'incomplete',
    message:
      'This file is incomplete: its end is missing, and without it nothing of it can be read. Please copy or export it again.',
  },
  playlist: {
    status: 422,
    code: 'playlist',
    message: 'This file is a list that points at recordings, and holds none itself. Please choose the recording.',
  },
  tooLong: {
    status: 422,
    code: 'too-long',
    message: 'This recording is longer than the limit of {hours} h. Please split it.',
  },
  nothingKept: {
    status: 422,
    code: 'nothing-kept',
    message: 'Nothing of this recording was kept, so there is nothing to send. Please record something first.',
  },
  ds2: {
    status: 422,
    code: 'ds2',
    message: 'DS2 recordings need a converter. Please export the recording as DSS or wav and try again.',
  },
  takeTwice: { status: 422, code: 'take-twice', message: 'A part is named twice. Nothing was submitted.' },
  takeForgotten: { status: 409, code: 'take-forgotten', message: moreArrived },
  chunkForgotten: { status: 409, code: 'chunk-forgotten', message: moreArrived },
  badCut: { status: 422, code: 'bad-cut', message: cutTooLong },
  fileMissing: { status: 422, code: 'file-missing', message: 'Please choose a recording first.' },
})

/** A stretch of a take to keep. An end past the take's end means its end: a browser's clock is not that of its encoder. */
const Cut = z.strictObject({
  take: z.number().check(z.int(), z.minimum(0)),
  startMs: z.number().check(z.minimum(0), z.maximum(dayMs, cutTooLong)),
  endMs: z.number().check(z.minimum(0), z.maximum(dayMs, cutTooLong)),
})
/** What to keep, in order; null: all of it. */
const cuts = z.optional(z.nullable(z.array(Cut).check(z.maxLength(1000))))

const unixMs = z.number().check(z.int(), z.minimum(0), z.maximum(8_640_000_000_000_000))
const about = {
  dictationId: id,
  facilityId: id,
  patientId: id,
  templateId: z.optional(z.nullable(id)),
  workType: z.optional(z.nullable(text(200))),
  dateOfEncounter: z.optional(z.nullable(day)),
}
/** What a dictation is about; `dictationId` is a UUIDv7 that the client makes: the idempotency key. */
export const NewDictation = z.strictObject({
  ...about,
  mimeType: text(200),
  fileName: z.optional(z.nullable(text(300))),
  sizeBytes: z.optional(z.nullable(z.number().check(z.int(), z.minimum(0)))),
  /** Grows whenever the recording says something else of itself: an older word that comes late changes nothing. */
  version: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000))),
  /** What is kept so far: whoever submits it from another computer keeps the same. */
  cuts,
  /** When it was recorded, Unix milliseconds: its day is the date of encounter when none is given. */
  recordedAtMs: z.optional(z.nullable(unixMs)),
  /** When this is sent, by the same clock: how far that is wrong is no part of when it was recorded. */
  sentAtMs: z.optional(z.nullable(unixMs)),
  /** A name that the browser gave itself, so that it knows its own recordings again. */
  computer: z.optional(z.nullable(text(100))),
})

/** Chunks that are durably stored, as closed ranges of numbers. */
export const StoredTake = z.object({
  take: z.number(),
  received: z.array(z.tuple([z.number(), z.number()])),
  /** Of what has arrived, as its browser measured it. */
  durationMs: z.number(),
})

export const DictationState = z.object({
  dictationId: id,
  facilityId: id,
  /** Of its job, when it has one: the patient of a job may be corrected. */
  patientId: id,
  patientName: z.string(),
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

const submitted = z.object({ jobId: id, jobNumber: z.string() })
/** A job, and which bytes it holds: only what is in it by its hash may be forgotten by a browser. */
const JobOfDictation = z.object({
  jobId: id,
  jobNumber: z.string(),
  patientId: id,
  patientName: z.string(),
  /** The hash is made as that of a submit. */
  takes: z.array(z.object({ take: z.number(), chunks: z.number(), sha256: z.string() })),
  /** What the recording said last of what it keeps, also of takes of which nothing has arrived. */
  cuts: z.nullable(z.array(Cut)),
  /** The newest word of the recording that the job was made by: what that retracted stays retracted. */
  version: z.number(),
})
const number = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/, 'Takes and chunks are numbered from 0.')),
  z.transform((value: string) => Number(value)),
)
const dictationParams = z.object({ dictationId: id })

export const dictationCalls = defineCalls({
  beginDictation: {
    method: 'POST',
    path: '/clinic/dictation',
    summary: 'Begins a dictation; the same id again says what it is about by now, until it is submitted.',
    callers: authors,
    ids: { dictationId: 'none', facilityId: 'none', patientId: 'none', templateId: 'none' },
    body: NewDictation,
    result: z.object({
      dictationId: id,
      /** The newest version that the server knows. */
      version: z.number(),
      cuts: z.nullable(z.array(Cut)),
      chunkBytes: z.number(),
      limitBytes: z.number(),
      takes: z.array(StoredTake),
    }),
    audit: null,
    person: true,
    example: {
      body: {
        dictationId: '$new',
        facilityId: '$facility',
        patientId: '$patient',
        mimeType: 'audio/webm',
      },
    },
  },
  storeChunk: {
    method: 'PUT',
    path: '/clinic/dictation/{dictationId}/take/{take}/chunk/{number}',
    summary: 'Stores one chunk; acknowledged when it is on disk. Headers x-chunk-sha256 (hex), x-chunk-ms.',
    callers: authors,
    ids: { dictationId: 'dictation' },
    params: z.object({ dictationId: id, take: number, number }),
    kind: 'upload',
    result: z.object({ received: z.array(z.tuple([z.number(), z.number()])) }),
    answerWithinMs: 120_000,
    audit: null,
    person: true,
    example: { params: { dictationId: '$dictation', take: 0, number: 0 } },
  },
  getDictation: {
    method: 'GET',
    path: '/clinic/dictation/{dictationId}',
    summary: 'What has arrived of a dictation, and what its job holds.',
    callers: authors,
    ids: { dictationId: 'dictation' },
    params: dictationParams,
    result: z.extend(DictationState, { job: z.nullable(JobOfDictation) }),
    audit: null,
    person: false,
    example: { params: { dictationId: '$dictation' } },
  },
  listDictations: list({
    path: '/clinic/dictation',
    summary: 'The caller’s dictations; with open=true those that were never submitted.',
    callers: authors,
    query: listQuery({ scope: { open: z.optional(flag) }, size: 100 }),
    row: DictationState,
    example: { query: { open: true } },
  }),
  submitDictation: {
    method: 'POST',
    path: '/clinic/dictation/{dictationId}/submit',
    summary: 'Makes the job of a dictation; again: the same answer, which tells what the job holds.',
    callers: authors,
    ids: { dictationId: 'dictation', facilityId: 'none', patientId: 'none' },
    params: dictationParams,
    body: z.strictObject({
      /** Whom the person was shown: nothing is submitted for anybody else. */
      patientId: z.optional(id),
      facilityId: z.optional(id),
      takes: z
        .array(
          z.strictObject({
            take: z.number().check(z.int(), z.minimum(0)),
            chunks: z.number().check(z.int(), z.minimum(0), z.maximum(chunksMost)),
            /**
             * SHA-256, hex, over the ordered hex hashes of the chunks, joined without a separator. Absent when a recording
             * is finished on another computer, which never had its bytes: what has arrived is then taken as it is.
             */
            sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i, 'This is not a SHA-256 hash.'))),
            /** Chunks that no computer has any more; the hash is that of the others. */
            missing: z.optional(z.array(z.number().check(z.int(), z.minimum(0))).check(z.maxLength(chunksMost))),
          }),
        )
        .check(z.minLength(1, 'A dictation has at least one take.'), z.maxLength(1000)),
      /** What to keep; absent: what was kept when it was begun. */
      cuts,
    }),
    kind: 'in-steps',
    result: JobOfDictation,
    answerWithinMs: 120_000,
    audit: null,
    person: true,
    example: {
      params: { dictationId: '$dictation' },
      body: { takes: [{ take: 0, chunks: 1, sha256: '0'.repeat(64) }] },
    },
  },
  deleteDictation: {
    method: 'DELETE',
    path: '/clinic/dictation/{dictationId}',
    summary: 'Discards a dictation that was not submitted.',
    callers: authors,
    ids: { dictationId: 'dictation' },
    params: dictationParams,
    result: nothing,
    audit: 'dictation.discarded',
    person: true,
    example: { params: { dictationId: '$dictation' } },
  },
  uploadDictation: {
    method: 'POST',
    path: '/clinic/job',
    summary: 'A whole dictation in one call: multipart, file `audio` and the fields of a new dictation.',
    callers: authors,
    kind: 'upload',
    result: submitted,
    answerWithinMs: 600_000,
    audit: null,
    person: true,
    example: {},
  },
  getAudioUrl: {
    method: 'GET',
    path: '/clinic/job/{id}/audio-url',
    summary: 'An address of the audio, bound to session and job, for a few hours at most.',
    callers: everyone,
    ids: { id: 'job' },
    params: z.object({ id }),
    result: z.string(),
    audit: 'audio.opened',
    person: true,
    example: { params: { id: '$job' } },
  },
  getAudio: {
    method: 'GET',
    path: '/clinic/job/{id}/audio',
    summary: 'The audio, with Range; session and job are checked at every request. Takes the bearer or the signed key.',
    callers: 'public',
    limit: 'none',
    ids: { id: 'none' },
    params: z.object({ id }),
    query: z.object({ key: z.optional(z.string().check(z.maxLength(2000))) }),
    kind: 'download',
    result: nothing,
    audit: null,
    person: false,
    example: { params: { id: '$job' } },
  },
  getPeaks: {
    method: 'GET',
    path: '/clinic/job/{id}/peaks',
    summary: 'Peaks for the waveform: whole numbers 0 to 100, evenly spread over the length in seconds.',
    callers: everyone,
    ids: { id: 'job' },
    params: z.object({ id }),
    result: z.object({ durationSeconds: z.number(), peaks: z.array(z.number()) }),
    audit: null,
    person: false,
    example: { params: { id: '$job' } },
  },
})

const { getAudioUrl, getAudio, getPeaks, ...intake } = dictationCalls

/** The calls of the intake, which this version serves. */
export const servedDictationCalls = intake
/** The recording of a job as people hear and see it. */
export const listeningCalls = { getAudioUrl, getAudio, getPeaks }

export const listeningRefusals = defineRefusals({
  notReady: {
    status: 422,
    code: 'audio-not-ready',
    message: 'The recording is being prepared. It can be played in a moment.',
  },
  failed: {
    status: 422,
    code: 'audio-failed',
    message: 'The recording could not be prepared for listening. {reason}',
  },
})
