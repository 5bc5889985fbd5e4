import type { GatewaySubscription } from '../../gateways/payments/index.ts'
import { addDays, addMonths } from '../plans/index.ts'
import type { PaymentKind } from './transaction-status.ts'

export type SubscriptionStatus = 'PENDING' | 'ACTIVE' | 'CANCELLED' | 'FAILED' | 'EXPIRED'

export interface SubscriptionFacts {
  /** The day of its first payment, in the gateway’s calendar like every day here. */
  startsOn: string
  /** Months of a period. */
  months: number
  /** A person cancelled it. */
  isCancelled: boolean
  /** What the gateway says of it; null: not known yet. */
  atGateway: GatewaySubscription['status'] | null
}

/** A transaction: which period it pays, counted from 1. */
export interface PaymentFacts {
  number: number
  kind: PaymentKind
  /** The day on which it was made. */
  on: string
}

export interface Standing {
  status: SubscriptionStatus
  /** The last day of the last period that is paid for; null: none is. */
  paidThrough: string | null
  /** The last day on which its plan can be used: while a renewal is tried again, some days more. */
  usableThrough: string | null
  renews: boolean
  /** A renewal that failed; null: none. */
  missed: Missed | null
}

export interface Missed {
  number: number
  /** The day of its first failure. */
  on: string
  /** How often it was charged again. */
  retries: number
  /** When it is charged again; null: not any more. */
  nextTryOn: string | null
}

/** Days from each failure to the next try: days 1, 3 and 7 after the first one. */
const daysToNextTry = [1, 2, 4]
const daysOfGrace = 7
/** So many days after the next try was due a failed renewal is given up: the gateway refuses to try it at all. */
const daysToGiveUp = 14

/** The last day of a period of a subscription, counted from 1: a short month moves no later period. */
export const periodEnd = ({ startsOn, months }: Pick<SubscriptionFacts, 'startsOn' | 'months'>, number: number) =>
  addDays(addMonths(startsOn, number * months), -1)

export const periodStart = ({ startsOn, months }: Pick<SubscriptionFacts, 'startsOn' | 'months'>, number: number) =>
  addMonths(startsOn, (number - 1) * months)

const order: readonly PaymentKind[] = ['paid', 'waiting', 'reversed', 'failed']

/** What the payments of each period come to: one that was given back is never charged again. */
function kindsByNumber(payments: readonly PaymentFacts[]): Map<number, PaymentKind> {
  const kinds = new Map<number, PaymentKind>()
  for (const { number, kind } of payments) {
    const known = kinds.get(number)
    if (!known || order.indexOf(kind) < order.indexOf(known)) kinds.set(number, kind)
  }
  return kinds
}

function missedOf(number: number, payments: readonly PaymentFacts[]): Missed {
  const failures = payments.filter((payment) => payment.number === number && payment.kind === 'failed')
  const days = failures.map(({ on }) => on).toSorted()
  const wait = daysToNextTry[days.length - 1]
  return {
    number,
    on: days[0]!,
    retries: days.length - 1,
    nextTryOn: wait === undefined ? null : addDays(days.at(-1)!, wait),
  }
}

const later = (one: string, other: string) => (one > other ? one : other)

/**
 * How a subscription stands by all that the gateway charged for it. The order in which that became known doesn’t matter.
 */
