import { paymentCalls, paymentRefusals } from '@dictara/contract/payments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aFacility, aJob, signedIn } from '../../testing/clinic.fixtures.ts'
import { aPayer, type Payer, type PayingServer, startPaying } from './payments.fixtures.ts'

let paying: PayingServer
let payer: Payer
beforeAll(async () => {
  paying = await startPaying()
})
beforeEach(async () => {
  paying.gateway.mode = 'here'
  payer = await aPayer(paying)
})
afterAll(() => paying.server.close())

const { getCustomerProfile, addPaymentProfile, removePaymentProfile, choosePlan, listPayments, getBill } = paymentCalls
const cards = async () => (await payer.admin.call(getCustomerProfile, { params: payer.params })).result[0]!
const remove = (customerPaymentProfileId: string) =>
  payer.admin.call(removePaymentProfile, { params: payer.params, query: { customerPaymentProfileId } })
const rows = (query = {}) => payer.admin.call(listPayments, { params: payer.params, query })
const auditOf = async () =>
  (
    await paying.server.owner.query<{ event: string; detail: object }>(
      "select event, detail from audit_events where facility_id = $1 and event like 'payment.%' order by at, id",
      [payer.facilityId],
    )
  ).rows

/** Starts a plan for the facility. @returns the id of its subscription */
async function subscribe(planId = '1'): Promise<string> {
  await payer.choose(await payer.addCard(), planId)
  await payer.bill()
  return (await payer.plan()).activeSubscriptionId!
}

test('a card is saved by its token only, listed with its last four digits, and can be removed [BILL-21, BILL-47, BILL-48]', async () => {
  expect((await cards()).paymentProfiles).toEqual([])
  const query = { fullName: 'Ada Augusta Byron' }
  const body = { opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue: 'good 1111' } }
  const saved = await payer.admin.call(addPaymentProfile, { params: payer.params, query, body })
  const card = {
    customerPaymentProfileId: expect.any(String),
    firstName: 'Ada Augusta',
    lastName: 'Byron',
    payment: { creditCard: { cardNumber: 'XXXX1111', cardType: 'Visa' } },
    isInUse: false,
  }
  expect(saved.result).toEqual([card])
  expect((await cards()).paymentProfiles).toEqual([card])
  const cardId = saved.result[0]!.customerPaymentProfileId
  for (let time = 0; time < 2; time += 1) expect((await remove(cardId)).success).toBe(true)
  expect((await cards()).paymentProfiles).toEqual([])
  expect(await auditOf()).toEqual([
    { event: 'payment.cardAdded', detail: { customerPaymentProfileId: cardId } },
    { event: 'payment.cardRemoved', detail: { customerPaymentProfileId: cardId } },
  ])
})

test('the list of cards contains the address to which a browser sends a new card [BILL-46]', async () => {
  expect(await cards()).toEqual({
    paymentProfiles: [],
    cardTokens: { url: 'http://localhost:4999', apiLoginId: 'login', clientKey: 'client-key' },
  })
})

test('a card saved twice is listed once, and a card refused by the gateway gets the gateway’s message', async () => {
  expect(await payer.addCard()).toBe(await payer.addCard())
  expect((await cards()).paymentProfiles).toHaveLength(1)
  const body = { opaqueData: { dataDescriptor: 'x', dataValue: 'bad' } }
  expect(
    await payer.admin.call(addPaymentProfile, { params: payer.params, query: { fullName: 'Ada Byron' }, body }),
  ).toMatchObject({ status: 422, message: 'The card could not be read. Enter it again.' })
})

test('a card that pays for a running plan cannot be removed until the subscription is cancelled', async () => {
  const id = await subscribe()
  const [card] = (await cards()).paymentProfiles
  expect(card!.isInUse).toBe(true)
  expect(await remove(card!.customerPaymentProfileId)).toMatchObject({ code: paymentRefusals.cardInUse.code })
  await payer.cancel(id)
  expect((await remove(card!.customerPaymentProfileId)).success).toBe(true)
})

