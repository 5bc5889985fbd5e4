import { remember } from '@dictara/browser/storage'
import { useEffect, useSyncExternalStore } from 'react'
import { forgetReadyJobs, newReadyJobs, onReadyJobsChange } from '../../platform/new-ready-jobs.ts'

const seenKey = (userId: string) => `dictara.ready-seen.${userId}`

/**
 * Whether new ready jobs arrived since this person last looked at the Ready tab in this browser (JOBS-16). While the person is away, their
 * number tells; while the page is open, the live channel does (NOTIF-17).
 * @param ready the present number of ready jobs; undefined until known
 */
export function useNewReady(userId: string, ready: number | undefined, isLooking: boolean): boolean {
  const told = useSyncExternalStore(onReadyJobsChange, newReadyJobs)
  const seen = Number(localStorage.getItem(seenKey(userId)) ?? 0)
  useEffect(() => {
    // When other people take jobs, lower the remembered number, so that the next new job counts as new.
    if (ready !== undefined && (isLooking || ready < seen)) remember(seenKey(userId), String(ready))
  }, [userId, ready, isLooking, seen])
  useEffect(() => {
    if (isLooking) forgetReadyJobs()
  }, [isLooking, told])
  return ready !== undefined && !isLooking && (ready > seen || told.size > 0)
}
