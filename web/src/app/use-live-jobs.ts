import { openLive } from '@dictara/browser/live'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { jobQueries } from '../platform/query-client.ts'

/** Lists and counts are fetched at most this often, however many frames arrive. */
const settleMs = 250

/** Keeps lists and counts true without reloading: a frame about a job makes them fetch anew (NOTIF-16). */
export function useLiveJobs() {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: jobQueries })
      }, settleMs)
    }
    const close = openLive({
      frame: ({ type }) => (type === 'job' || type === 'message') && refresh(),
      reconnected: refresh,
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [client])
}
