import { dictationRefusals } from '@dictara/contract/dictations'
import type { Actor } from '../../platform/actor.ts'
import type { Doors, Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { receiveJob } from '../jobs/index.ts'
import { checkDetails } from './begin-dictation.ts'
import type { CheckSound } from './check-sound.ts'
import { hashOfTake, type JobOfDictation, jobOf } from './job-of-dictation.ts'
import {
  type Chunk,
  type Cut,
  type Dictation,
  findDictationForChange,
  listChunks,
  listRanges,
  type StoredRanges,
  updateSubmitted,
} from './dictations.store.ts'

export interface Submission {
  patientId?: string | undefined
  facilityId?: string | undefined
  takes: {
    take: number
    chunks: number
    sha256?: string | undefined
    /** Numbers of chunks that are lost for good. */
    missing?: number[] | undefined
  }[]
  cuts?: Cut[] | null | undefined
}

export interface SubmitParts {
  doors: Doors
  checkSound: CheckSound
}

/** The chunks of each submitted take, in order. Every stored take has to be named, to its end: nothing is dropped unsaid. */
function checkTakes({ takes }: Submission, stored: readonly Chunk[]): Chunk[][] {
  const named = takes.map(({ take }) => take)
  refuseUnless(new Set(named).size === named.length, dictationRefusals.takeTwice)
  refuseUnless(
    stored.every(({ take }) => named.includes(take)),
    dictationRefusals.takeForgotten,
  )
  return takes.map(({ take, chunks, sha256, missing }) => {
    const lost = new Set(missing)
    const ofTake = new Map(stored.filter((chunk) => chunk.take === take).map((chunk) => [chunk.number, chunk]))
    for (let number = 0; number < chunks; number += 1)
      refuseUnless(ofTake.has(number) || lost.has(number), dictationRefusals.missingChunk)
    // Behind a gap something may have arrived from a recording whose middle was lost; right behind the end nothing may.
    refuseUnless(!ofTake.has(chunks), dictationRefusals.chunkForgotten)
    const ordered = Array.from({ length: chunks }, (_, number) => ofTake.get(number)).filter((chunk) => !!chunk)
    refuseUnless(sha256 === undefined || hashOfTake(ordered) === sha256.toLowerCase(), dictationRefusals.takeHash)
    return ordered
  })
}

/** What to keep: as it is submitted, or of what was kept when it was begun all that has arrived. */
function cutsToKeep({ takes, cuts }: Submission, dictation: Dictation): Cut[] | null {
  const isHere = (cut: Cut) => takes.some(({ take, chunks }) => take === cut.take && chunks > 0)
  const kept = cuts === undefined ? (dictation.cuts?.filter(isHere) ?? null) : cuts
  refuseUnless(!kept || kept.length > 0, dictationRefusals.nothingKept)
  for (const cut of kept ?? []) refuseUnless(cut.startMs < cut.endMs && isHere(cut), dictationRefusals.badCut)
  return kept
}

const bytesIn = (takes: readonly (readonly Chunk[])[]) =>
  takes.flat().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
const megabytes = (bytes: number) => Math.max(1, Math.round(bytes / 1_048_576))

/** A file is submitted whole: what a part of it says nobody knows. */
function checkFile({ takes: named }: Submission, takes: readonly (readonly Chunk[])[], { sizeBytes }: Dictation) {
  const arrived = bytesIn(takes)
  refuseUnless(
    sizeBytes === null || arrived >= sizeBytes || named.some(({ missing }) => missing?.length),
    dictationRefusals.fileIncomplete,
    { arrived: megabytes(arrived), total: megabytes(sizeBytes ?? 0) },
  )
}

/** No recording is longer, whatever its parts say of themselves. */
const longestMs = 24 * 3_600_000

/** How long what is kept is, as far as the recorder told; 0 where it did not. */
function toldMs(told: readonly StoredRanges[], cuts: readonly Cut[] | null): number {
  if (!cuts) return told.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const lengths = new Map(told.map(({ take, durationMs }) => [take, durationMs]))
  return cuts.reduce(
    (sum, { take, startMs, endMs }) => sum + Math.max(0, Math.min(endMs, lengths.get(take) ?? 0) - startMs),
    0,
  )
}

/** The patient that the person was shown is the patient that it is for. */
const isAsShown = ({ patientId, facilityId }: Submission, dictation: Dictation) =>
  (patientId ?? dictation.patientId) === dictation.patientId &&
  (facilityId ?? dictation.facilityId) === dictation.facilityId

/** Everything that can be told without reading the sound. */
async function checkSubmission(work: Work, actor: Actor, dictation: Dictation, submission: Submission) {
  refuseUnless(isAsShown(submission, dictation), dictationRefusals.otherPatient)
  const { recordedOn } = await checkDetails(work, actor, dictation, dictation.recordedAt ?? dictation.createdAt)
  const takes = checkTakes(submission, await listChunks(work, dictation.id))
  const cuts = cutsToKeep(submission, dictation)
  refuseUnless(
    takes.some((chunks) => chunks.length > 0),
    dictationRefusals.empty,
  )
  checkFile(submission, takes, dictation)
  return { takes: takes.filter((chunks) => chunks.length > 0), cuts, recordedOn }
}

async function getOwn(work: Work, actor: Actor, dictationId: string): Promise<Dictation> {
  const dictation = await findDictationForChange(work, dictationId)
  if (dictation?.authorId !== actor.userId) throw notFound()
  return dictation
}

/** The job that there is already; one that was made for another patient than the person was shown is told as such. */
async function made(work: Work, submission: Submission, dictation: Dictation): Promise<JobOfDictation> {
  refuseUnless(isAsShown(submission, dictation), dictationRefusals.submitted)
  return (await jobOf(work, dictation))!
}

/**
 * Makes the job of a dictation; again: the same job. Everything is checked before anything is changed, the sound outside
 * of a transaction.
 * @throws Refusal 409 that names a chunk which is not here, 422 for what cannot become a job.
 */
export async function submitDictation(
  { doors, checkSound }: SubmitParts,
  actor: Actor,
  dictationId: string,
  submission: Submission,
) {
  const looked = await doors.inClinic(actor, async (work) => {
    const dictation = await getOwn(work, actor, dictationId)
    if (dictation.jobId) return { before: await made(work, submission, dictation), takes: [] }
    return { before: null, ...(await checkSubmission(work, actor, dictation, submission)) }
  })
  if (looked.before) return looked.before
  await checkSound(looked.takes, looked.cuts).catch(async (error: unknown) => {
    // Discarded meanwhile: its bytes went while they were looked at.
    await doors.inClinic(actor, (work) => getOwn(work, actor, dictationId))
    throw error
  })
  return doors.inClinic(actor, async (work) => {
    const dictation = await getOwn(work, actor, dictationId)
    if (dictation.jobId) return made(work, submission, dictation)
    const { cuts, recordedOn } = await checkSubmission(work, actor, dictation, submission)
    const told = (await listRanges(work, [dictationId])).get(dictationId) ?? []
    const job = await receiveJob(work, {
      dictationId,
      authorId: dictation.authorId,
      patientId: dictation.patientId,
      facilityId: dictation.facilityId,
      templateId: dictation.templateId,
      workType: dictation.workType,
      dateOfEncounter: dictation.dateOfEncounter ?? recordedOn,
      audioMs: Math.min(longestMs, Math.round(toldMs(told, cuts))),
    })
    const takes = submission.takes.map(({ take, chunks }) => ({ take, chunks }))
    await updateSubmitted(work, dictationId, job.jobId, takes, cuts)
    return (await jobOf(work, { ...dictation, jobId: job.jobId, takes, cuts }))!
  })
}