test('only paid plans on offer can begin, with a card of the same facility [BILL-31]', async () => {
  const card = await payer.addCard()
  for (const planId of ['0', '-1', '4', 'STANDARD'])
    expect(await payer.choose(card, planId), planId).toMatchObject({ code: paymentRefusals.planUnknown.code })
  const other = await aPayer(paying, 'Other Clinic')
  expect(await payer.choose(await other.addCard())).toMatchObject({ code: paymentRefusals.cardUnknown.code })
  await payer.choose(card)
  expect(await payer.choose(card)).toMatchObject({ code: paymentRefusals.hasSubscription.code })
  await payer.bill()
  expect(await payer.choose(card)).toMatchObject({ code: paymentRefusals.hasSubscription.code })
})

test('many simultaneous clicks on Choose Plan begin one subscription, and so do simultaneous cancelling and choosing', async () => {
  const card = await payer.addCard()
  const begun = () => [...paying.gateway.subscriptions.values()].filter(({ asked }) => asked.cardId === card)
  const chosen = await Promise.all(Array.from({ length: 6 }, () => payer.choose(card)))
  expect(chosen.filter(({ success }) => success)).toHaveLength(1)
  expect(begun()).toHaveLength(1)
  await payer.bill()
  const { activeSubscriptionId } = await payer.plan()
  const both = await Promise.all([
    payer.cancel(activeSubscriptionId!),
    payer.choose(card, '3'),
    payer.cancel(activeSubscriptionId!),
  ])
  expect([both[0].success, both[2].success].toSorted()).toEqual([false, true])
  await payer.settle()
  const running = begun().filter(({ status }) => status === 'active')
  expect(running.length).toBe(both[1].success ? 1 : 0)
})

test('a cancelled plan lasts until its last paid day, and the next one begins after it [BILL-32, BILL-50]', async () => {
  const { gateway } = paying
  const id = await subscribe()
  expect(await payer.cancel(id)).toMatchObject({ success: true, message: 'Subscription cancelled succesfully' })
  expect(await payer.cancel(id)).toMatchObject({ status: 409, code: paymentRefusals.subscriptionGone.code })
  expect(await payer.plan()).toMatchObject({
    planId: 1,
    planEndDate: '2026-02-27',
    hasExpired: false,
    autoRenew: false,
  })
  expect(await payer.facility()).toEqual({ plan: 'STANDARD', ends: '2026-02-27', renews: false })
  expect(gateway.bill()).toEqual([])
  const [card] = (await cards()).paymentProfiles
  await payer.choose(card!.customerPaymentProfileId, '2')
  expect(await payer.plan()).toMatchObject({
    planId: 1,
    planEndDate: '2026-02-27',
    transactionPlanId: 2,
    transactionStatus: 'PENDING',
    startsOn: '2026-02-28',
  })
  expect([...gateway.subscriptions.values()].at(-1)!.asked.startsOn).toBe('2026-02-28')
  expect((await auditOf()).map(({ event }) => event)).toEqual([
    'payment.cardAdded',
    'payment.planChosen',
    'payment.subscriptionCancelled',
    'payment.planChosen',
  ])
})

test('only an enabled facility can choose a plan; one that is disabled later keeps its plan [BILL-20, Q088]', async () => {
  const id = await subscribe()
  await paying.server.owner.query('update facilities set is_enabled = false where id = $1', [payer.facilityId])
  expect(await payer.plan()).toMatchObject({ planId: 1, autoRenew: true })
  expect((await payer.cancel(id)).success).toBe(true)
  const [card] = (await cards()).paymentProfiles
  expect(await payer.choose(card!.customerPaymentProfileId)).toMatchObject({
    status: 422,
    code: paymentRefusals.facilityDisabled.code,
  })
})

