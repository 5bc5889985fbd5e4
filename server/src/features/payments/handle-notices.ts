import type { GatewayPayment } from '../../gateways/payments/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { forgetNotices, listNotices, markHandled } from './notices.store.ts'
import type { PaymentParts } from './parts.ts'
import { findFacilities, findFacilityOfPayment, listToSettle } from './subscriptions.store.ts'

const noticesAtOnce = 200
const daysKept = 90
type Parts = Pick<PaymentParts, 'doors' | 'gateway' | 'log' | 'settling'>

/** The facilities that a transaction is about, and those that a subscription is; of unknown ones none. */
async function findConcerned(work: Work, entity: string, entityId: string, payment: GatewayPayment | undefined) {
  if (entity === 'subscription') return findFacilities(work, { customers: [], subscriptions: [entityId] })
  if (entity !== 'transaction' || !payment) return []
  if (payment.refundOf !== undefined) return findFacilityOfPayment(work, payment.refundOf)
  return findFacilities(work, {
    customers: payment.customerId === null ? [] : [payment.customerId],
    subscriptions: payment.subscription ? [payment.subscription.id] : [],
  })
}

/** Looks at what the gateway told of: whom it concerns is compared with the gateway, whatever the notice says. */
export async function handleNotices({ doors, gateway, log, settling }: Parts, signal: AbortSignal): Promise<void> {
  const inSystem = <T>(step: (work: Work) => Promise<T>) => doors.asSystem('task payment notices', step)
  const notices = await inSystem((work) => listNotices(work, noticesAtOnce))
  let failed: unknown
  for (const { notificationId, entity, entityId } of notices) {
    signal.throwIfAborted()
    try {
      const payment = entity === 'transaction' ? await gateway.getPayment(entityId) : undefined
      await inSystem(async (work) => {
        const transIds = payment ? [payment.transId] : []
        for (const facility of await findConcerned(work, entity, entityId, payment))
          await work.enqueue(settling, { ...facility, transIds }, { key: `${facility.facilityId} ${transIds}` })
        await markHandled(work, [notificationId])
      })
    } catch (error) {
      log.warn({ error }, 'a notice of the payment gateway could not be looked at')
      failed = error
    }
  }
  if (failed) throw failed
  if (notices.length === noticesAtOnce) await handleNotices({ doors, gateway, log, settling }, signal)
}

/** Has every facility that pays, or is to stop paying, compared with the gateway: for what no notice told. */
export const settleAll = ({ doors, settling }: Pick<PaymentParts, 'doors' | 'settling'>) =>
  doors.asSystem('task settle all payments', async (work) => {
    await forgetNotices(work, daysKept)
    for (const facility of await listToSettle(work))
      await work.enqueue(settling, facility, { key: facility.facilityId, group: facility.clinicId })
  })
