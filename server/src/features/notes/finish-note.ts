import type { CallInput } from '@dictara/contract'
import type { NextJob } from '@dictara/contract/jobs'
import type { noteCalls } from '@dictara/contract/notes'
import type { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Doors } from '../../platform/database/index.ts'
import { approveJob, completeJob, findJob, getJobFor, takeNextJob } from '../jobs/index.ts'
import { saveSections } from './save-sections.ts'

type Finishing = CallInput<(typeof noteCalls)['finishNote']>['body']

/** The last words and the job's move are one: of a note that is refused nothing is stored (T10, T14). */
async function saveAndHandOn(work: ClinicWork, jobId: string, { save, patientId }: Finishing) {
  const saved = save ? await saveSections(work, jobId, save) : null
  const isReviewed = (await findJob(work, jobId))?.status === 'IN_REVIEW'
  await (isReviewed ? approveJob : completeJob)(work, jobId, { patientId })
  return { saved, job: await getJobFor(work, jobId) }
}

/** As the call `nextJob`, its audit included. */
async function takeNext(work: ClinicWork, stage: Finishing['next'], after: string): Promise<z.input<typeof NextJob>[]> {
  await work.audit({ event: 'job.next', detail: { stage } })
  const next = await takeNextJob(work, { stage, after })
  return next ? [{ ...(await getJobFor(work, next.jobId)), why: next.why }] : []
}

/**
 * Finishes a note and takes the next one, in one call of two transactions: what is finished stays so, whatever becomes of the
 * second. @throws Refusal as saving, completing and approving do; then nothing was changed.
 */
export async function finishNote(doors: Doors, actor: Actor, jobId: string, input: Finishing) {
  const { saved, job } = await doors.inClinic(actor, (work) => saveAndHandOn(work, jobId, input))
  // Who asks for it once more is told why.
  const next = await doors.inClinic(actor, (work) => takeNext(work, input.next, jobId)).catch(() => null)
  return { result: [job], message: 'Job finished', extra: { saved, next } }
}
