import { openLive } from '@dictara/browser/live'
import { currentUser } from '@dictara/browser/session'
import type { LiveFrame, Notification } from '@dictara/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { forgetReadyJobs, hearOfReadyJob } from '../platform/new-ready-jobs.ts'
import { jobQueries, unreadQuery } from '../platform/query-client.ts'
import { renewSession } from './renew-session.ts'

/** Lists and counts are fetched at most this often, however many frames arrive. */
const settleMs = 250

/**
 * Keeps lists and counts true without reloading: a frame about a job, or about the lists, makes them fetch anew, a notification moves the unread
 * count at once (NOTIF-16) and the list of new ready jobs (NOTIF-17, NOTIF-18).
 * @param told hears of each notification that is new
 */
export function useLiveJobs(told?: (notification: Notification) => void) {
  const client = useQueryClient()
  const tell = useEffectEvent((notification: Notification) => told?.(notification))
  useEffect(() => {
    const userId = currentUser()?.id
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: jobQueries })
      }, settleMs)
    }
    function hear(frame: LiveFrame) {
      if (frame.type !== 'job' && frame.type !== 'lists' && frame.type !== 'message' && frame.type !== 'read') return
      if (frame.type === 'message') {
        hearOfReadyJob(frame.notification)
        tell(frame.notification)
      }
      if ('counts' in frame) client.setQueryData(unreadQuery(userId), frame.counts.unReadCount)
      refresh()
    }
    const close = openLive({
      frame: hear,
      reconnected() {
        // What was taken meanwhile was not heard: from here their number tells which are new.
        forgetReadyJobs()
        refresh()
      },
      // A token that was too old is renewed; a session that has ended is told.
      ended: () => void renewSession().catch(() => {}),
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [client])
}
