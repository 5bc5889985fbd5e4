import type { CallInput } from '@dictara/contract'
import type { NextJob } from '@dictara/contract/jobs'
import type { noteCalls } from '@dictara/contract/notes'
import type { z } from 'zod'
import { type ClinicWork, together } from '../../platform/database/index.ts'
import { approveLocked, completeLocked, getJobFor, getWorkableJob, oneAtATime, takeNextJob } from '../jobs/index.ts'
import { saveLocked } from './save-sections.ts'

type Finishing = CallInput<(typeof noteCalls)['finishNote']>['body']

/** Does what the call `nextJob` does, including its audit. */
async function takeNext(work: ClinicWork, stage: Finishing['next'], after: string): Promise<z.input<typeof NextJob>[]> {
  const [next] = await together([
    takeNextJob(work, { stage, after }),
    work.audit({ event: 'job.next', detail: { stage } }),
  ])
  return next ? [{ ...(await getJobFor(work, next.jobId)), why: next.why }] : []
}

/**
 * Saves the last changes, completes or approves the job (T10, T14), then takes the next one. The job stays finished even if taking
 * the next one fails. @throws Refusal like saving, completing and approving; then nothing was changed.
 */
export async function finishNote(work: ClinicWork, jobId: string, { save, patientId, next: stage }: Finishing) {
  // Taking the next job elsewhere locks in this order too, and may take this job. The same order prevents a deadlock.
  await oneAtATime(work)
  const job = await getWorkableJob(work, jobId)
  const saved = save ? await saveLocked(work, job, save) : null
  await (job.status === 'IN_REVIEW' ? approveLocked : completeLocked)(work, job, { patientId })
  const finished = await getJobFor(work, jobId)
  // If taking it fails, the reason shows when the person asks for the next job again.
  const next = await work.attempt(() => takeNext(work, stage, jobId)).catch(() => null)
  return { result: [finished], message: 'Job finished', extra: { saved, next } }
}
