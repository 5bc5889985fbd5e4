import { filingCalls } from '@dictara/contract/filing'
import { jobQueries } from '../../platform/query-client.ts'
import { useListQuery } from '../../ui/use-list-query.ts'

/**
 * The notes that the demo EHR of a facility received, and how it answers; an arriving note is announced as a change of
 * its job.
 */
export const useDemoEhr = (facilityId: string | undefined) =>
  useListQuery(filingCalls.listFiledNotes, {
    key: jobQueries,
    params: { facilityId: facilityId ?? '' },
    isReady: facilityId !== undefined,
  })
