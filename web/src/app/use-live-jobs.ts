import { openLive } from '@dictara/browser/live'
import { currentUser } from '@dictara/browser/session'
import type { LiveFrame, Notification } from '@dictara/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { forgetReadyJobs, hearOfReadyJob } from '../platform/new-ready-jobs.ts'
import { jobQueries, unreadQuery } from '../platform/query-client.ts'
import { renewSession } from '../platform/renew-session.ts'

/** Fetch lists and counts at most this often, however many frames arrive. */
const settleMs = 250

/**
 * Keeps lists and counts up to date without reloading. A frame about a job or about the lists fetches them again; a notification updates
 * the unread count at once (NOTIF-16) and the list of new ready jobs (NOTIF-17, NOTIF-18).
 * @param told called for each new notification
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
        // Frames about jobs taken meanwhile were missed. From here on, the number of ready jobs tells which are new.
        forgetReadyJobs()
        refresh()
      },
      // A token that was too old is renewed. If the session has ended, the person is told.
      ended: () => void renewSession().catch(() => {}),
    })
    return () => {
      clearTimeout(timer)
      close()
    }
  }, [client])
}
