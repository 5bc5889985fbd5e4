import type { CallSpec, ClientInput, Envelope } from '@dictara/contract'
import type { dictationCalls } from '@dictara/contract/dictations'
import type { ChunkPlace } from './stored-chunks.ts'

type Calls = typeof dictationCalls
type ResultOf<C extends CallSpec> = Envelope<C>['result'][number]

export type NewDictation = ClientInput<Calls['beginDictation']>['body']
export type SubmittedTakes = ClientInput<Calls['submitDictation']>['body']
/** A job and its content. A browser deletes only what the job contains by hash. */
export type JobOfDictation = ResultOf<Calls['submitDictation']>
/** The server's knowledge of a dictation. Another page of this browser may have sent more before it crashed. */
export type Begun = Pick<ResultOf<Calls['beginDictation']>, 'version' | 'cuts' | 'takes'>
/** A dictation as the server lists it. */
export type ListedDictation = ResultOf<Calls['listDictations']>

/** The server's side of an upload (wire.md, Dictation intake). Every call may be repeated; it rejects with the call's failure. */
export interface Intake {
  /** Begins a dictation or updates its details; rejects with 409 `already-submitted` if it already is a job. */
  begin(dictation: NewDictation, signal: AbortSignal): Promise<Begun>
  /** Resolves when the chunk is durably stored, also if it is already in a job. */
  storeChunk(chunk: HashedChunk, signal: AbortSignal): Promise<void>
  submit(dictationId: string, body: SubmittedTakes, signal: AbortSignal): Promise<JobOfDictation>
  /** The job made from a dictation; undefined if there is none. */
  findJob(dictationId: string, signal?: AbortSignal): Promise<JobOfDictation | undefined>
}

export interface HashedChunk extends ChunkPlace {
  dictationId: string
  bytes: Uint8Array<ArrayBuffer>
  durationMs: number
  sha256: string
}
