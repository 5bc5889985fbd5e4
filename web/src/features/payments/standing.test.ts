import { expect, test } from 'vitest'
import { aPaidPlan, aPendingPlan, aPlan, subscription } from './payments.fixtures.ts'
import { isSubscribed, mayChoose, noticesOf, standingOf } from './standing.ts'

const none = aPlan({ planId: null, planEndDate: null, onTrialPeriod: false })
const expired = aPaidPlan({
  autoRenew: false,
  activeSubscriptionId: null,
  transactionStatus: 'EXPIRED',
  hasExpired: true,
})
const cancelled = aPaidPlan({ autoRenew: false, activeSubscriptionId: null, transactionStatus: 'CANCELLED' })
const overdue = aPaidPlan({ failedPayment: { failedOn: '2026-12-29', nextTryOn: '2026-12-30' } })
const later = aPendingPlan({ ...cancelled, activeSubscriptionId: subscription, transactionStatus: 'PENDING' })
const words = (of: Parameters<typeof noticesOf>[0]) => noticesOf(of).map((notice) => notice.words)

test('a facility on trial has the free plan, id 0, until its end date [BILL-26]', () => {
  expect(standingOf(aPlan())).toEqual({ kind: 'trial', plan: 'Free trial', term: 'Ends on Dec 20, 2026' })
  expect(words(aPlan())).toEqual([])
})
test('a paid plan is active and renews automatically [BILL-27]', () => {
  const term = 'Renews automatically after Dec 28, 2026'
  expect(standingOf(aPaidPlan())).toEqual({ kind: 'active', plan: 'Standard', term })
})
test('a plan without payment and end date is active', () => {
  const free = aPaidPlan({ autoRenew: false, activeSubscriptionId: null, transactionStatus: null, planEndDate: null })
  expect(standingOf(free)).toEqual({ kind: 'active', plan: 'Standard', term: 'Without an end' })
})
test('an expired plan shows its end date and what still works [BILL-28, Q153]', () => {
  expect(standingOf(expired)).toEqual({ kind: 'expired', plan: 'Standard', term: 'Ended on Dec 28, 2026' })
  expect(words(expired)).toEqual([
    expect.stringContaining('Notes that exist can be finished, read, billed and exported'),
  ])
})
test('a facility without a subscription says so [BILL-29]', () => {
  expect(standingOf(none)).toEqual({ kind: 'none', plan: 'Unlimited', term: 'Nothing has to be paid' })
  expect(words(none)).toEqual([])
})
test('a subscription that waits for the gateway is pending, with a notice [BILL-30, BILL-33]', () => {
  expect(standingOf(aPendingPlan()).kind).toBe('pending')
  expect(words(aPendingPlan())).toEqual([
    'We are awaiting payment confirmation from the Payment Gateway. If the matter is not resolved within 24 hours, please contact the Administrator.',
  ])
})
test('a subscription with a later start keeps the current plan, and shows its start date', () => {
  const of = { ...later, startsOn: '2026-12-29', transactionPlanId: 2 }
  expect(standingOf(of)).toEqual({ kind: 'ending', plan: 'Standard', term: 'Ends on Dec 28, 2026' })
  expect(words(of)).toEqual([
    'Standard annual begins on Dec 29, 2026, when the present plan has ended. It is paid for then.',
  ])
})
test('a cancelled plan is valid until its end date', () => {
  expect(standingOf(cancelled)).toEqual({ kind: 'ending', plan: 'Standard', term: 'Ends on Dec 28, 2026' })
  expect(words(cancelled)).toEqual([])
})
test('a failed payment shows when it is tried again, or that it is not', () => {
  expect(standingOf(overdue).kind).toBe('overdue')
  expect(words(overdue)).toEqual([
    expect.stringContaining('The payment of Dec 29, 2026 failed. It is tried again on Dec 30, 2026.'),
  ])
  const last = { ...overdue, failedPayment: { failedOn: '2026-12-29', nextTryOn: null } }
  expect(words(last)).toEqual([expect.stringContaining('It isn’t tried again.')])
})
test('after a failed first payment the page asks for another choice', () => {
  const failed = aPendingPlan({ activeSubscriptionId: null, transactionStatus: 'FAILED' })
  expect(standingOf(failed).kind).toBe('trial')
  expect(words(failed)).toEqual([expect.stringContaining('The payment for Standard failed')])
})

test.each([
  ['on trial', aPlan(), true],
  ['without a subscription', none, true],
  ['expired', expired, true],
  ['cancelled', cancelled, true],
  ['active', aPaidPlan(), false],
  ['pending', aPendingPlan(), false],
  ['pending without an active subscription', aPendingPlan({ activeSubscriptionId: null }), false],
])(
  'whether a facility that is %s may choose a paid plan: %o; the free plan cannot be chosen [BILL-31]',
  (_, of, may) => {
    expect(of.plans.filter((plan) => mayChoose(of, plan)).map(({ id }) => id)).toEqual(may ? [1, 2, 3] : [])
  },
)

test('a subscription can be cancelled only at its own plan [BILL-32]', () => {
  const own = (of: ReturnType<typeof aPlan>) => of.plans.filter((plan) => isSubscribed(of, plan)).map(({ id }) => id)
  expect([aPaidPlan(), aPendingPlan(), aPlan(), cancelled].map(own)).toEqual([[1], [1], [], []])
})