export function standingOf(
  subscription: SubscriptionFacts,
  payments: readonly PaymentFacts[],
  today: string,
): Standing {
  const kinds = kindsByNumber(payments)
  const numbers = (wanted: PaymentKind) => [...kinds].flatMap(([number, kind]) => (kind === wanted ? number : []))
  const lastPaid = Math.max(0, ...numbers('paid'))
  const lastFailed = Math.max(0, ...numbers('failed'))
  const isGivenBack = Math.max(0, ...numbers('reversed')) > lastPaid
  const isWaiting = Math.max(0, ...numbers('waiting')) > lastPaid
  const paidThrough = lastPaid > 0 ? periodEnd(subscription, lastPaid) : null
  const missed = lastPaid > 0 && lastFailed > lastPaid && !isGivenBack ? missedOf(lastFailed, payments) : null
  const hasEnded = ['canceled', 'terminated', 'expired'].includes(subscription.atGateway ?? '')
  const hasFailedAtOnce =
    lastPaid === 0 && !isWaiting && (lastFailed > 0 || subscription.atGateway === 'suspended') && !isGivenBack

  const isGivenUp =
    missed !== null && (hasEnded || missed.nextTryOn === null || today > addDays(missed.nextTryOn, daysToGiveUp))

  const status = (): SubscriptionStatus => {
    if (subscription.isCancelled) return 'CANCELLED'
    if (hasFailedAtOnce) return 'FAILED'
    if (isGivenBack || isGivenUp) return 'EXPIRED'
    if (hasEnded) return 'CANCELLED'
    return lastPaid > 0 ? 'ACTIVE' : 'PENDING'
  }
  const now = status()
  const isActive = now === 'ACTIVE'
  const grace = paidThrough && addDays(paidThrough, 1 + daysOfGrace)
  return {
    status: now,
    paidThrough,
    usableThrough: isActive ? later(grace!, missed?.nextTryOn ?? '') : paidThrough,
    renews: isActive,
    missed: isActive ? missed : null,
  }
}

export const isLive = (status: SubscriptionStatus) => status === 'PENDING' || status === 'ACTIVE'

/** A subscription of a facility, as it stands. */
export interface StandingOfPlan<Plan> extends Standing {
  plan: Plan
  startsOn: string
}

/** Days that the charge of a subscription that follows another one may take: calendars differ by one, and answers are late. */
const daysToFollow = 1

/**
 * The plan that the subscriptions of a facility pay for.
 * @returns undefined when nothing is paid
 */
export function planPaidFor<Plan>(subscriptions: readonly StandingOfPlan<Plan>[], today: string) {
  const paid = subscriptions.flatMap(({ usableThrough, ...one }) => (usableThrough ? { ...one, usableThrough } : []))
  const running = paid.filter(({ startsOn, usableThrough }) => startsOn <= today && today <= usableThrough)
  const [last] = (running.length > 0 ? running : paid).toSorted((one, other) =>
    running.length > 0
      ? other.startsOn.localeCompare(one.startsOn)
      : other.usableThrough.localeCompare(one.usableThrough),
  )
  if (!last) return undefined
  const follows = subscriptions.find(
    ({ status, startsOn }) => status === 'PENDING' && startsOn === addDays(last.usableThrough, 1),
  )
  const endsOn = follows ? addDays(follows.startsOn, daysToFollow) : last.usableThrough
  return { plan: last.plan, endsOn, renews: last.renews }
}

/** The plan that a facility has, as its row says. */
interface HeldPlan<Plan> {
  plan: Plan
  planEndDate: string | null
  today: string
}

/**
 * The plan of a facility for which nothing is paid (any more). One that was paid for ends when all is given back; a trial lasts until the
 * first payment of a plan that was chosen meanwhile can have been made, since the gateway charges in the night.
 * @returns undefined when its plan stays as it is
 */
export function planUnpaid<Plan, Held>(
  subscriptions: readonly StandingOfPlan<Plan>[],
  { plan, planEndDate, today }: HeldPlan<Held>,
) {
  const wasPaid = subscriptions.some((one) => one.plan === (plan as unknown) && !isLive(one.status))
  if (wasPaid && planEndDate !== null && planEndDate >= today)
    return { plan, endsOn: addDays(today, -1), renews: false }
  const chosen = subscriptions.find(({ status }) => status === 'PENDING')
  if (!chosen || plan !== 'TRIAL' || planEndDate === null || planEndDate < today) return undefined
  const endsOn = addDays(chosen.startsOn, daysToFollow)
  return endsOn > planEndDate ? { plan, endsOn, renews: false } : undefined
}
