import { createHash } from 'node:crypto'
import type { Envelope } from '@dictara/contract'
import type { dictationCalls } from '@dictara/contract/dictations'
import type { Work } from '../../platform/database/index.ts'
import { jobNumberText } from '../jobs/index.ts'
import { type Chunk, type Dictation, listChunks, findDictationOf } from './dictations.store.ts'

/** A job in the form that a browser compares with its own copy: the hashes of its bytes and its present patient. */
export type JobOfDictation = Envelope<(typeof dictationCalls)['submitDictation']>['result'][number]

/** SHA-256, hex, over the ordered hex hashes of a take's chunks. */
export const hashOfTake = (chunks: readonly Pick<Chunk, 'sha256'>[]) =>
  createHash('sha256')
    .update(chunks.map(({ sha256 }) => sha256).join(''))
    .digest('hex')

/** The job that was made from a dictation; null if there is none yet. */
export async function jobOf(
  work: Work,
  dictation: Pick<Dictation, 'id' | 'authorId' | 'jobId' | 'takes' | 'cuts' | 'version'>,
): Promise<JobOfDictation | null> {
  const { id, authorId, jobId, takes, cuts, version } = dictation
  if (!jobId) return null
  const facts = await findDictationOf(work, authorId, id)
  const stored = await listChunks(work, id)
  return {
    jobId,
    jobNumber: jobNumberText(facts!.jobNumber!),
    patientId: facts!.shownPatientId,
    patientName: facts!.patientName,
    takes: (takes ?? []).map(({ take, chunks }) => ({
      take,
      chunks,
      sha256: hashOfTake(stored.filter((chunk) => chunk.take === take && chunk.number < chunks)),
    })),
    cuts,
    version,
  }
}
