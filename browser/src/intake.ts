import type { ClientInput } from '@dictara/contract'
import type { dictationCalls } from '@dictara/contract/dictations'
import type { ChunkPlace, StoredTake } from './stored-chunks.ts'

export type NewDictation = ClientInput<(typeof dictationCalls)['beginDictation']>['body']
export type SubmittedTakes = ClientInput<(typeof dictationCalls)['submitDictation']>['body']
export interface Submitted {
  jobId: string
  jobNumber: string
}

/** A job and what it holds: a browser forgets nothing that is not in it by its hash. */
export interface JobOfDictation extends Submitted {
  patientId: string
  patientName: string
  takes: readonly { take: number; chunks: number; sha256: string }[]
  cuts: readonly { take: number; startMs: number; endMs: number }[] | null
  /** Of the recording, as the server knew it when the job was made. */
  version: number
}

/** What the server knows of a dictation: another page of this browser may have said more before it crashed. */
export interface Begun {
  version: number
  cuts: JobOfDictation['cuts']
  takes: readonly StoredTake[]
}

/** The server's side of an upload (wire.md, Dictation intake). Every call may be repeated; it rejects with the call's failure. */
export interface Intake {
  /** Begins it, or says what it is about by now; rejects with 409 `already-submitted` when it is a job. */
  begin(dictation: NewDictation, signal: AbortSignal): Promise<Begun>
  /** Resolves when the chunk is durably stored, also when it is in a job. */
  storeChunk(chunk: HashedChunk, signal: AbortSignal): Promise<void>
  submit(dictationId: string, body: SubmittedTakes, signal: AbortSignal): Promise<JobOfDictation>
  /** The job that was made of a dictation; nothing when there is none. */
  findJob(dictationId: string, signal?: AbortSignal): Promise<JobOfDictation | undefined>
}

export interface HashedChunk extends ChunkPlace {
  dictationId: string
  bytes: Uint8Array<ArrayBuffer>
  durationMs: number
  sha256: string
}
