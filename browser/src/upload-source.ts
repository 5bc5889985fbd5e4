import type { Begun, HashedChunk, Intake, JobOfDictation, NewDictation, SubmittedTakes } from './intake.ts'
import { type ChunkPlace, storedChunks } from './stored-chunks.ts'

/** A recording as the upload sees it; it may grow meanwhile, and say something else of itself. */
export interface UploadSource {
  /** What it says of itself by now: the server is told before any later chunk goes. */
  begin(): NewDictation
  /** Resolves when what it says of itself is kept where it was recorded, or cannot be by now. */
  kept?(): Promise<unknown>
  takes(): readonly { take: number; chunks: number }[]
  /** @throws ChunkLost when it is nowhere any more */
  read(place: ChunkPlace): Promise<{ bytes: Uint8Array<ArrayBuffer>; durationMs: number }>
  /** What to keep of the takes, in order; nothing: all of it. */
  cuts(): SubmittedTakes['cuts']
  /** What is to be checked in what is kept. */
  markers?(): SubmittedTakes['markers']
  /** Takes over what the server has of it and this browser lost. */
  catchUp?(begun: Begun): void
  /** Compares itself with the job that there is; may reject as a call does, and is then asked again. */
  meet?(job: JobOfDictation, signal: AbortSignal): Promise<void>
}

/** What the server is told of a recording; each call rejects as those of the intake do. */
export const sayTo = (intake: Intake, source: UploadSource, signal: AbortSignal) => ({
  /** Answers what the server has by now, and of which version it knows. */
  async begin() {
    const said = source.begin()
    // a page that crashes must not come back with another patient than the server was told
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
