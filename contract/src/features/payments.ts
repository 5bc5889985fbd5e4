import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { managers } from '../roles.ts'
import { day, id, idOf, nothing, text, time } from '../shapes.ts'

/** A saved card, as the gateway keeps it (BILL-21): only the last four digits of its number ever reach Dictara. */
export const PaymentProfile = z.object({
  customerPaymentProfileId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  payment: z.object({ creditCard: z.object({ cardNumber: z.string(), cardType: z.string() }) }),
  /** The running subscription is paid with it, so it can’t be removed. */
  isInUse: z.boolean(),
})
export type PaymentProfile = z.output<typeof PaymentProfile>

/** What a browser needs to turn a card into a token at the gateway itself (BILL-54, Q160). */
export const CardTokens = z.object({ url: z.string(), apiLoginId: z.string(), clientKey: z.string() })
export type CardTokens = z.output<typeof CardTokens>

export const planTypes = ['trial', 'monthly', 'annual'] as const

/** A plan that can be chosen (BILL-22, PRICE-11). `amount` is in whole units of the currency. */
export const SubscriptionPlan = z.object({
  id: z.number(),
  title: z.string(),
  amount: z.number(),
  currencyCode: z.string(),
  /** Seconds of dictation in a period; null: not limited (Q154). */
  secondsAvailable: z.nullable(z.number()),
  duration: z.string(),
  type: z.enum(planTypes),
  /** Months of a period. */
  interval: z.number(),
  features: z.array(z.object({ name: z.string(), available: z.boolean() })),
  cannedTextsLimit: z.nullable(z.number()),
  dictationTemplatesLimit: z.nullable(z.number()),
  accessInferenceService: z.boolean(),
})
export type SubscriptionPlan = z.output<typeof SubscriptionPlan>

export const transactionStatuses = ['PENDING', 'ACTIVE', 'CANCELLED', 'FAILED', 'EXPIRED'] as const

/** The plan of a facility (BILL-23, BILL-26 to BILL-30). */
export const FacilityPlan = z.object({
  plans: z.array(SubscriptionPlan),
  /** The plan in force; null: none. */
  planId: z.nullable(z.number()),
  /** The last day that is paid for, or of the trial; null: no end. */
  planEndDate: z.nullable(day),
  /** The latest subscription; null: there was none. */
  subscriptionId: z.nullable(id),
  onTrialPeriod: z.boolean(),
  /** The subscription that renews automatically or waits for the gateway; null: none. */
  activeSubscriptionId: z.nullable(id),
  /** The plan of the latest subscription. */
  transactionPlanId: z.nullable(z.number()),
  /** PENDING: the gateway has not confirmed it yet (BILL-30). */
  transactionStatus: z.nullable(z.enum(transactionStatuses)),
  autoRenew: z.boolean(),
  hasExpired: z.boolean(),
  /** A pending subscription that begins only when the current plan ends; null otherwise. */
  startsOn: z.nullable(day),
  /** A renewal that failed: when it is tried again. */
  failedPayment: z.nullable(z.object({ failedOn: day, nextTryOn: z.nullable(day) })),
  /** What of the plan is used in the current period. */
  usage: z.object({
    seconds: z.number(),
    /** Of the author who has most of them. */
    cannedTexts: z.number(),
    templates: z.number(),
  }),
})
export type FacilityPlan = z.output<typeof FacilityPlan>

