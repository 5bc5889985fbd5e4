import type { GatewayPayment } from '../../gateways/payments/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { findFacility, updatePlan } from '../facilities/index.ts'
import { dayOf } from './days.ts'
import { listAllPayments, type Payment, savePayment } from './payments.store.ts'
import type { Ledger } from './read-ledger.ts'
import { isLive, type PaymentFacts, planPaidFor, type Standing, standingOf } from './standing.ts'
import { claimTry, lockSubscriptions, type Subscription, updateSubscription } from './subscriptions.store.ts'
import { tellOfEnd, tellOfFailures } from './tell-of-payments.ts'
import { meaningOf } from './transaction-status.ts'

/** A lost answer counts as lost after this time: no call to the gateway takes as long. */
const lostMs = 10 * 60_000

/** What is to be done at the gateway after the commit. */
export interface ToDo {
  create: Subscription[]
  stop: Subscription[]
  charge: { subscription: Subscription; invoiceNumber: string }[]
}

/** Which subscription, and which of its periods, a transaction is for; undefined: none of ours. */
export function placeOf(
  { subscription, invoiceNumber, refundOf }: GatewayPayment,
  subscriptions: readonly Subscription[],
  payments: readonly Payment[],
): { subscriptionId: string; number: number } | undefined {
  if (refundOf !== undefined) return payments.find(({ transId }) => transId === refundOf)
  const ofGateway = subscription && subscriptions.find(({ gatewayId }) => gatewayId === subscription.id)
  if (ofGateway) return { subscriptionId: ofGateway.id, number: subscription.number }
  const [, refId, number] = /^(\w+)-(\d+)-\d+$/.exec(invoiceNumber ?? '') ?? []
  const ofCharge = subscriptions.find((one) => one.refId === refId)
  return ofCharge && { subscriptionId: ofCharge.id, number: Number(number) }
}

/** The name of a charge of our own, at most 20 characters. */
export const invoiceNumberOf = ({ refId }: Pick<Subscription, 'refId'>, number: number, tries: number) =>
  `${refId}-${number}-${tries}`

/** The payments of a subscription; one whose whole amount was given back by another transaction doesn’t count. */
function factsOf(payments: readonly Payment[], subscriptionId: string, timeZone: string): PaymentFacts[] {
  const refunded = new Map<string, number>()
  for (const { refundOf, gatewayStatus, amountCents } of payments)
    if (refundOf && meaningOf(gatewayStatus).kind === 'reversed' && gatewayStatus !== 'voided')
      refunded.set(refundOf, (refunded.get(refundOf) ?? 0) + Math.abs(amountCents))
  return payments
    .filter((payment) => payment.subscriptionId === subscriptionId && payment.refundOf === null)
    .map(({ transId, number, gatewayStatus, amountCents, submittedAt }) => ({
      number,
      kind: (refunded.get(transId) ?? 0) >= amountCents ? 'reversed' : meaningOf(gatewayStatus).kind,
      on: dayOf(submittedAt, timeZone),
    }))
}

async function savePayments(work: Work, facilityId: string, subscriptions: readonly Subscription[], ledger: Ledger) {
  // Payments before what gives them back.
  const found = ledger.payments.toSorted((one, other) => one.submittedAt.getTime() - other.submittedAt.getTime())
  let payments = await listAllPayments(work, facilityId)
  for (const payment of found) {
    const place = placeOf(payment, subscriptions, payments)
    if (!place) continue
    await savePayment(work, facilityId, { subscriptionId: place.subscriptionId, number: place.number }, payment)
    if (found.length > 1) payments = await listAllPayments(work, facilityId)
  }
  return listAllPayments(work, facilityId)
}

/** Whether the missed period is to be charged now. A try whose answer was lost is made again under its name, which the gateway knows. */
async function isToCharge(work: Work, subscription: Subscription, { missed }: Standing, today: string) {
  if (!missed?.nextTryOn || missed.nextTryOn > today) return false
  const { missedNumber, tries, triedAt } = subscription
  const isBegun = missedNumber === missed.number && tries > missed.retries
  if (isBegun && triedAt && work.now.getTime() - triedAt.getTime() < lostMs) return false
  return claimTry(work, subscription.id, missed.number, missed.retries + 1)
}

/**
 * Brings a facility’s subscriptions, payments and plan in line with what the gateway says, in one transaction.
 * @returns what is to be done at the gateway
 */
export async function settle(work: Work, facilityId: string, ledger: Ledger, timeZone: string): Promise<ToDo> {
  const subscriptions = await lockSubscriptions(work, facilityId)
  for (const one of subscriptions) one.gatewayId ??= ledger.subscriptions.get(one.refId)?.id ?? null
  const payments = await savePayments(work, facilityId, subscriptions, ledger)
  const today = dayOf(work.now, timeZone)
  const toDo: ToDo = { create: [], stop: [], charge: [] }
  const standings = []
  for (const subscription of subscriptions) {
    const { id, refId, gatewayId, plan, startsOn, months } = subscription
    const atGateway = ledger.subscriptions.get(refId)?.status ?? null
    const wasLive = isLive(subscription.status)
    const facts = { startsOn, months, isCancelled: !wasLive, atGateway }
    const standing = standingOf(facts, factsOf(payments, id, timeZone), today)
    // What has ended never begins again: the facility may have another subscription by now.
    const status = wasLive ? standing.status : subscription.status
    standings.push({ ...standing, status, plan, startsOn })
    const isOld = work.now.getTime() - (subscription.cancelledAt ?? subscription.createdAt).getTime() > lostMs
    const isOver = !isLive(status)
    const hasStopped = isOver && (gatewayId ? atGateway !== null && !isRunning(atGateway) : isOld)
    const stoppedAt = subscription.stoppedAt ?? (hasStopped ? work.now : null)
    if (isOver && gatewayId && !stoppedAt) toDo.stop.push(subscription)
    if (status === 'PENDING' && !gatewayId && isOld) toDo.create.push(subscription)
    const { missed, paidThrough } = standing
    await updateSubscription(work, id, {
      gatewayId,
      status,
      paidThrough,
      stoppedAt,
      missedOn: missed?.on ?? null,
      nextTryOn: missed?.nextTryOn ?? null,
    })
    if (status === 'ACTIVE' && gatewayId && missed && (await isToCharge(work, subscription, standing, today)))
      toDo.charge.push({
        subscription,
        invoiceNumber: invoiceNumberOf(subscription, missed.number, missed.retries + 1),
      })
    if (wasLive) {
      const failed = ledger.payments.filter(
        (payment) =>
          meaningOf(payment.status).kind === 'failed' && placeOf(payment, [subscription], [])?.subscriptionId === id,
      )
      await tellOfFailures(work, facilityId, { plan, standing }, failed)
      if (isOver) await tellOfEnd(work, facilityId, { id, plan, standing })
    }
  }
  await settlePlan(work, facilityId, standings)
  return toDo
}

const isRunning = (atGateway: string) => atGateway === 'active' || atGateway === 'suspended'

async function settlePlan(work: Work, facilityId: string, standings: Parameters<typeof planPaidFor>[0]) {
  const { today } = (await findFacility(work, facilityId))!
  const paid = planPaidFor(standings, today)
  if (paid)
    await updatePlan(work, facilityId, {
      plan: paid.plan as Subscription['plan'],
      planEndDate: paid.endsOn,
      planRenews: paid.renews,
    })
}
