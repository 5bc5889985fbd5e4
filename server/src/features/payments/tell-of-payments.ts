import { planOf } from '@dictara/contract/plans'
import type { GatewayPayment } from '../../gateways/payments/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Standing } from './standing.ts'
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

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** A day in words, e.g. `March 7, 2027`. */
export const inWords = (day: string) =>
  `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`

/** Tells of payments that failed and are tried again. */
export async function tellOfFailures(
  work: Work,
  facilityId: string,
  { plan, standing }: { plan: PaidPlan; standing: Standing },
  failed: readonly GatewayPayment[],
): Promise<void> {
  const { missed } = standing
  if (!missed?.nextTryOn) return
  for (const { transId } of failed)
    await work.record('payment.told', {
      facilityId,
      target: 'PAYMENT_FAILED',
      event: `PAYMENT_FAILED ${transId}`,
      body: `A payment for the plan “${planOf(plan).title}” failed. It will be tried again on ${inWords(missed.nextTryOn)}.`,
    })
}

/** Tells why a plan ended, or did not begin. Who cancelled it knows. */
export async function tellOfEnd(
  work: Work,
  facilityId: string,
  { id, plan, standing }: { id: string; plan: PaidPlan; standing: Pick<Standing, 'status'> & Partial<Standing> },
): Promise<void> {
  const { title } = planOf(plan)
  const { status, paidThrough } = standing
  const until = paidThrough ? ` It was paid for until ${inWords(paidThrough)}.` : ''
  const body =
    status === 'FAILED'
      ? `The first payment for the plan “${title}” failed, so the plan didn’t begin. Choose a plan again, with another card.`
      : status === 'EXPIRED'
        ? `The plan “${title}” has ended because a payment failed or was given back.${until} Choose a plan to go on.`
        : `The payment gateway ended the subscription to the plan “${title}”.${until}`
  await work.record('payment.told', { facilityId, target: 'PLAN_ENDED', event: `PLAN_ENDED ${id}`, body })
}
