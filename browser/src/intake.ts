import type { ClientInput } from '@dictara/contract'
import type { dictationCalls } from '@dictara/contract/dictations'
import type { ChunkPlace, StoredTake } from './stored-chunks.ts'

export type NewDictation = ClientInput<(typeof dictationCalls)['beginDictation']>['body']
export type SubmittedTakes = ClientInput<(typeof dictationCalls)['submitDictation']>['body']
export interface Submitted {
  jobId: string
  jobNumber: string
}

/** The server's side of an upload (api.md, Dictation intake). Every call may be repeated; it rejects with the call's failure. */
export interface Intake {
  begin(dictation: NewDictation, signal: AbortSignal): Promise<{ takes: readonly StoredTake[] }>
  /** Resolves when the chunk is durably stored. */
  storeChunk(chunk: HashedChunk, signal: AbortSignal): Promise<void>
  submit(dictationId: string, body: SubmittedTakes, signal: AbortSignal): Promise<Submitted>
  /** The job of a dictation that was submitted before. */
  findSubmitted(dictationId: string, signal: AbortSignal): Promise<Submitted>
}

export interface HashedChunk extends ChunkPlace {
  dictationId: string
  bytes: Uint8Array<ArrayBuffer>
  sha256: string
}
