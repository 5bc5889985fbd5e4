import type { GatewayPayment } from '../../gateways/payments/index.ts'
import { dayOf } from './days.ts'
import type { Payment } from './payments.store.ts'
import type { Ledger } from './read-ledger.ts'
import { isLive, type PaymentFacts, type Standing, standingOf, type StandingOfPlan } from './standing.ts'
import type { PaidPlan, Subscription } from './subscriptions.store.ts'
import { meaningOf } from './transaction-status.ts'
import { endInWords, failuresInWords, type PaymentTold } from './words-of-payments.ts'

/** A lost answer counts as lost after this time: no call to the gateway takes as long. */
const lostMs = 10 * 60_000

/** What is to be done at the gateway after the commit. */
export interface ToDo {
  begin: Subscription[]
  stop: Subscription[]
  charge: { subscription: Subscription; invoiceNumber: string }[]
}

/** A payment, and which period of which subscription it pays. */
export type PlacedPayment = Pick<Payment, 'transId' | 'subscriptionId' | 'number' | 'gatewayStatus' | 'amountCents'> &
  Pick<Payment, 'submittedAt' | 'refundOf'>

export interface Decision {
  payments: { placed: PlacedPayment; payment: GatewayPayment }[]
  subscriptions: Subscription[]
  standings: StandingOfPlan<PaidPlan>[]
  told: Omit<PaymentTold, 'facilityId'>[]
  toDo: ToDo
}

/** The name of a charge of our own, at most 20 characters. */
export const invoiceNumberOf = ({ refId }: Pick<Subscription, 'refId'>, number: number, tries: number) =>
  `${refId}-${number}-${tries}`

/** Which period of which subscription a transaction is for; undefined: none of ours. */
function placeOf(
  { subscription, invoiceNumber, refundOf }: GatewayPayment,
  subscriptions: readonly Subscription[],
  payments: readonly PlacedPayment[],
): Pick<PlacedPayment, 'subscriptionId' | 'number'> | undefined {
  if (refundOf !== undefined) return payments.find(({ transId }) => transId === refundOf)
  const ofGateway = subscription && subscriptions.find(({ gatewayId }) => gatewayId === subscription.id)
  if (ofGateway) return { subscriptionId: ofGateway.id, number: subscription.number }
  const [, refId, number] = /^(\w+)-(\d+)-\d+$/.exec(invoiceNumber ?? '') ?? []
  const ofCharge = subscriptions.find((one) => one.refId === refId)
  return ofCharge && { subscriptionId: ofCharge.id, number: Number(number) }
}

/** What the gateway says of payments, each with its place; payments before what gives them back. */
function placePayments(ledger: Ledger, subscriptions: readonly Subscription[], known: readonly PlacedPayment[]) {
  const all = new Map(known.map((payment) => [payment.transId, payment]))
  const told: Decision['payments'] = []
  const isRefund = ({ refundOf }: GatewayPayment) => Number(refundOf !== undefined)
  for (const payment of ledger.payments.toSorted((one, other) => isRefund(one) - isRefund(other))) {
    const place = placeOf(payment, subscriptions, [...all.values()])
    if (!place) continue
    const { transId, status: gatewayStatus, amountCents, submittedAt, refundOf = null } = payment
    const { subscriptionId, number } = place
    const placed = { transId, subscriptionId, number, gatewayStatus, amountCents, submittedAt, refundOf }
    all.set(transId, placed)
    told.push({ placed, payment })
  }
  return { all: [...all.values()], told }
}

/** What the payments of a subscription come to; one whose whole amount was given back by other transactions doesn’t count. */
function factsOf(payments: readonly PlacedPayment[], subscriptionId: string, timeZone: string): PaymentFacts[] {
  const refunded = new Map<string, number>()
  for (const { refundOf, gatewayStatus, amountCents } of payments)
    if (refundOf && gatewayStatus.startsWith('refund'))
      refunded.set(refundOf, (refunded.get(refundOf) ?? 0) + Math.abs(amountCents))
  return payments
    .filter((payment) => payment.subscriptionId === subscriptionId && payment.refundOf === null)
    .map(({ transId, number, gatewayStatus, amountCents, submittedAt }) => ({
      number,
      kind: refunded.has(transId) && refunded.get(transId)! >= amountCents ? 'reversed' : meaningOf(gatewayStatus).kind,
      on: dayOf(submittedAt, timeZone),
    }))
}

