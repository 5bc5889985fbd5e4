import { createHash } from 'node:crypto'
import { dictationRefusals } from '@dictara/contract/dictations'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { findJobNumber, receiveJob } from '../jobs/index.ts'
import { checkDetails } from './begin-dictation.ts'
import { type Chunk, type Cut, findDictationForChange, listChunks, updateSubmitted } from './dictations.store.ts'

export interface Submission {
  takes: { take: number; chunks: number; sha256?: string | undefined }[]
  cuts?: Cut[] | null | undefined
}

/** SHA-256, hex, over the ordered hex hashes of a take's chunks. */
export const hashOfTake = (chunks: readonly Pick<Chunk, 'sha256'>[]) =>
  createHash('sha256')
    .update(chunks.map(({ sha256 }) => sha256).join(''))
    .digest('hex')

function checkTakes({ takes }: Submission, stored: readonly Chunk[]) {
  for (const { take, chunks, sha256 } of takes) {
    const ofTake = new Map(stored.filter((chunk) => chunk.take === take).map((chunk) => [chunk.number, chunk]))
    for (let number = 0; number < chunks; number += 1)
      refuseUnless(ofTake.has(number), dictationRefusals.missingChunk, { take, chunk: number })
    const ordered = Array.from({ length: chunks }, (_, number) => ofTake.get(number)!)
    refuseUnless(sha256 === undefined || hashOfTake(ordered) === sha256.toLowerCase(), dictationRefusals.takeHash, {
      take,
    })
  }
}

function checkCuts({ takes, cuts }: Submission) {
  for (const { take, startMs, endMs } of cuts ?? [])
    refuseUnless(startMs < endMs && takes.some((one) => one.take === take), dictationRefusals.badCut)
}

/**
 * Makes the job of a dictation; again: the same job. Everything is checked before anything is changed.
 * @throws Refusal 409 that names a chunk which is not here, 422 for what cannot become a job.
 */
export async function submitDictation(work: Work, actor: Actor, dictationId: string, submission: Submission) {
  const dictation = await findDictationForChange(work, dictationId)
  if (dictation?.authorId !== actor.userId) throw notFound()
  if (dictation.jobId) return { jobId: dictation.jobId, jobNumber: await findJobNumber(work, dictation.jobId) }
  const { today } = await checkDetails(work, actor, dictation)
  const stored = await listChunks(work, dictationId)
  checkTakes(submission, stored)
  checkCuts(submission)
  refuseUnless(
    submission.takes.some(({ chunks }) => chunks > 0),
    dictationRefusals.empty,
  )
  refuseUnless(!/\.ds2$/i.test(dictation.fileName ?? ''), dictationRefusals.ds2)
  const made = await receiveJob(work, {
    dictationId,
    authorId: dictation.authorId,
    patientId: dictation.patientId,
    facilityId: dictation.facilityId,
    templateId: dictation.templateId,
    workType: dictation.workType,
    dateOfEncounter: dictation.dateOfEncounter ?? today,
  })
  const takes = submission.takes.map(({ take, chunks }) => ({ take, chunks }))
  await updateSubmitted(work, dictationId, made.jobId, takes, submission.cuts ?? null)
  return made
}