/** The statuses on the wire, and their labels (BILL-16, BILL-34, Q161). */
export const paymentStatuses = ['Success', 'Processing', 'Failed', 'Refund_processing'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export const paymentStatusLabels: Record<PaymentStatus, string> = {
  Success: 'Success',
  Processing: 'Processing',
  Failed: 'Failed',
  Refund_processing: 'Refund Processing',
}

/** A payment (BILL-24). */
export const PaymentTransaction = z.object({
  transId: z.string(),
  /** When it was made. Screens show it by the clock of the facility, whose time zone is beside it. */
  submitTimeLocal: time,
  timeZone: z.string(),
  uiStatus: z.enum(paymentStatuses),
  cardType: z.string(),
  /** The last digits alone, e.g. XXXX1111. */
  cardNumber: z.string(),
  /** In whole units of the currency; screens show two decimals (BILL-42). */
  settleAmount: z.number(),
  currencyCode: z.string(),
  planTitle: z.string(),
})
export type PaymentTransaction = z.output<typeof PaymentTransaction>

/** What a payment paid for (BILL-18, BILL-25). */
export const BillRecord = z.object({
  customerName: z.string(),
  submitTimeLocal: time,
  /** Of the facility. */
  timeZone: z.string(),
  /** The next payment; null: none is planned. */
  nextTransactionTime: z.nullable(day),
  jobs: z.array(
    z.object({
      id,
      jobNumber: z.string(),
      submittedTime: time,
      /** In seconds. */
      dictationLength: z.number(),
    }),
  ),
  /** There are more jobs than those listed. */
  moreJobs: z.number(),
})
export type BillRecord = z.output<typeof BillRecord>

export const paymentRefusals = defineRefusals({
  off: { status: 404, code: 'payments-off', message: 'Payments are not set up on this installation.' },
  cardNumber: {
    status: 422,
    code: 'card-number-refused',
    message: 'Card numbers must go to the payment gateway only. Nothing was saved.',
  },
  gatewayAway: {
    status: 503,
    code: 'payment-gateway-away',
    message: 'The payment gateway can’t be reached. Try again in a few minutes.',
  },
  gatewayRefused: { status: 422, code: 'payment-gateway-refused', message: '{reason}' },
  cardUnknown: { status: 422, code: 'card-unknown', message: 'This card is no longer saved. Choose another one.' },
  facilityDisabled: {
    status: 422,
    code: 'facility-disabled',
    message: 'This facility is disabled. Enable it before you choose a plan.',
  },
  cardInUse: {
    status: 409,
    code: 'card-in-use',
    message: 'The subscription is paid with this card. Cancel the subscription before you remove the card.',
  },
  planUnknown: { status: 422, code: 'plan-unknown', message: 'This plan doesn’t exist.' },
  beingCompared: {
    status: 409,
    code: 'payments-being-compared',
    message: 'The payments of this facility are being read from the payment gateway. Try again in a few minutes.',
  },
  hasSubscription: {
    status: 409,
    code: 'subscription-exists',
    message: 'This facility already has a subscription. Cancel it before you choose another plan.',
  },
  noticeRefused: { status: 401, code: 'notice-refused', message: 'This notice isn’t signed by the payment gateway.' },
  subscriptionGone: { status: 409, code: 'subscription-ended', message: 'This subscription was already cancelled.' },
})

const ofFacility = z.object({ facilityId: idOf('facility') })
const base = '/clinic/facility/{facilityId}/payment'
const cardNumbers = paymentRefusals.cardNumber

export const paymentCalls = defineCalls({
  getCustomerProfile: {
    method: 'GET',
    path: `${base}/customer-profile`,
    summary: 'The saved cards of a facility, and where a new card is sent to.',
    kind: 'in-steps',
    callers: managers,
    params: ofFacility,
    result: z.object({ paymentProfiles: z.array(PaymentProfile), cardTokens: CardTokens }),
    example: { params: { facilityId: '$facility' } },
  },
  addPaymentProfile: {
    method: 'POST',
    path: `${base}/payment-profile`,
    summary: 'Saves a card by the token that the gateway gave the browser for it.',
    kind: 'in-steps',
    cardNumbers,
    callers: managers,
    params: ofFacility,
    query: z.object({ fullName: text(100, 1) }),
    body: z.object({ opaqueData: z.object({ dataDescriptor: text(200, 1), dataValue: text(4_000, 1) }) }),
    result: PaymentProfile,
    example: {
      params: { facilityId: '$facility' },
      query: { fullName: 'Ada Byron' },
      body: { opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: 'token' } },
    },
  },
  removePaymentProfile: {
    method: 'DELETE',
    path: `${base}/payment-profile`,
    summary: 'Removes a saved card.',
    kind: 'in-steps',
    cardNumbers,
    callers: managers,
    params: ofFacility,
    query: z.object({ customerPaymentProfileId: text(50, 1) }),
    result: nothing,
    example: { params: { facilityId: '$facility' }, query: { customerPaymentProfileId: '1' } },
  },
  getPlans: {
    method: 'GET',
    path: `${base}/subscription-plans`,
    summary: 'The plans, which of them a facility has, and how much of it is used.',
    callers: managers,
    params: ofFacility,
    result: FacilityPlan,
    example: { params: { facilityId: '$facility' } },
  },
  choosePlan: {
    method: 'POST',
    path: `${base}/subscription`,
    summary: 'Subscribes a facility to a plan, to be paid with a saved card.',
    kind: 'in-steps',
    cardNumbers,
    callers: managers,
    params: ofFacility,
    query: z.object({ paymentProfileId: text(50, 1), planId: text(10, 1) }),
    result: FacilityPlan,
    example: { params: { facilityId: '$facility' }, query: { paymentProfileId: '1', planId: '1' } },
  },
  cancelSubscription: {
    method: 'DELETE',
    path: `${base}/subscription`,
    summary: 'Ends the renewal of a subscription. The plan stays until its end (Q157).',
    kind: 'in-steps',
    cardNumbers,
    callers: managers,
    params: ofFacility,
    query: z.object({ subscriptionId: idOf('none') }),
    result: FacilityPlan,
    example: { params: { facilityId: '$facility' }, query: { subscriptionId: '$new' } },
  },
  listPayments: list({
    path: `${base}/transactions`,
    summary: 'The payments of a facility, the newest first. filterKey is a status, transactionId a part of an id.',
    callers: managers,
    params: ofFacility,
    query: listQuery({
      search: 'transactionId',
      sort: ['submitTimeLocal', 'settleAmount'],
      order: 'descend',
      scope: { filterKey: z.optional(z.enum(paymentStatuses)) },
    }),
    row: PaymentTransaction,
    example: { params: { facilityId: '$facility' } },
  }),
  getBill: {
    method: 'GET',
    path: `${base}/transactions/{id}/transcriptions`,
    summary: 'What a payment paid for: the dictations completed in its period (Q163).',
    callers: managers,
    params: z.extend(ofFacility, { id: text(50, 1) }),
    result: BillRecord,
    audit: 'payment.billRead',
    example: { params: { facilityId: '$facility', id: '$payment' } },
  },
  receiveNotice: {
    method: 'POST',
    path: '/payment-gateway/notices',
    summary:
      'What the payment gateway tells by itself, signed by it. It is kept before it is answered, and handled afterwards.',
    kind: 'upload',
    callers: 'public',
    limit: 'none',
    result: nothing,
    example: {},
  },
})
