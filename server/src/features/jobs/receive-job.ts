import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { takeJobNumber } from '../facilities/index.ts'
import { noteJobCreated } from '../people/index.ts'
import { findJob, insertJob, type NewJob } from './jobs.store.ts'
import { announceJob } from './move-job.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'job.received': null
  }
}

/** Six digits; more once a clinic has a million jobs (Q108). */
export const jobNumberText = (number: number) => String(number).padStart(6, '0')

/** Makes the job of a submitted dictation (T1), in the transaction that marks the dictation as submitted. */
export async function receiveJob(
  work: Work,
  about: Omit<NewJob, 'id' | 'number'>,
): Promise<{ jobId: string; jobNumber: string }> {
  const id = newId(work.now.getTime())
  const number = await takeJobNumber(work)
  await insertJob(work, { ...about, id, number })
  await noteJobCreated(work, about.authorId)
  const job = await findJob(work, id)
  await work.audit({
    event: 'job.received',
    jobId: id,
    patientId: about.patientId,
    facilityId: about.facilityId,
    toStatus: 'RECEIVED',
  })
  await work.record('job.received', { job: job! })
  await announceJob(work, id)
  return { jobId: id, jobNumber: jobNumberText(number) }
}
