import { shownDay } from '@dictara/browser/moments'
import type { FacilityPlan, SubscriptionPlan } from '@dictara/contract/payments'

export type StandingKind = 'trial' | 'active' | 'pending' | 'ending' | 'overdue' | 'expired' | 'none'

/** The state of a facility's plan, in words. */
export interface Standing {
  kind: StandingKind
  plan: string
  /** The end of the plan, or since when it has ended. */
  term: string
}

const titleOf = (plans: readonly SubscriptionPlan[], id: number | null) => plans.find((plan) => plan.id === id)?.title

/** The current plan comes first, because a waiting subscription does not change it yet. */
function kindOf(of: FacilityPlan): StandingKind {
  if (of.failedPayment && !of.hasExpired) return 'overdue'
  const isInForce = of.planId !== null && !of.hasExpired
  if (of.transactionStatus === 'PENDING' && of.startsOn === null) return 'pending'
  if (!isInForce) return of.planId === null && of.planEndDate === null ? 'none' : 'expired'
  if (of.onTrialPeriod) return 'trial'
  return of.autoRenew || of.planEndDate === null ? 'active' : 'ending'
}

/** Subscription states (BILL-26 to BILL-30). */
export function standingOf(of: FacilityPlan): Standing {
  const kind = kindOf(of)
  // A clinic that needs no plan, e.g. that of the demo, has one that is not offered.
  const plan = titleOf(of.plans, of.planId) ?? 'Unlimited'
  const end = of.planEndDate && shownDay(of.planEndDate)
  const terms: Record<StandingKind, string> = {
    trial: `Ends on ${end}`,
    active: of.autoRenew ? `Renews automatically${end ? ` after ${end}` : ''}` : 'Without an end',
    pending: end && !of.hasExpired ? `Ends on ${end}` : '',
    ending: `Ends on ${end}`,
    overdue: end ? `Paid until ${end}` : '',
    expired: end ? `Ended on ${end}` : 'Ended',
    none: 'Nothing has to be paid',
  }
  return { kind, plan, term: terms[kind] }
}

/** Whether the facility can choose a plan now (BILL-31). */
export const mayChoose = (of: FacilityPlan, plan: SubscriptionPlan): boolean =>
  of.activeSubscriptionId === null && plan.id !== 0 && of.transactionStatus !== 'PENDING'

/** The plan that shows Cancel Subscription (BILL-32): that of the subscription that renews or waits. */
export const isSubscribed = (of: FacilityPlan, plan: SubscriptionPlan): boolean =>
  of.activeSubscriptionId !== null && (of.transactionPlanId ?? of.planId) === plan.id

/** Further messages for people, each with what to do. */
export function noticesOf(of: FacilityPlan): { type: 'info' | 'warning' | 'error'; words: string }[] {
  const chosen = titleOf(of.plans, of.transactionPlanId) ?? 'the plan'
  const notices: ReturnType<typeof noticesOf> = []
  if (of.transactionStatus === 'PENDING')
    notices.push(
      of.startsOn === null
        ? { type: 'info', words: pendingWords }
        : {
            type: 'info',
            words: `${chosen} begins on ${shownDay(of.startsOn)}, when the present plan has ended. It is paid for then.`,
          },
    )
  if (of.transactionStatus === 'FAILED')
    notices.push({
      type: 'error',
      words: `The payment for ${chosen} failed, so there is no subscription. Choose a plan again, with another card if need be.`,
    })
  if (of.failedPayment) {
    const { failedOn, nextTryOn } = of.failedPayment
    const next = nextTryOn ? `It is tried again on ${shownDay(nextTryOn)}.` : 'It isn’t tried again.'
    notices.push({
      type: 'error',
      words: `The payment of ${shownDay(failedOn)} failed. ${next} To pay with another card, cancel the subscription and choose the plan again.`,
    })
  }
  if (standingOf(of).kind === 'expired') notices.push({ type: 'warning', words: expiredWords })
  return notices
}

/** BILL-33. */
const pendingWords =
  'We are awaiting payment confirmation from the Payment Gateway. If the matter is not resolved within 24 hours, please contact the Administrator.'

/** Q153. */
const expiredWords =
  'Without a plan, new dictations, roster entries and inference are refused. Notes that exist can be finished, read, billed and exported. Choose a plan to go on.'
