import type { CallInput } from '@dictara/contract'
import { type dictationCalls, dictationRefusals } from '@dictara/contract/dictations'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Doors, Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { receiveJob } from '../jobs/index.ts'
import { findSurvivor } from '../patients/index.ts'
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
  type SubmittedTake,
  updateSubmitted,
} from './dictations.store.ts'

export type Submission = CallInput<(typeof dictationCalls)['submitDictation']>['body']

export interface SubmitParts {
  doors: Doors
  checkSound: CheckSound
}

interface CheckedTake {
  take: SubmittedTake
  /** The stored chunks, in order. */
  stored: Chunk[]
}

/** Finds the stored chunks of each submitted take. Every stored take must be named, to its end: nothing is dropped silently. */
function checkTakes({ takes }: Submission, stored: readonly Chunk[]): CheckedTake[] {
  const named = takes.map(({ take }) => take)
  refuseUnless(new Set(named).size === named.length, dictationRefusals.takeTwice)
  refuseUnless(
    stored.every(({ take }) => named.includes(take)),
    dictationRefusals.takeForgotten,
  )
  return takes.map(({ take, chunks, sha256, missing: lost }) => {
    const ofTake = new Map(stored.filter((chunk) => chunk.take === take).map((chunk) => [chunk.number, chunk]))
    const numbers = Array.from({ length: chunks }, (_, number) => number)
    const missing = numbers.filter((number) => !ofTake.has(number))
    const isGone = new Set(lost)
    refuseUnless(
      missing.every((number) => isGone.has(number)),
      dictationRefusals.missingChunk,
    )
    // Chunks after a gap may exist if the middle of a recording was lost. A chunk right after the end must not exist.
    refuseUnless(!ofTake.has(chunks), dictationRefusals.chunkForgotten)
    const here = numbers.flatMap((number) => ofTake.get(number) ?? [])
    refuseUnless(sha256 === undefined || hashOfTake(here) === sha256.toLowerCase(), dictationRefusals.takeHash)
    return { take: { take, chunks, ...(missing.length > 0 && { missing }) }, stored: here }
  })
}

/**
 * The parts to keep: as submitted, or as the recording last reported. They may include takes of which nothing has arrived: the
 * computer that has them learns from these parts what was retracted.
 */
function cutsToKeep({ takes, cuts }: Submission, dictation: Dictation): Cut[] | null {
  const isHere = (cut: Cut) => takes.some(({ take, chunks }) => take === cut.take && chunks > 0)
  const kept = cuts === undefined ? dictation.cuts : cuts
  refuseUnless(!kept || (cuts ?? kept.filter(isHere)).length > 0, dictationRefusals.nothingKept)
  for (const cut of kept ?? [])
    refuseUnless(cut.startMs < cut.endMs && (!cuts || isHere(cut)), dictationRefusals.badCut)
  return kept
}

const megabytes = (bytes: number) => Math.max(1, Math.round(bytes / 1_048_576))

/** Refuses a file that has not fully arrived, unless chunks are declared missing. */
function checkFile(takes: readonly CheckedTake[], { sizeBytes }: Dictation) {
  const arrived = takes.flatMap(({ stored }) => stored).reduce((sum, chunk) => sum + chunk.sizeBytes, 0)
  refuseUnless(
    sizeBytes === null || arrived >= sizeBytes || takes.some(({ take }) => take.missing),
    dictationRefusals.fileIncomplete,
    { arrived: megabytes(arrived), total: megabytes(sizeBytes ?? 0) },
  )
}

/** The longest length that is recorded for a job, whatever its chunks report. */
const longestMs = 24 * 3_600_000

/** The length of the kept parts as the recorder reported it; 0 if it reported none. */
function reportedLengthMs(told: readonly StoredRanges[], cuts: readonly Cut[] | null): number {
  if (!cuts) return told.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const lengths = new Map(told.map(({ take, durationMs }) => [take, durationMs]))
  return cuts.reduce(
    (sum, { take, startMs, endMs }) => sum + Math.max(0, Math.min(endMs, lengths.get(take) ?? 0) - startMs),
    0,
  )
}