test('an admin pays for linked facilities, a clinicAdmin for all of the clinic, and nobody for another clinic [BILL-45, FAC-43]', async () => {
  const unlinked = await aFacility(paying.server, payer.clinicId, { name: 'Hill Annex' })
  const admin = await signedIn(paying.server, payer.clinicId, { userType: 'admin', facilityIds: [payer.facilityId] })
  const stranger = await aPayer(paying, 'Other Clinic')
  const asks = [
    [admin, payer.facilityId, 200],
    [admin, unlinked, 404],
    [payer.admin, unlinked, 200],
    [stranger.admin, payer.facilityId, 404],
  ] as const
  for (const [who, facilityId, status] of asks)
    for (const call of [getCustomerProfile, listPayments, paymentCalls.getPlans]) {
      expect(call.path.startsWith('/clinic/facility/{facilityId}/payment/')).toBe(true)
      expect((await who.call(call, { params: { facilityId } })).status, call.path).toBe(status)
    }
  // Each facility has its own plan.
  const id = await subscribe()
  expect((await payer.plan()).activeSubscriptionId).toBe(id)
  const annex = await payer.admin.call(paymentCalls.getPlans, { params: { facilityId: unlinked } })
  expect(annex.result[0]!.activeSubscriptionId).toBeNull()
  const query = { subscriptionId: id }
  const cancelled = await payer.admin.call(paymentCalls.cancelSubscription, { params: { facilityId: unlinked }, query })
  expect(cancelled.code).toBe(paymentRefusals.subscriptionGone.code)
})

test('payments have ids, times, statuses, cards and amounts, and can be filtered, searched and sorted [BILL-24, BILL-34, BILL-52]', async () => {
  await subscribe()
  const { owner } = paying.server
  const { rows: subscriptions } = await owner.query('select id from subscriptions where facility_id = $1', [
    payer.facilityId,
  ])
  const make = (transId: string, gatewayStatus: string, status: string, cents: number) =>
    owner.query(
      `insert into payments (clinic_id, trans_id, facility_id, subscription_id, number, gateway_status, status, submitted_at, card_type,
         card_number, amount_cents)
       values ($1, $2, $3, $4, 1, $5, $6, timestamptz '2026-01-01' + $7 * interval '1 day', 'Visa', 'XXXX1111', $7)`,
      [payer.clinicId, transId, payer.facilityId, subscriptions[0].id, gatewayStatus, status, cents],
    )
  await make(`${payer.facilityId.slice(-9)}1`, 'settledSuccessfully', 'Success', 3)
  await make(`${payer.facilityId.slice(-9)}2`, 'declined', 'Failed', 1)
  await make(`${payer.facilityId.slice(-9)}3`, 'refundPendingSettlement', 'Refund_processing', 2)
  const all = await rows()
  expect(all.size).toBe(4)
  expect(all.result[0]).toEqual({
    transId: expect.any(String),
    submitTimeLocal: '2026-01-31T20:00:00.000Z',
    timeZone: expect.any(String),
    uiStatus: 'Processing',
    cardType: 'Visa',
    cardNumber: 'XXXX1111',
    settleAmount: 75,
    currencyCode: 'USD',
    planTitle: 'Standard',
  })
  for (const filterKey of ['Success', 'Processing', 'Failed', 'Refund_processing'] as const)
    expect((await rows({ filterKey })).result.map(({ uiStatus }) => uiStatus)).toEqual([filterKey])
  expect((await rows({ transactionId: `${payer.facilityId.slice(-4)}2` })).result).toMatchObject([
    { settleAmount: 0.01 },
  ])
  const sorted = await rows({ sortKey: 'settleAmount', sortOrder: 'ascend' })
  expect(sorted.result.map(({ settleAmount }) => settleAmount)).toEqual([0.01, 0.02, 0.03, 75])
  expect((await rows({ size: 1, page: 3 })).result).toMatchObject([{ settleAmount: 0.01 }])
})

test('a page of payments has ten [BILL-42]', async () => {
  await subscribe()
  await paying.server.owner.query(
    `insert into payments (clinic_id, trans_id, facility_id, subscription_id, number, gateway_status, status, submitted_at, card_type,
       card_number, amount_cents)
     select clinic_id, right(facility_id::text, 12) || n, facility_id, id, n, 'declined', 'Failed', now(), 'Visa', 'XXXX1111', 1
     from subscriptions, generate_series(1, 11) n where facility_id = $1`,
    [payer.facilityId],
  )
  const { result, size } = await rows()
  expect([result.length, size]).toEqual([10, 12])
})

