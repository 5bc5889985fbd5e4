import { call } from '@dictara/browser/call'
import { jobListCalls, type ListStatus, type OnlyWord } from '@dictara/contract/job-lists'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import type { Group } from './job-tabs.ts'
import type { JobFilterState } from './use-job-filter.ts'

/** Both calls return rows of jobs. The search in every state has a fixed order that no column head can change. */
const callOf = (group: Group, status: ListStatus | undefined) => {
  if (!status) return jobListCalls.searchJobs as unknown as typeof jobListCalls.listMyJobs
  return group === 'my-jobs' ? jobListCalls.listMyJobs : jobListCalls.listJobsToReview
}

/** One page of a list, or of the jobs of every state. It waits for the saved filter. */
export const useJobList = (
  group: Group,
  status: ListStatus | undefined,
  filter: JobFilterState,
  only: readonly OnlyWord[],
) =>
  useListQuery(callOf(group, status), {
    key: jobQueries,
    ...(status && { scope: { status } }),
    filters: { ...filter.choice, only },
    names: { search: 'search', sortOrder: 'sort' },
    isReady: filter.isReady,
  })
export type JobList = ReturnType<typeof useJobList>

export const useJobCounts = (group: Group) =>
  useQuery({
    queryKey: [...jobQueries, 'counts', group],
    queryFn: async ({ signal }) => {
      const counts = group === 'my-jobs' ? jobListCalls.countMyJobs : jobListCalls.countJobsToReview
      return (await call(counts, {}, { signal, handler: 'page' })).result[0]!
    },
  })
