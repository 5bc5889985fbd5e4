import { call } from '@dictara/browser/call'
import { billerCalls } from '@dictara/contract/biller-review'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'

export const pageSize = 10

export interface BillerListQuery {
  name: string
  page: number
  sortKey: 'submissionTime' | 'effectiveDate'
  sortOrder: 'ascend' | 'descend'
}

/** Completed jobs of the doctors that the biller bills for; fetched anew when a live frame tells of a job. */
export const useBillerJobs = (query: BillerListQuery) =>
  useQuery({
    queryKey: [...jobQueries, 'biller', query],
    queryFn: ({ signal }) =>
      call(billerCalls.listBillerJobs, { query: { ...query, size: pageSize } }, { signal, handler: 'page' }),
    placeholderData: keepPreviousData,
  })
