import { call } from '@dictara/browser/call'
import { dashboardCalls } from '@dictara/contract/dashboards'
import type { StoredUser } from '@dictara/contract/identity'
import { useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'

/** The counts of a person's dashboard (DASH-33). */
export const useDashboard = (user: StoredUser | null) =>
  useQuery({
    // A live frame about any job fetches the counts again.
    queryKey: [...jobQueries, 'dashboard', user?.userType],
    queryFn: async ({ signal }) =>
      (await call(dashboardCalls.getDashboard, { params: { role: user!.userType } }, { signal, handler: 'page' }))
        .result[0]!,
    enabled: user !== null,
  })
