import { createHash } from 'node:crypto'
import { dictationRefusals } from '@dictara/contract/dictations'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Doors, Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { findJobNumber, receiveJob } from '../jobs/index.ts'
import { checkDetails } from './begin-dictation.ts'
import { checkSound } from './check-sound.ts'
import {
  type Chunk,
  type Cut,
  type Dictation,
  findDictationForChange,
  listChunks,
  updateSubmitted,
} from './dictations.store.ts'

export interface Submission {
  takes: { take: number; chunks: number; sha256?: string | undefined }[]
  cuts?: Cut[] | null | undefined
}

export interface SubmitParts {
  doors: Doors
  blobs: Blobs
  /** Where takes lie in the clear while they are looked at. */
  workFolder: string
}

/** SHA-256, hex, over the ordered hex hashes of a take's chunks. */
export const hashOfTake = (chunks: readonly Pick<Chunk, 'sha256'>[]) =>
  createHash('sha256')
    .update(chunks.map(({ sha256 }) => sha256).join(''))
    .digest('hex')

/** The chunks of each submitted take, in order. Every stored take has to be named, to its end: nothing is dropped unsaid. */
function checkTakes({ takes }: Submission, stored: readonly Chunk[]): Chunk[][] {
  const named = takes.map(({ take }) => take)
  refuseUnless(new Set(named).size === named.length, dictationRefusals.takeTwice)
  const forgotten = stored.find(({ take }) => !named.includes(take))
  refuseUnless(!forgotten, dictationRefusals.takeForgotten, { take: forgotten?.take ?? 0 })
  return takes.map(({ take, chunks, sha256 }) => {
    const ofTake = new Map(stored.filter((chunk) => chunk.take === take).map((chunk) => [chunk.number, chunk]))
    for (let number = 0; number < chunks; number += 1)
      refuseUnless(ofTake.has(number), dictationRefusals.missingChunk, { take, chunk: number })
    // Behind a gap something may have arrived from a recording whose middle was lost; right behind the end nothing may.
    refuseUnless(!ofTake.has(chunks), dictationRefusals.chunkForgotten, { take })
    const ordered = Array.from({ length: chunks }, (_, number) => ofTake.get(number)!)
    refuseUnless(sha256 === undefined || hashOfTake(ordered) === sha256.toLowerCase(), dictationRefusals.takeHash, {
      take,
    })
    return ordered
  })
}

function checkCuts({ takes, cuts }: Submission) {
  for (const { take, startMs, endMs } of cuts ?? [])
    refuseUnless(startMs < endMs && takes.some((one) => one.take === take), dictationRefusals.badCut)
}

/** Everything that can be told without reading the sound. */
async function checkSubmission(work: Work, actor: Actor, dictation: Dictation, submission: Submission) {
  const { recordedOn } = await checkDetails(work, actor, dictation, dictation.createdAt)
  const takes = checkTakes(submission, await listChunks(work, dictation.id))
  checkCuts(submission)
  refuseUnless(
    takes.some((chunks) => chunks.length > 0),
    dictationRefusals.empty,
  )
  return { takes: takes.filter((chunks) => chunks.length > 0), recordedOn }
}

async function getOwn(work: Work, actor: Actor, dictationId: string): Promise<Dictation> {
  const dictation = await findDictationForChange(work, dictationId)
  if (dictation?.authorId !== actor.userId) throw notFound()
  return dictation
}

const made = async (work: Work, jobId: string) => ({ jobId, jobNumber: await findJobNumber(work, jobId) })

/**
 * Makes the job of a dictation; again: the same job. Everything is checked before anything is changed, the sound outside
 * of a transaction.
 * @throws Refusal 409 that names a chunk which is not here, 422 for what cannot become a job.
 */
export async function submitDictation(
  { doors, blobs, workFolder }: SubmitParts,
  actor: Actor,
  dictationId: string,
  submission: Submission,
) {
  const looked = await doors.inClinic(actor, async (work) => {
    const dictation = await getOwn(work, actor, dictationId)
    if (dictation.jobId) return { before: await made(work, dictation.jobId), takes: [] }
    return { before: null, ...(await checkSubmission(work, actor, dictation, submission)) }
  })
  if (looked.before) return looked.before
  await checkSound(blobs, workFolder, looked.takes)
  return doors.inClinic(actor, async (work) => {
    const dictation = await getOwn(work, actor, dictationId)
    if (dictation.jobId) return made(work, dictation.jobId)
    const { recordedOn } = await checkSubmission(work, actor, dictation, submission)
    const job = await receiveJob(work, {
      dictationId,
      authorId: dictation.authorId,
      patientId: dictation.patientId,
      facilityId: dictation.facilityId,
      templateId: dictation.templateId,
      workType: dictation.workType,
      dateOfEncounter: dictation.dateOfEncounter ?? recordedOn,
    })
    const takes = submission.takes.map(({ take, chunks }) => ({ take, chunks }))
    await updateSubmitted(work, dictationId, job.jobId, takes, submission.cuts ?? null)
    return job
  })
}
