import type { LiveFrame } from '@dictara/contract/notifications'
import type { Feature, Platform } from '../../platform/feature.ts'
import { releaseBillings } from './bill-job.ts'
import { giveJobs } from './change-details.ts'
import { releaseAllOf } from './release-job.ts'
import { jobRoutes } from './jobs.routes.ts'
import { mayReadJob, listReaders } from './readers.store.ts'

/** The state machine of jobs. */
export const jobsFeature = ({ doors }: Platform): Feature => ({
  name: 'jobs',
  scopes: { job: mayReadJob },
  calls: jobRoutes(),
  subscribers: {
    'person.disabled': [(work, { userId }) => releaseAllOf(work, userId)],
    'doctor.relinked': [releaseBillings],
    'patient.merged': [giveJobs],
  },
  live: {
    async job(announcement, connected) {
      const jobId = String(announcement.jobId)
      const { job, readers } = await doors.forLive(
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
        heldBy: job.holderId,
        ...(job.status === 'CONVERTING' ? { progress: job.progress ?? 0 } : {}),
      }
      return readers.map((userId) => ({ userId, frame }))
    },
    async lists({ userIds }, connected) {
      const told = new Set(userIds as string[])
      const people = new Set(connected.map(({ userId }) => userId).filter((userId) => told.has(userId)))
      return [...people].map((userId) => ({ userId, frame: { type: 'lists' } }))
    },
  },
})
