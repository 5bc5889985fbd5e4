import { facilityCalls } from '@dictara/contract/facilities'
import { type BillRecord, type FacilityPlan, type PaymentProfile, paymentCalls } from '@dictara/contract/payments'
import type { PaymentTransaction, SubscriptionPlan } from '@dictara/contract/payments'
import { offeredPlans, planFeatures } from '@dictara/contract/plans'
import { vi } from 'vitest'
import { aFacility } from '../../testing/person.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { openCalls } from '../../testing/wire.ts'

export const main = aFacility(1, 'Harbor Street Main')
export const annex = aFacility(2, 'Annex')
export const closed = aFacility(3, 'Closed', true)
export const subscription = idOf(31)

/** The plans as the server returns them. */
const plans: SubscriptionPlan[] = offeredPlans.map((plan) => ({
  ...plan,
  amount: plan.amountCents / 100,
  secondsAvailable: null,
  dictationTemplatesLimit: null,
  features: Object.entries(planFeatures).map(([key, name]) => ({
    name,
    available: (plan.features as readonly string[]).includes(key),
  })),
}))

/** Returns the plan of a facility on trial. */
export const aPlan = (facts: Partial<FacilityPlan> = {}): FacilityPlan => ({
  plans,
  planId: 0,
  planEndDate: '2026-12-20',
  subscriptionId: null,
  onTrialPeriod: true,
  activeSubscriptionId: null,
  transactionPlanId: null,
  transactionStatus: null,
  autoRenew: false,
  hasExpired: false,
  startsOn: null,
  failedPayment: null,
  usage: { seconds: 43_500, cannedTexts: 3, templates: 7 },
  ...facts,
})

/** Returns the plan of a facility that pays for Standard. */
export const aPaidPlan = (facts: Partial<FacilityPlan> = {}): FacilityPlan =>
  aPlan({
    planId: 1,
    planEndDate: '2026-12-28',
    onTrialPeriod: false,
    subscriptionId: subscription,
    activeSubscriptionId: subscription,
    transactionPlanId: 1,
    transactionStatus: 'ACTIVE',
    autoRenew: true,
    ...facts,
  })

/** Returns the plan of a facility that waits for the gateway to confirm Standard. */
export const aPendingPlan = (facts: Partial<FacilityPlan> = {}): FacilityPlan =>
  aPlan({
    subscriptionId: subscription,
    activeSubscriptionId: subscription,
    transactionPlanId: 1,
    transactionStatus: 'PENDING',
    ...facts,
  })

export const aCard = (facts: Partial<PaymentProfile> = {}, digits = '1111', cardType = 'Visa'): PaymentProfile => ({
  customerPaymentProfileId: `90${digits}`,
  firstName: 'Ada',
  lastName: 'Byron',
  payment: { creditCard: { cardNumber: `XXXX${digits}`, cardType } },
  isInUse: false,
  ...facts,
})

/** Where the stand-in of the gateway accepts cards. */
export const cardTokens = {
  url: 'https://gateway.example.org/xml/v1/request.api',
  apiLoginId: 'clinic-login',
  clientKey: 'client-key',
}

export const aPayment = (facts: Partial<PaymentTransaction> = {}): PaymentTransaction => ({
  transId: '40012345',
  submitTimeLocal: '2026-11-20T10:00:00Z',
  timeZone: 'America/New_York',
  uiStatus: 'Success',
  cardType: 'Visa',
  cardNumber: 'XXXX1111',
  settleAmount: 75,
  currencyCode: 'USD',
  planTitle: 'Standard',
  ...facts,
})

export const aBill = (facts: Partial<BillRecord> = {}): BillRecord => ({
  customerName: 'Harbor Street Clinic',
  submitTimeLocal: '2026-11-20T10:00:00Z',
  timeZone: 'America/New_York',
  nextTransactionTime: '2026-12-20',
  jobs: [{ id: idOf(161), jobNumber: '000011', submittedTime: '2026-11-03T15:30:00Z', dictationLength: 61 }],
  moreJobs: 0,
  ...facts,
})

/**
 * Opens the stand-in server of a clinic with two enabled facilities and a closed one. The first has a card and is on
 * trial.
 */
export function aBillingServer() {
  const server = openCalls()
  server.answer(facilityCalls.listUserFacilities, [main, closed, annex])
  server.answer(paymentCalls.getPlans, [aPlan()])
  server.answer(paymentCalls.getCustomerProfile, [{ paymentProfiles: [aCard()], cardTokens }])
  server.answer(paymentCalls.listPayments, [aPayment()])
  server.answer(paymentCalls.getBill, [aBill()])
  return server
}

/** The answers of the gateway have a byte order mark before their JSON. */
export const token = { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: 'one-time-token' }
export const tokenAnswer = () =>
  new Response(`\uFEFF${JSON.stringify({ opaqueData: token, messages: { resultCode: 'Ok', message: [] } })}`)
export const tokenRefusal = (text: string) =>
  new Response(`\uFEFF${JSON.stringify({ messages: { resultCode: 'Error', message: [{ code: 'E_WC_05', text }] } })}`)

/**
 * Stands in for the payment gateway beside `openCalls`. @returns the bodies that it received, with the options of fetch
 */
export function openGateway(answer: () => Response | Promise<Response>) {
  const asked: { body: string; init: RequestInit }[] = []
  const api = vi.mocked(globalThis.fetch)
  const ofServer = api.getMockImplementation()!
  api.mockImplementation(async (input, init) => {
    if (String(input) !== cardTokens.url) return ofServer(input, init)
    asked.push({ body: String(init?.body), init: init! })
    return answer()
  })
  return asked
}
