import { useEffect } from 'react'

const seenKey = (userId: string) => `dictara.ready-seen.${userId}`

/**
 * Whether ready jobs came since this person last looked at the Ready tab, in this browser (JOBS-16).
 * @param ready how many there are now; undefined until it is known
 */
export function useNewReady(userId: string, ready: number | undefined, isLooking: boolean): boolean {
  const seen = Number(localStorage.getItem(seenKey(userId)) ?? 0)
  useEffect(() => {
    // Jobs that others took make room: the next one is new again.
    if (ready !== undefined && (isLooking || ready < seen)) localStorage.setItem(seenKey(userId), String(ready))
  }, [userId, ready, isLooking, seen])
  return ready !== undefined && !isLooking && ready > seen
}
