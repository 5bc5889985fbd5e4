import type { Begun, HashedChunk, Intake, JobOfDictation, NewDictation, SubmittedTakes } from './intake.ts'
import { type ChunkPlace, storedChunks } from './stored-chunks.ts'

/** A recording as the upload sees it. It may grow and change its details during the upload. */
export interface UploadSource {
  /** The current details; the server gets them before any later chunk. */
  begin(): NewDictation
  /** Resolves when the details are stored where the recording was made, or cannot be stored now. */
  kept?(): Promise<unknown>
  takes(): readonly { take: number; chunks: number }[]
  /** @throws ChunkLost if the chunk no longer exists */
  read(place: ChunkPlace): Promise<{ bytes: Uint8Array<ArrayBuffer>; durationMs: number }>
  /** The parts of the takes to keep, in order; undefined: all. */
  cuts(): SubmittedTakes['cuts']
  /** The markers in the kept parts. */
  markers?(): SubmittedTakes['markers']
  /** Adds what the server has and this browser lost. */
  catchUp?(begun: Begun): void
  /** Compares the recording with the existing job. It may reject as a call does and is then called again. */
  meet?(job: JobOfDictation, signal: AbortSignal): Promise<void>
}

/** Sends the details of a recording to the server; each call rejects like those of the intake. */
export const sayTo = (intake: Intake, source: UploadSource, signal: AbortSignal) => ({
  /** Returns what the server has now, and the version that it knows. */
  async begin() {
    const said = source.begin()
    // After a crash, the page must not return with a patient other than the one that the server was told.
    await source.kept?.()
    const answer = await intake.begin(said, signal)
    source.catchUp?.(answer)
    return { version: said.version ?? 0, stored: storedChunks(answer.takes) }
  },
  store(chunk: Omit<HashedChunk, 'dictationId'>) {
    const { dictationId } = source.begin()
    return intake.storeChunk({ dictationId, ...chunk }, signal)
  },
  async submit(takes: Promise<SubmittedTakes['takes']>) {
    const { dictationId, patientId, facilityId } = source.begin()
    const cuts = source.cuts() ?? null
    const markers = source.markers?.()
    const said = { patientId, facilityId, cuts, ...(markers && { markers }) }
    return intake.submit(dictationId, { ...said, takes: await takes }, signal)
  },
  async findJob() {
    const job = await intake.findJob(source.begin().dictationId, signal)
    if (!job) throw new Error('The server has no job of what it says was submitted.')
    return job
  },
})
