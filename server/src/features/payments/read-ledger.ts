import {
  type GatewayPayment,
  type GatewaySubscription,
  type PaymentGateway,
  UnreadableAnswer,
} from '../../gateways/payments/index.ts'
import type { PaymentParts } from './parts.ts'
import type { Payment } from './payments.store.ts'
import { isLive } from './standing.ts'
import type { Subscription } from './subscriptions.store.ts'
import { meaningOf } from './transaction-status.ts'

const dayMs = 86_400_000
const paymentsOnPage = 100

export interface Known {
  subscriptions: Subscription[]
  payments: Payment[]
}

/** What the gateway says now. */
export interface Ledger {
  payments: GatewayPayment[]
  /** By our own reference. */
  subscriptions: Map<string, Pick<GatewaySubscription, 'status'> & { id: string }>
}

/** Whether a payment may have changed: it is not settled, or is young enough to be given back and was not looked at for a day. */
function mayHaveChanged({ gatewayStatus, submittedAt, readAt }: Payment, now: Date): boolean {
  const { kind, shown } = meaningOf(gatewayStatus)
  if (kind === 'waiting' || shown === 'Refund_processing' || gatewayStatus === 'capturedPendingSettlement') return true
  return now.getTime() - readAt.getTime() > dayMs && now.getTime() - submittedAt.getTime() < 180 * dayMs
}

type Parts = Pick<PaymentParts, 'gateway' | 'log'>

/** @returns undefined for one that we can’t read either: it is no payment of ours, and stops nothing else. */
async function readPayment({ gateway, log }: Parts, transId: string): Promise<GatewayPayment | undefined> {
  try {
    return await gateway.getPayment(transId)
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error
    log.warn({ error }, 'a transaction of the payment gateway can’t be read and is left out')
    return undefined
  }
}

async function readPayments(parts: Parts, customerId: string, known: Known, told: readonly string[], now: Date) {
  const byId = new Map(known.payments.map((payment) => [payment.transId, payment]))
  const ids = new Set(told)
  for (const payment of known.payments) if (mayHaveChanged(payment, now)) ids.add(payment.transId)
  for (let page = 0; ; page += 1) {
    const listed = await parts.gateway.listPayments(customerId, page)
    const unknown = listed.filter((id) => !byId.has(id))
    for (const id of unknown) ids.add(id)
    if (unknown.length === 0 || listed.length < paymentsOnPage) break
  }
  const payments: GatewayPayment[] = []
  for (const id of ids) {
    const payment = await readPayment(parts, id)
    if (payment) payments.push(payment)
  }
  return payments
}

async function readSubscriptions(gateway: PaymentGateway, customerId: string, { subscriptions }: Known) {
  const found: Ledger['subscriptions'] = new Map()
  const known = new Set(subscriptions.flatMap(({ gatewayId }) => gatewayId ?? []))
  for (const { refId, gatewayId, status, stoppedAt } of subscriptions)
    if (gatewayId && (isLive(status) || !stoppedAt)) {
      const subscription = await gateway.getSubscription(gatewayId)
      found.set(refId, { id: gatewayId, status: subscription?.status ?? 'terminated' })
    }
  // Of these the answer was lost when they were begun.
  if (!subscriptions.some(({ gatewayId, stoppedAt }) => !gatewayId && !stoppedAt)) return found
  for (const id of await gateway.listSubscriptionIds(customerId)) {
    if (known.has(id)) continue
    const subscription = await gateway.getSubscription(id)
    if (subscription?.refId) found.set(subscription.refId, subscription)
  }
  return found
}

/** @param told transactions that the gateway told us to look at */
export async function readLedger(
  parts: Parts,
  customerId: string,
  known: Known,
  told: readonly string[],
  now: Date,
): Promise<Ledger> {
  const subscriptions = await readSubscriptions(parts.gateway, customerId, known)
  return { subscriptions, payments: await readPayments(parts, customerId, known, told, now) }
}
