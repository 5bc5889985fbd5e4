import type { GatewayNotice } from '../../gateways/payments/index.ts'
import { sql } from 'kysely'
import { anyOf, type Work } from '../../platform/database/index.ts'

/** Keeps what the gateway told; what it tells twice is kept once. */
export const keepNotice = (work: Work, notice: GatewayNotice) =>
  work.db
    .insertInto('paymentNotices')
    .values({ ...notice, receivedAt: work.now })
    .onConflict((known) => known.column('notificationId').doNothing())
    .execute()

/** So many of the notices that nobody handled yet, the oldest first, that came after another one. */
export const listNotices = (work: Work, most: number, after?: { receivedAt: Date; notificationId: string }) =>
  work.db
    .selectFrom('paymentNotices')
    .select(['notificationId', 'entity', 'entityId', 'receivedAt'])
    .where('handledAt', 'is', null)
    .$if(after !== undefined, (all) =>
      all.where(sql<boolean>`(received_at, notification_id) > (${after!.receivedAt}, ${after!.notificationId})`),
    )
    .orderBy('receivedAt')
    .orderBy('notificationId')
    .limit(most)
    .execute()

export const markHandled = (work: Work, notificationIds: readonly string[]) =>
  work.db
    .updateTable('paymentNotices')
    .set({ handledAt: work.now })
    .where('notificationId', '=', anyOf([...notificationIds]))
    .execute()

/** Forgets what was handled long ago: the gateway tells again for some days only. */
export const forgetNotices = (work: Work, days: number) =>
  work.db
    .deleteFrom('paymentNotices')
    .where('handledAt', '<', new Date(work.now.getTime() - days * 86_400_000))
    .execute()
