import type { CallInput } from '@dictara/contract'
import type { NextJob } from '@dictara/contract/jobs'
import type { noteCalls } from '@dictara/contract/notes'
import type { z } from 'zod'
import { type ClinicWork, together } from '../../platform/database/index.ts'
import { approveLocked, completeLocked, getJobFor, getWorkableJob, oneAtATime, takeNextJob } from '../jobs/index.ts'
import { saveLocked } from './save-sections.ts'

type Finishing = CallInput<(typeof noteCalls)['finishNote']>['body']

/** As the call `nextJob`, its audit included. */
async function takeNext(work: ClinicWork, stage: Finishing['next'], after: string): Promise<z.input<typeof NextJob>[]> {
  const [next] = await together([
    takeNextJob(work, { stage, after }),
    work.audit({ event: 'job.next', detail: { stage } }),
  ])
  return next ? [{ ...(await getJobFor(work, next.jobId)), why: next.why }] : []
}

/**
 * Saves the last words and hands the job on with them (T10, T14), then takes the next one. What is finished stays so, whatever
 * becomes of the next. @throws Refusal as saving, completing and approving do; then nothing was changed.
 */
export async function finishNote(work: ClinicWork, jobId: string, { save, patientId, next: stage }: Finishing) {
  // In the order in which the next job is taken elsewhere, which may be this one: nobody waits for one another.
  await oneAtATime(work)
  const job = await getWorkableJob(work, jobId)
  const saved = save ? await saveLocked(work, job, save) : null
  await (job.status === 'IN_REVIEW' ? approveLocked : completeLocked)(work, job, { patientId })
  const finished = await getJobFor(work, jobId)
  // Who asks for it once more is told why.
  const next = await work.attempt(() => takeNext(work, stage, jobId)).catch(() => null)
  return { result: [finished], message: 'Job finished', extra: { saved, next } }
}
