import { remember } from '@dictara/browser/storage'
import { useEffect, useSyncExternalStore } from 'react'
import { forgetReadyJobs, newReadyJobs, onReadyJobsChange } from '../../platform/new-ready-jobs.ts'

const seenKey = (userId: string) => `dictara.ready-seen.${userId}`

/**
 * Whether ready jobs came since this person last looked at the Ready tab, in this browser (JOBS-16): while they were away
 * by their number, while they are here by the live channel (NOTIF-17).
 * @param ready the present number of ready jobs; undefined until known
 */
export function useNewReady(userId: string, ready: number | undefined, isLooking: boolean): boolean {
  const told = useSyncExternalStore(onReadyJobsChange, newReadyJobs)
  const seen = Number(localStorage.getItem(seenKey(userId)) ?? 0)
  useEffect(() => {
    // Jobs that others took make room: the next one is new again.
    if (ready !== undefined && (isLooking || ready < seen)) remember(seenKey(userId), String(ready))
  }, [userId, ready, isLooking, seen])
  useEffect(() => {
    if (isLooking) forgetReadyJobs()
  }, [isLooking, told])
  return ready !== undefined && !isLooking && (ready > seen || told.size > 0)
}
