import { call } from '@dictara/browser/call'
import { filingCalls } from '@dictara/contract/filing'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'
import { useListQuery } from '../../ui/use-list-query.ts'

/** How often to ask whether an unreachable EHR has answered, because no event reports that it still has not. */
const everyMs = 15_000

/** The notes on their way to EHRs. They are fetched again whenever a live frame reports a change of their jobs. */
export const useDeliveries = () =>
  useListQuery(filingCalls.listDeliveries, { key: jobQueries, names: { facilityIds: 'facilities', search: 'search' } })

/** The EHRs that receive notes, and the state of each. */
export const useDestinations = () =>
  useQuery({
    queryKey: [...jobQueries, 'destinations'],
    queryFn: async ({ signal }) => (await call(filingCalls.listDestinations, {}, { signal, handler: 'page' })).result,
    refetchInterval: everyMs,
  })
