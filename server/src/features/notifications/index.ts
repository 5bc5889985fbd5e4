import { notificationCalls } from '@dictara/contract/notifications'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { defineTask } from '../../platform/tasks/index.ts'
import type { Mailing } from '../mail/index.ts'
import { pushBadges, pushNotifications, pushReading } from './live-notifications.ts'
import { mailUnreadNotifications } from './mail-unread-notifications.ts'
import { countUnread, isOwn, listNotifications, markRead, toNotification } from './notifications.store.ts'
import { tellOfDelivery } from './tell-of-ehr.ts'
import { tellOfPlan } from './tell-of-plan.ts'
import { clearBadges, tellOfMove, tellOfReading } from './tell-people.ts'
import { tellOfVerifications } from './tell-of-verifications.ts'

export { type EhrState, tellOfEhr } from './tell-of-ehr.ts'

/**
 * Notifications: stored with the transition that causes them, pushed live after the commit, and mailed some time later to people
 * who have not read them (notifications.md).
 */
export function notificationsFeature({ doors, log, addresses }: Platform, mailing: Mailing): Feature {
  const mails = defineTask<object>({
    name: 'mail-what-was-told',
    about: 'Writes the mails of what people were told and have not read.',
    attempts: 1,
    retryDelaySeconds: 5,
    timeLimitSeconds: 300,
    parallel: 1,
    everySeconds: 60,
    run: (_nothing, { signal }) => mailUnreadNotifications({ doors, log, addresses, mailing }, signal),
  })
  const verifications = defineTask<object>({
    name: 'tell-of-verifications',
    about: 'Tells whom the EHR of a facility wants verified.',
    attempts: 1,
    retryDelaySeconds: 5,
    timeLimitSeconds: 60,
    parallel: 1,
    everySeconds: 300,
    run: () => doors.asSystem('task tell of verifications', (work) => tellOfVerifications(work, mailing.isPossible)),
  })
  return {
    name: 'notifications',
    tasks: [mails, verifications],
    scopes: { notification: (work, id) => isOwn(work, work.actor.userId, id) },
    calls: serve(notificationCalls, {
      async listNotifications({ work, actor, query }) {
        const { result, size } = await listNotifications(work, query)
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
      'job.moved': [tellOfMove(mailing.isPossible)],
      'delivery.failing': [tellOfDelivery('DELIVERY_FAILING', mailing.isPossible)],
      'delivery.recovered': [tellOfDelivery('DELIVERY_WORKS_AGAIN', mailing.isPossible)],
      'payment.told': [tellOfPlan(mailing.isPossible)],
      'job.deleted': [(work, { job }) => clearBadges(work, job)],
    },
    live: { notification: pushNotifications(doors), badge: pushBadges(doors), read: pushReading(doors) },
  }
}
