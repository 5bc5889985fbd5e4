import { call } from '@dictara/browser/call'
import { jobListCalls, type ListStatus } from '@dictara/contract/job-lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'
import type { Group } from './job-tabs.ts'

export interface JobListChoice {
  group: Group
  status: ListStatus
  page: number
  searchValue: string
  facilityIds: readonly string[]
  doctorIds: readonly string[]
  /** False while the saved filter is on its way: the list waits for it. */
  isReady: boolean
  /** Absent: the list's own order. */
  sortOrder?: 'ascend' | 'descend'
}

export const pageSize = 10

/** One page of a list; the page before stays until the next is here. */
export const useJobList = ({ group, isReady, ...choice }: JobListChoice) => {
  const query = { ...choice, facilityIds: [...choice.facilityIds], doctorIds: [...choice.doctorIds] }
  return useQuery({
    enabled: isReady,
    queryKey: [...jobQueries, 'list', group, query],
    queryFn: ({ signal }) =>
      group === 'my-jobs'
        ? call(jobListCalls.listMyJobs, { query: { ...query, size: pageSize } }, { signal, handler: 'page' })
        : call(jobListCalls.listJobsToReview, { query: { ...query, size: pageSize } }, { signal, handler: 'page' }),
    placeholderData: keepPreviousData,
  })
}

export const useJobCounts = (group: Group) =>
  useQuery({
    queryKey: [...jobQueries, 'counts', group],
    queryFn: async ({ signal }) => {
      const counts = group === 'my-jobs' ? jobListCalls.countMyJobs : jobListCalls.countJobsToReview
      return (await call(counts, {}, { signal, handler: 'page' })).result[0]!
    },
  })
