import { call } from '@dictara/browser/call'
import { jobListCalls, type ListStatus } from '@dictara/contract/job-lists'
import { type JobStage, jobCalls } from '@dictara/contract/jobs'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'
import type { Group } from '../jobs/index.ts'

/** The first jobs of a list and their total number, fetched again whenever a job changes. */
export const useHomeJobs = (group: Group, status: ListStatus, size: number) =>
  useQuery({
    queryKey: [...jobQueries, 'home', group, status, size],
    queryFn: async ({ signal }) => {
      const list = group === 'my-jobs' ? jobListCalls.listMyJobs : jobListCalls.listJobsToReview
      const { result, size: total } = await call(list, { query: { status, size } }, { signal, handler: 'page' })
      return { jobs: result, total: total ?? result.length }
    },
  })
export type HomeJobs = ReturnType<typeof useHomeJobs>

/** The person's next job and the reason for it (Q201); null: no job waits for them. */
export const useNextUp = (stage: JobStage) =>
  useQuery({
    queryKey: [...jobQueries, 'next-up', stage],
    queryFn: async ({ signal }) =>
      (await call(jobCalls.lookAtNextJob, { query: { stage } }, { signal, handler: 'page' })).result[0] ?? null,
  })
