import { call } from '@dictara/browser/call'
import { dashboardCalls } from '@dictara/contract/dashboards'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobQueries } from '../../platform/query-client.ts'
import { FacilityCards, useFacilityCards } from '../facilities/index.ts'
import { HomeFailed } from './home-failed.tsx'
import { RecentJobs } from './recent-jobs.tsx'

const useRecentJobs = (isWanted: boolean) =>
  useQuery({
    enabled: isWanted,
    queryKey: [...jobQueries, 'recent'],
    queryFn: async ({ signal }) => (await call(dashboardCalls.listRecentJobs, {}, { signal, handler: 'page' })).result,
  })

/** True once all first answers of the page have arrived, so that the content above does not move any more. */
function useSettled(isHere: boolean) {
  const waiting = useIsFetching({ queryKey: jobQueries, predicate: ({ state }) => state.status === 'pending' })
  const [isSettled, setSettled] = useState(false)
  if (!isSettled && isHere && waiting === 0) setSettled(true)
  return isSettled
}

/**
 * Shown below the work: the jobs that the person worked on last, unless they are shown above, and their facilities
 * (DASH-17, DASH-41).
 */
export function HomeFoot({ userId, hasRecent }: { userId: string; hasRecent: boolean }) {
  const recent = useRecentJobs(hasRecent)
  const cards = useFacilityCards(userId)
  // Once these two are loaded, all other requests of the page have at least started.
  if (!useSettled(!(hasRecent && recent.isPending) && !cards.isPending)) return null
  return (
    <>
      <RecentJobs jobs={recent.data ?? []} />
      <HomeFailed of={recent} title="Your last jobs couldn’t be loaded." />
      <section aria-label="Facilities" className="home-section">
        <h2>Facilities</h2>
        <HomeFailed of={cards} title="Failed" inServersWords />
        <FacilityCards cards={cards.data} />
      </section>
    </>
  )
}