/** True when the person was shown the dictation's present patient, or one who was merged into them, and facility. */
const isAsShown = async (work: Work, { patientId, facilityId }: Submission, dictation: Dictation) =>
  (!patientId || (await findSurvivor(work, patientId)) === dictation.patientId) &&
  (facilityId ?? dictation.facilityId) === dictation.facilityId

/** All checks that do not need the sound. */
async function checkSubmission(work: ClinicWork, dictation: Dictation, submission: Submission) {
  refuseUnless(await isAsShown(work, submission, dictation), dictationRefusals.otherPatient)
  // The template was checked when the dictation began. Later changes to it must not prevent sending.
  const details = { ...dictation, templateId: null }
  const { recordedOn } = await checkDetails(work, details, dictation.recordedAt ?? dictation.createdAt)
  const checked = checkTakes(submission, await listChunks(work, dictation.id))
  const cuts = cutsToKeep(submission, dictation)
  const stored = checked.map((one) => one.stored).filter((chunks) => chunks.length > 0)
  refuseUnless(stored.length > 0, dictationRefusals.empty)
  checkFile(checked, dictation)
  return { takes: checked.map(({ take }) => take), stored, cuts, recordedOn }
}

async function getOwn(work: ClinicWork, dictationId: string): Promise<Dictation> {
  const dictation = await findDictationForChange(work, dictationId)
  if (dictation?.authorId !== work.actor.userId) throw notFound()
  return dictation
}

/** The existing job. @throws Refusal when it was made for another patient than the person was shown */
async function made(work: Work, submission: Submission, dictation: Dictation): Promise<JobOfDictation> {
  refuseUnless(await isAsShown(work, submission, dictation), dictationRefusals.submitted)
  return (await jobOf(work, dictation))!
}

/**
 * Makes the job of a dictation. Submitting again answers the same job. Checks everything before it changes anything; checks the
 * sound outside a transaction.
 * @throws Refusal 409 that names a missing chunk, 422 for a dictation that cannot become a job.
 */
export async function submitDictation(
  { doors, checkSound }: SubmitParts,
  actor: Actor,
  dictationId: string,
  submission: Submission,
) {
  const looked = await doors.inClinic(actor, async (work) => {
    const dictation = await getOwn(work, dictationId)
    if (dictation.jobId) return { before: await made(work, submission, dictation) }
    return { before: null, ...(await checkSubmission(work, dictation, submission)) }
  })
  if (looked.before) return looked.before
  await checkSound(looked.stored, looked.cuts).catch(async (error: unknown) => {
    // If it was discarded meanwhile, its bytes disappeared during the check: answer 404.
    await doors.inClinic(actor, (work) => getOwn(work, dictationId))
    throw error
  })
  return doors.inClinic(actor, async (work) => {
    const dictation = await getOwn(work, dictationId)
    if (dictation.jobId) return made(work, submission, dictation)
    const { takes, cuts, recordedOn } = await checkSubmission(work, dictation, submission)
    const told = (await listRanges(work, [dictationId])).get(dictationId) ?? []
    const job = await receiveJob(work, {
      dictationId,
      authorId: dictation.authorId,
      patientId: dictation.patientId,
      facilityId: dictation.facilityId,
      templateId: dictation.templateId,
      workType: dictation.workType,
      priority: dictation.priority,
      dateOfEncounter: dictation.dateOfEncounter ?? recordedOn,
      audioMs: Math.min(longestMs, Math.round(reportedLengthMs(told, cuts))),
    })
    const markers = submission.markers === undefined ? dictation.markers : submission.markers
    await updateSubmitted(work, dictationId, job.jobId, takes, cuts, markers)
    return (await jobOf(work, { ...dictation, jobId: job.jobId, takes, cuts }))!
  })
}
