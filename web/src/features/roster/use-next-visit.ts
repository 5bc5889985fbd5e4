import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { rosterCalls } from '@dictara/contract/roster'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'
import { useRosterAccess } from './use-roster-access.ts'

/** The next patient on the person's own roster of today; none for a person without a roster. */
export function useNextVisit(user: StoredUser | null) {
  const hasRoster = useRosterAccess(user)
  const next = useQuery({
    queryKey: [...jobQueries, 'roster', 'next', user?.id],
    queryFn: async ({ signal }) => {
      const { result, seen, total } = await call(rosterCalls.nextVisit, {}, { signal, handler: false })
      return { entry: result[0], seen, total }
    },
    enabled: hasRoster === true,
  })
  return { visit: next.data, isPending: hasRoster === undefined || (hasRoster && next.isPending) }
}
