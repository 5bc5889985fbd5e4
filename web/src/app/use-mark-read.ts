import { call } from '@dictara/browser/call'
import { type Notification, notificationCalls } from '@dictara/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { jobQueries, unreadQuery } from '../platform/query-client.ts'

/** The query key of a person's notifications, page by page. */
export const notificationsQuery = (userId: string) => [...jobQueries, 'notifications', userId] as const

/** Marks one notification or all as read. The bell changes at once and is fetched again afterwards. */
export function useMarkRead(userId: string) {
  const client = useQueryClient()
  return async (one?: Pick<Notification, 'id' | 'readStatus'>) => {
    if (one?.readStatus) return
    client.setQueryData<number>(unreadQuery(userId), (before = 0) => (one ? Math.max(0, before - 1) : 0))
    const query = one ? { notificationId: one.id } : { readAll: true }
    try {
      await call(notificationCalls.markNotifications, { params: { id: userId }, query })
    } catch {
      // The shared handler has reported the failure; the true count is fetched below.
    } finally {
      void client.invalidateQueries({ queryKey: unreadQuery(userId) })
      void client.invalidateQueries({ queryKey: notificationsQuery(userId) })
    }
  }
}
