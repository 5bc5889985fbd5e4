import type { Selectable } from 'kysely'
import type { Tables, Work } from '../platform/database/index.ts'

export type DemoPayment = Pick<
  Selectable<Tables['payments']>,
  'transId' | 'number' | 'gatewayStatus' | 'status' | 'submittedAt' | 'refundOf' | 'amountCents'
>
interface Place {
  clinicId: string
  facilityId: string
}

/** A subscription that no gateway knows. */
export async function insertSubscription(
  work: Work,
  { userId, ...place }: Place & { userId: string },
  {
    isOver,
    ...subscription
  }: Pick<
    Selectable<Tables['subscriptions']>,
    'id' | 'plan' | 'amountCents' | 'months' | 'startsOn' | 'paidThrough'
  > & {
    isOver: boolean
  },
): Promise<void> {
  const endedAt = isOver ? new Date(subscription.paidThrough!) : null
  await work.db
    .insertInto('subscriptions')
    .values({
      ...place,
      ...subscription,
      refId: `demo${subscription.id.slice(-10)}`,
      customerProfileId: 'demo',
      paymentProfileId: 'demo',
      status: isOver ? 'CANCELLED' : 'ACTIVE',
      createdAt: new Date(subscription.startsOn),
      createdBy: userId,
      cancelledAt: endedAt,
      stoppedAt: endedAt,
    })
    .execute()
}

export async function insertPayments(
  work: Work,
  { clinicId, facilityId }: Place,
  subscriptionId: string,
  payments: readonly DemoPayment[],
): Promise<void> {
  const card = { cardType: 'Visa', cardNumber: 'XXXX1111' }
  await work.db
    .insertInto('payments')
    .values(payments.map((payment) => ({ clinicId, facilityId, subscriptionId, ...card, ...payment })))
    .execute()
}
