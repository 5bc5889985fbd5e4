import { notificationCalls } from '@dictara/contract/notifications'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { pushBadges, pushNotifications, pushReading } from './live-notifications.ts'
import { countUnread, isOwn, listNotifications, markRead, toNotification } from './notifications.store.ts'
import { clearBadges, tellOfMove, tellOfReading } from './tell-people.ts'

/** What people are told: stored with the transition that causes it, pushed live after the commit. */
export const notificationsFeature = ({ doors }: Platform): Feature => ({
  name: 'notifications',
  scopes: { notification: (work, id) => isOwn(work, work.actor.userId, id) },
  calls: serve(notificationCalls, {
    async listNotifications({ work, actor, query }) {
      const { result, size } = await listNotifications(work, actor.userId, query)
      const unread = await countUnread(work, [actor.userId])
      return { result: result.map(toNotification), size, extra: { unReadCount: unread.get(actor.userId) ?? 0 } }
    },
    async markNotifications({ work, actor, query }) {
      const one = query.readAll ? null : query.notificationId!
      if (await markRead(work, actor.userId, one)) await tellOfReading(work, actor.userId)
      return {}
    },
  }),
  subscribers: {
    'job.moved': [tellOfMove],
    'job.deleted': [(work, { job }) => clearBadges(work, job)],
  },
  live: { notification: pushNotifications(doors), badge: pushBadges(doors), read: pushReading(doors) },
})