test('a bill lists exactly the jobs completed in the period that it pays for [BILL-18, BILL-25, BILL-53]', async () => {
  const { server } = paying
  await server.owner.query("update facilities set time_zone = 'Australia/Sydney' where id = $1", [payer.facilityId])
  const id = await subscribe()
  const doctor = await signedIn(server, payer.clinicId, { facilityIds: [payer.facilityId] })
  const complete = async (completedAt: string, status: 'COMPLETED' | 'BILLED' | 'READY' = 'COMPLETED') => {
    const jobId = await aJob(server, payer, { authorId: doctor.user.id, status, submittedAt: '2026-01-30T10:00:00Z' })
    await server.owner.query('update jobs set completed_at = $2, audio_ms = 61500 where id = $1', [jobId, completedAt])
    return jobId
  }
  const first = await complete('2026-01-30T13:00:00Z')
  const last = await complete('2026-02-27T12:59:00Z', 'BILLED')
  await complete('2026-01-30T12:59:00Z')
  await complete('2026-02-27T13:00:00Z')
  await complete('2026-02-01T00:00:00Z', 'READY')
  const { transId } = (await rows()).result[0]!
  const bill = () => payer.admin.call(getBill, { params: { ...payer.params, id: transId } })
  const job = {
    jobNumber: expect.stringMatching(/^\d{6}$/),
    submittedTime: '2026-01-30T10:00:00.000Z',
    dictationLength: 61.5,
  }
  expect((await bill()).result).toEqual([
    {
      customerName: 'Hill Clinic Main',
      submitTimeLocal: '2026-01-31T20:00:00.000Z',
      timeZone: 'Australia/Sydney',
      nextTransactionTime: '2026-02-28',
      jobs: [
        { id: first, ...job },
        { id: last, ...job },
      ],
      moreJobs: 0,
    },
  ])
  await payer.cancel(id)
  expect((await bill()).result[0]!.nextTransactionTime).toBeNull()
  const other = await aPayer(paying, 'Other Clinic')
  expect((await other.admin.call(getBill, { params: { ...other.params, id: transId } })).status).toBe(404)
})

test('while the gateway is unreachable people see a message, nothing is lost, and a chosen plan begins later', async () => {
  const { gateway } = paying
  const card = await payer.addCard()
  gateway.mode = 'away'
  expect(await payer.admin.call(getCustomerProfile, { params: payer.params })).toMatchObject({
    status: 503,
    message: 'The payment gateway can’t be reached. Try again in a few minutes.',
  })
  expect((await payer.choose(card)).status).toBe(503)
  expect((await payer.plan()).transactionStatus).toBeNull()
  // The answer to the creation is lost. Nobody knows whether the subscription was created, so it is not created again.
  gateway.mode = 'here'
  const create = gateway.createSubscription
  gateway.createSubscription = async (asked) => {
    gateway.mode = 'lost'
    return create(asked)
  }
  expect((await payer.choose(card)).result).toMatchObject([{ transactionStatus: 'PENDING' }])
  gateway.createSubscription = create
  await expect(payer.settle()).rejects.toThrow()
  gateway.mode = 'here'
  await payer.wait(1 / 24)
  await payer.settle()
  await payer.bill()
  expect(await payer.plan()).toMatchObject({ transactionStatus: 'ACTIVE', planId: 1 })
  expect([...gateway.subscriptions.values()].filter(({ asked }) => asked.cardId === card)).toHaveLength(1)
  gateway.mode = 'away'
  expect((await payer.cancel((await payer.plan()).activeSubscriptionId!)).success).toBe(true)
  gateway.mode = 'here'
  await payer.settle()
  expect([...gateway.subscriptions.values()].at(-1)!.status).toBe('canceled')
  expect(
    (await payer.admin.call(choosePlan, { params: payer.params, query: { paymentProfileId: card, planId: '9' } }))
      .status,
  ).toBe(422)
})
