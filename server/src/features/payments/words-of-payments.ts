import { planOf } from '@dictara/contract/plans'
import type { Standing, SubscriptionStatus } from './standing.ts'
import type { PaidPlan } from './subscriptions.store.ts'

/** What the people who run a clinic are told of the plan of a facility, once each. */
export interface PaymentTold {
  facilityId: string
  target: 'TRIAL_ENDS' | 'PAYMENT_FAILED' | 'PLAN_ENDED'
  /** Its name: each person is told of it once. */
  event: string
  body: string
}

declare module '../../platform/database/work.ts' {
  interface Events {
    'payment.told': PaymentTold
  }
}

/** A day in words, e.g. `March 7, 2027`. */
export const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** Payments that failed and are tried again. */
export const failuresInWords = (
  plan: PaidPlan,
  { missed }: Pick<Standing, 'missed'>,
  transIds: readonly string[],
): Omit<PaymentTold, 'facilityId'>[] =>
  missed?.nextTryOn
    ? transIds.map((transId) => ({
        target: 'PAYMENT_FAILED',
        event: `PAYMENT_FAILED ${transId}`,
        body: `A payment for the plan “${planOf(plan).title}” failed. It will be tried again on ${inWords(missed.nextTryOn!)}.`,
      }))
    : []

/** Why a plan ended or did not begin, unless somebody cancelled it: they know. */
export function endInWords({
  id,
  plan,
  status,
  paidThrough,
}: {
  id: string
  plan: PaidPlan
  status: SubscriptionStatus
  paidThrough: string | null
}): Omit<PaymentTold, 'facilityId'> {
  const { title } = planOf(plan)
  const until = paidThrough ? ` It was paid for until ${inWords(paidThrough)}.` : ''
  const body =
    status === 'FAILED'
      ? `The first payment for the plan “${title}” failed, so the plan didn’t begin. Choose a plan again, with another card.`
      : status === 'EXPIRED'
        ? `The plan “${title}” has ended because a payment failed or was given back.${until} Choose a plan to go on.`
        : `The payment gateway ended the subscription to the plan “${title}”.${until}`
  return { target: 'PLAN_ENDED', event: `PLAN_ENDED ${id}`, body }
}
