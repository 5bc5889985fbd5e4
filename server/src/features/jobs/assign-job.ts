import { jobRefusals } from '@dictara/contract/jobs'
import type { ReviewLevel } from '@dictara/contract/jobs'
import type { Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { statusesFor, statusInWords } from './job-states.ts'
import { facilityIsEnabled, getJobForChange, type JobRecord } from './jobs.store.ts'
import { moveJob } from './move-job.ts'
import { listPossibleHolders } from './readers.store.ts'

/** T25: an admin gives the job to another holder at its present stage; the saved text is kept. */
export async function assignJob(
  work: Work,
  jobId: string,
  { userId, level }: { userId: string; level?: ReviewLevel | null | undefined },
): Promise<JobRecord> {
  const job = await getJobForChange(work, jobId)
  refuseUnless(job.isEnabled && statusesFor('assign').includes(job.status), jobRefusals.wrongState, {
    state: statusInWords[job.status],
  })
  refuseUnless(!level || level === job.level, jobRefusals.notAssignable)
  refuseUnless(await facilityIsEnabled(work, job.facilityId), jobRefusals.facilityDisabled)
  const holders = await listPossibleHolders(work, job)
  refuseUnless(
    holders.some(({ id }) => id === userId),
    jobRefusals.notAssignable,
  )
  if (job.holderId === userId) return job
  return moveJob(work, job, job.level ? 'assignReview' : 'assignTranscription', { holderId: userId })
}