/** Whether the missed period is to be charged now. A try whose answer was lost is made again under its name, which the gateway knows. */
function isToCharge({ missedNumber, tries, triedAt }: Subscription, { missed }: Standing, today: string, now: Date) {
  if (!missed?.nextTryOn || missed.nextTryOn > today) return false
  const isBegun = missedNumber === missed.number && tries > missed.retries
  return !isBegun || triedAt === null || now.getTime() - triedAt.getTime() > lostMs
}

/**
 * What follows from all that the gateway says of a facility: how its subscriptions stand, what people are told, and what is to be done
 * at the gateway. What has ended never begins again: the facility may have another subscription by now.
 */
export function decide(
  known: { subscriptions: readonly Subscription[]; payments: readonly PlacedPayment[] },
  ledger: Ledger,
  { now, timeZone }: { now: Date; timeZone: string },
): Decision {
  const today = dayOf(now, timeZone)
  const found = known.subscriptions.map((one) => ({
    ...one,
    gatewayId: one.gatewayId ?? ledger.subscriptions.get(one.refId)?.id ?? null,
  }))
  const payments = placePayments(ledger, found, known.payments)
  const decision: Decision = {
    payments: payments.told,
    subscriptions: [],
    standings: [],
    told: [],
    toDo: { begin: [], stop: [], charge: [] },
  }
  const { toDo, told } = decision
  for (const before of found) {
    const { id, gatewayId, plan, startsOn, months } = before
    const atGateway = ledger.subscriptions.get(before.refId)?.status ?? null
    const wasLive = isLive(before.status)
    const facts = { startsOn, months, isCancelled: !wasLive, atGateway }
    const standing = standingOf(facts, factsOf(payments.all, id, timeZone), today)
    const status = wasLive ? standing.status : before.status
    const isOver = !isLive(status)
    const isOld = now.getTime() - (before.cancelledAt ?? before.createdAt).getTime() > lostMs
    const runsAtGateway =
      gatewayId !== null && (atGateway === null || atGateway === 'active' || atGateway === 'suspended')
    const wasAskedLongAgo = now.getTime() - (before.triedAt ?? before.createdAt).getTime() > lostMs
    const hasStopped = isOver && !runsAtGateway && (gatewayId !== null || isOld)
    const { paidThrough, missed } = standing
    const begins = status === 'PENDING' && gatewayId === null && wasAskedLongAgo
    const charges = status === 'ACTIVE' && missed !== null && isToCharge(before, standing, today, now)
    const subscription: Subscription = {
      ...before,
      status,
      paidThrough,
      stoppedAt: before.stoppedAt ?? (hasStopped ? now : null),
      missedOn: missed?.on ?? null,
      nextTryOn: missed?.nextTryOn ?? null,
      ...(begins && { triedAt: now }),
      ...(charges && { missedNumber: missed.number, tries: missed.retries + 1, triedAt: now }),
    }
    decision.subscriptions.push(subscription)
    decision.standings.push({ ...standing, status, plan, startsOn })
    if (isOver && gatewayId !== null && subscription.stoppedAt === null) toDo.stop.push(subscription)
    if (begins) toDo.begin.push(subscription)
    if (charges)
      toDo.charge.push({ subscription, invoiceNumber: invoiceNumberOf(before, missed.number, missed.retries + 1) })
    if (!wasLive) continue
    const failed = payments.told.filter(
      ({ placed }) => placed.subscriptionId === id && meaningOf(placed.gatewayStatus).kind === 'failed',
    )
    told.push(
      ...failuresInWords(
        plan,
        standing,
        failed.map(({ placed }) => placed.transId),
      ),
    )
    if (isOver) told.push(endInWords({ id, plan, status, paidThrough }))
  }
  return decision
}
