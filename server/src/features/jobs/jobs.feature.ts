import type { LiveFrame } from '@dictara/contract/notifications'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { deleteJob } from './delete-job.ts'
import { mayReadJob, listReaders } from './readers.store.ts'
import { retryJobs } from './retry-jobs.ts'
import { servedJobCalls } from '@dictara/contract/jobs'

/** The state machine of jobs. */
export const jobsFeature = ({ doors }: Platform): Feature => ({
  name: 'jobs',
  scopes: { job: mayReadJob },
  calls: serve(servedJobCalls, {
    retryJobs: (work, actor, { query }) => retryJobs(work, actor, query.jobIds),
    async deleteJob(work, actor, { query }) {
      await deleteJob(work, actor, query.jobId)
      return { message: 'Job deleted' }
    },
  }),
  live: {
    async job(announcement, connected) {
      const jobId = String(announcement.jobId)
      const { job, readers } = await doors.asSystem(
        'task live',
        (work) => listReaders(work, jobId, connected),
        String(announcement.clinicId),
      )
      if (!job) return []
      const frame: LiveFrame = {
        type: 'job',
        jobId,
        status: job.status,
        level: job.level,
        version: job.version,
        isEnabled: job.isEnabled,
        heldBy: job.assigneeId,
        ...(job.status === 'CONVERTING' ? { progress: job.progress ?? 0 } : {}),
      }
      return readers.map((userId) => ({ userId, frame }))
    },
  },
})
