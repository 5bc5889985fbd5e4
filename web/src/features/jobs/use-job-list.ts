import { call } from '@dictara/browser/call'
import { jobListCalls, type ListStatus } from '@dictara/contract/job-lists'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import type { Group } from './job-tabs.ts'
import type { JobFilterState } from './use-job-filter.ts'

/** One page of a list; it waits for the saved filter. */
export const useJobList = (group: Group, status: ListStatus, filter: JobFilterState) =>
  useListQuery(group === 'my-jobs' ? jobListCalls.listMyJobs : jobListCalls.listJobsToReview, {
    key: jobQueries,
    scope: { status },
    filters: filter.choice,
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
