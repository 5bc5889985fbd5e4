import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { authors } from '../roles.ts'
import { flag, id, idOf, nothing } from '../shapes.ts'
import {
  chunksMost,
  Cut,
  cuts,
  DictationState,
  JobOfDictation,
  markers,
  NewDictation,
  StoredTake,
} from './dictation.ts'

export * from './dictation.ts'

const number = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/, 'Takes and chunks are numbered from 0.')),
  z.transform((value: string) => Number(value)),
)
const dictationParams = z.object({ dictationId: idOf('dictation') })

export const dictationCalls = defineCalls({
  beginDictation: {
    method: 'POST',
    path: '/clinic/dictation',
    summary: 'Begins a dictation. With the same id again, replaces its details until it is submitted.',
    callers: authors,
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
    summary: 'Stores one chunk, acknowledged when it is on disk. Headers: x-chunk-sha256 (hex), x-chunk-ms.',
    callers: authors,
    params: z.extend(dictationParams, { take: number, number }),
    kind: 'upload',
    result: z.object({ received: z.array(z.tuple([z.number(), z.number()])) }),
    answerWithinMs: 120_000,
    example: { params: { dictationId: '$dictation', take: 0, number: 0 } },
  },
  getDictation: {
    method: 'GET',
    path: '/clinic/dictation/{dictationId}',
    summary: 'What has arrived of a dictation, and the details of its job.',
    callers: authors,
    params: dictationParams,
    result: z.extend(DictationState, { job: z.nullable(JobOfDictation) }),
    audit: 'dictation.viewed',
    example: { params: { dictationId: '$dictation' } },
  },
  listHeadingsHeard: {
    method: 'GET',
    path: '/clinic/dictation/{dictationId}/headings-heard',
    summary:
      'Headings of its template that are said in what arrived of a take from a chunk on, for Directional Flow; the next one (null).',
    callers: authors,
    params: dictationParams,
    query: z.object({ take: number, from: number }),
    kind: 'in-steps',
    result: z.object({
      /** `off`: the server does not listen; `not-now`: it did not listen this time, so ask again. */
      listening: z.enum(['on', 'not-now', 'off']),
      /** The chunk at which the next request starts: the words at the end may have been incomplete. */
      next: z.number(),
      /** Null: "next heading". `atMs`: where it ends in the take; a heading recognised again has the same value. */
      heard: z.array(z.object({ heading: z.nullable(z.string()), atMs: z.number() })),
      /** Headings with a word of unknown pronunciation: they are not recognised by their names. */
      unknown: z.array(z.string()),
    }),
    answerWithinMs: 30_000,
    example: { params: { dictationId: '$dictation' }, query: { take: 0, from: 0 } },
  },
  listDictations: list({
    path: '/clinic/dictation',
    summary: 'The caller’s dictations. With open=true, those that were never submitted.',
    callers: authors,
    query: listQuery({ scope: { open: z.optional(flag) }, size: 100 }),
    row: DictationState,
    audit: 'dictations.viewed',
    example: { query: { open: true } },
  }),
  submitDictation: {
    method: 'POST',
    path: '/clinic/dictation/{dictationId}/submit',
    summary: 'Creates the job of a dictation and answers its details. Repeating it gives the same answer.',
    callers: authors,
    params: dictationParams,
    body: z.strictObject({
      /** The patient shown to the person: nothing is submitted for another patient. */
      patientId: z.optional(idOf('none')),
      facilityId: z.optional(idOf('none')),
      takes: z
        .array(
          z.strictObject({
            take: z.number().check(z.int(), z.minimum(0)),
            chunks: z.number().check(z.int(), z.minimum(0), z.maximum(chunksMost)),
            /**
             * SHA-256, hex, over the ordered hex hashes of the chunks, joined without a separator. Absent if a
             * recording is finished on another computer, which never had its bytes: then the server accepts what has
             * arrived.
             */
            sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i, 'This isn’t a SHA-256 hash.'))),
            /** Chunks that no computer has any more; the hash is that of the others. */
            missing: z.optional(z.array(z.number().check(z.int(), z.minimum(0))).check(z.maxLength(chunksMost))),
          }),
        )
        .check(z.minLength(1, 'A dictation needs at least one take.'), z.maxLength(1000)),
      /** The parts to keep; absent: those given at the beginning. */
      cuts,
      /** The speaker's markers; absent: those given at the beginning. */
      markers,
    }),
    kind: 'in-steps',
    result: JobOfDictation,
    answerWithinMs: 120_000,
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
    params: dictationParams,
    result: nothing,
    audit: 'dictation.discarded',
    example: { params: { dictationId: '$dictation' } },
  },
  uploadDictation: {
    method: 'POST',
    path: '/clinic/job',
    summary: 'A whole dictation in one call: multipart, file `audio` and the fields of a new dictation.',
    callers: authors,
    kind: 'upload',
    result: z.object({ jobId: id, jobNumber: z.string() }),
    answerWithinMs: 600_000,
    example: {},
  },
})
