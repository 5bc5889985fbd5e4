import { call } from '@dictara/browser/call'
import { filingCalls } from '@dictara/contract/filing'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'
import { useListQuery } from '../../ui/use-list-query.ts'

/** So often it is asked whether an EHR that was away has answered: nothing announces that it has not. */
const everyMs = 15_000

/** The notes on their way to EHRs. Their jobs’ changes are announced. */
export const useDeliveries = () =>
  useListQuery(filingCalls.listDeliveries, { key: jobQueries, names: { facilityIds: 'facilities', search: 'search' } })

/** The EHRs that notes go to, and how each answers. */
export const useDestinations = () =>
  useQuery({
    queryKey: [...jobQueries, 'destinations'],
    queryFn: async ({ signal }) => (await call(filingCalls.listDestinations, {}, { signal, handler: 'page' })).result,
    refetchInterval: everyMs,
  })
