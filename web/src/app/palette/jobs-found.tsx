import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import type { JobStatus } from '@dictara/contract/job'
import { dashboardCalls } from '@dictara/contract/dashboards'
import { jobListCalls } from '@dictara/contract/job-lists'
import type { JobRow } from '@dictara/contract/jobs'
import { isManager } from '@dictara/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { editorOf } from '../../features/jobs/index.ts'
import { paths } from '../../platform/paths.ts'
import { jobQueries } from '../../platform/query-client.ts'
import { StagePill } from '@dictara/browser/stage-pill'
import type { Choice } from './choices.ts'

const most = 8
const mostRecent = 5

/** The list that the way back from an opened job leads to; states not named here are done. */
const listOf: Partial<Record<JobStatus, string>> = {
  RECEIVED: 'in-progress',
  CONVERTING: 'in-progress',
  AVAILABLE: 'available',
  IN_PROGRESS: 'in-progress',
  READY: 'ready',
  IN_REVIEW: 'in-review',
  INCOMPLETE: 'incomplete',
}

const asChoice = (user: StoredUser, job: JobRow): Choice => ({
  key: `job ${job.jobId}`,
  label: job.patientName,
  more: [job.jobNumber, job.medicalRecordNumber && `MRN ${job.medicalRecordNumber}`, job.author]
    .filter(Boolean)
    .join(' · '),
  pill: <StagePill job={job} />,
  // A biller takes a job from their list. A billed job is no longer in that list and is only read.
  to:
    user.userType === 'biller'
      ? job.status === 'BILLED'
        ? paths.billed(job.jobId)
        : `${paths.biller}?name=${encodeURIComponent(job.jobNumber)}`
      : editorOf(user, job.jobId, listOf[job.status] ?? 'completed'),
})

/**
 * Jobs of every state that the person may read, by number, patient, record number or author (Q204). Without a search: the last five that
 * the person worked on, or, for people who do not work on jobs, the last five of all.
 */
export function useJobsFound(user: StoredUser, searchValue: string) {
  const worksOnJobs = user.userType !== 'biller' && !isManager(user)
  const found = useQuery({
    queryKey: [...jobQueries, 'palette', searchValue],
    queryFn: async ({ signal }) => {
      const options = { signal, handler: false } as const
      if (!searchValue && worksOnJobs)
        return (await call(dashboardCalls.listRecentJobs, {}, options)).result.slice(0, mostRecent)
      const query = { searchValue, size: searchValue ? most : mostRecent, page: 0 }
      return (await call(jobListCalls.searchJobs, { query }, options)).result
    },
    enabled: user.clinicId !== null && searchValue.length !== 1,
  })
  return { ...found, choices: (found.data ?? []).map((job) => asChoice(user, job)) }
}
