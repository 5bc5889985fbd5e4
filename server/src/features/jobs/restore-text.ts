import { isManager } from '@dictara/contract'
import { jobRefusals } from '@dictara/contract/jobs'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { getWorkableJob } from './held-job.ts'
import { heldStatuses, statusInWords } from './job-states.ts'
import { getJobForChange, type JobRecord } from './jobs.store.ts'
import { announceJob } from './move-job.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** The text is reset to what the conversion wrote, or to what the holder began with. */
    'job.textRestored': { job: JobRecord; to: 'converted' | 'started' }
  }
  interface AuditEvents {
    'job.reconverted': null
    'job.reset': null
  }
}

async function restore(work: Work, job: JobRecord, to: 'converted' | 'started') {
  await work.record('job.textRestored', { job, to })
  await work.audit({
    event: to === 'converted' ? 'job.reconverted' : 'job.reset',
    jobId: job.id,
    patientId: job.patientId,
    facilityId: job.facilityId,
  })
  await announceJob(work, job.id)
}

/** T22: the holder replaces the note with the text that the conversion wrote. */
export const reconvertJob = async (work: ClinicWork, jobId: string): Promise<void> =>
  restore(work, await getWorkableJob(work, jobId, ['IN_PROGRESS']), 'converted')

/** Drops the edits since the holder started (Q121). */
export async function resetJob(work: ClinicWork, jobId: string): Promise<void> {
  const job = isManager(work.actor) ? await getJobForChange(work, jobId) : await getWorkableJob(work, jobId)
  refuseUnless(job.isEnabled && heldStatuses.includes(job.status), jobRefusals.wrongState, {
    state: statusInWords[job.status],
  })
  await restore(work, job, 'started')
}
