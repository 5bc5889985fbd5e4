import { type GatewayPayment, UnreadableAnswer } from '../../gateways/payments/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { forgetNotices, listNotices, markHandled } from './notices.store.ts'
import type { PaymentParts } from './parts.ts'
import { findFacilities, findFacilityOfPayment, listToSettle } from './subscriptions.store.ts'

const noticesAtOnce = 200
const daysKept = 90
/** After this time a transaction that can’t be read is given up: the hourly comparison covers what it is about. */
const unreadableMs = 86_400_000
type Parts = Pick<PaymentParts, 'doors' | 'gateway' | 'clock' | 'log' | 'settling'>

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

type Notice = Awaited<ReturnType<typeof listNotices>>[number]

async function handleNotice({ doors, gateway, clock, log, settling }: Parts, notice: Notice): Promise<void> {
  const { notificationId, entity, entityId, receivedAt } = notice
  const isOld = clock.now().getTime() - receivedAt.getTime() > unreadableMs
  const asked = entity === 'transaction' ? gateway.getPayment(entityId) : undefined
  const payment = await asked?.catch((error: unknown) => {
    if (!isOld || !(error instanceof UnreadableAnswer)) throw error
    log.warn({ error }, 'a notice of the payment gateway is given up: its transaction can’t be read')
    return undefined
  })
  await doors.asSystem('task payment notices', async (work) => {
    const transIds = payment ? [payment.transId] : []
    for (const facility of await findConcerned(work, entity, entityId, payment))
      await work.enqueue(settling, { ...facility, transIds }, { key: `${facility.facilityId} ${transIds}` })
    await markHandled(work, [notificationId])
  })
}

/**
 * Looks at what the gateway told of: whom it concerns is compared with the gateway, whatever the notice says. What can’t be looked at
 * stops nothing that came after it.
 */
export async function handleNotices(parts: Parts, signal: AbortSignal): Promise<void> {
  let failed: unknown
  let notices: Notice[] = []
  do {
    const last = notices.at(-1)
    notices = await parts.doors.asSystem('task payment notices', (work) => listNotices(work, noticesAtOnce, last))
    for (const notice of notices) {
      signal.throwIfAborted()
      try {
        await handleNotice(parts, notice)
      } catch (error) {
        parts.log.warn({ error }, 'a notice of the payment gateway could not be looked at')
        failed = error
      }
    }
  } while (notices.length === noticesAtOnce)
  if (failed) throw failed
}

/** Has every facility that pays, or is to stop paying, compared with the gateway: for what no notice told. */
export const settleAll = ({ doors, settling }: Pick<PaymentParts, 'doors' | 'settling'>) =>
  doors.asSystem('task settle all payments', async (work) => {
    await forgetNotices(work, daysKept)
    for (const facility of await listToSettle(work))
      await work.enqueue(settling, facility, { key: facility.facilityId, group: facility.clinicId })
  })
