import { paymentCalls, paymentRefusals } from '@dictara/contract/payments'
import { planFeatures } from '@dictara/contract/plans'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson, aPhrase, signedIn } from '../../testing/clinic.fixtures.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { aPayer, type Payer, type PayingServer, startPaying } from './payments.fixtures.ts'

let paying: PayingServer
let payer: Payer
beforeAll(async () => {
  paying = await startPaying()
})
beforeEach(async () => {
  payer = await aPayer(paying)
})
afterAll(() => paying.server.close())

const names = (features: readonly { name: string; available: boolean }[], available: boolean) =>
  features.flatMap((one) => (one.available === available ? one.name : []))
const planOf = async (id: number) => (await payer.plan()).plans.find((plan) => plan.id === id)!

test('a plan has title, price, period, features and limits [BILL-22, BILL-44, PRICE-11]', async () => {
  for (const plan of (await payer.plan()).plans)
    expect(plan).toEqual({
      id: expect.any(Number),
      title: expect.stringMatching(/\S/),
      amount: expect.any(Number),
      currencyCode: 'USD',
      secondsAvailable: null,
      duration: expect.stringMatching(/\S/),
      type: expect.stringMatching(/^(trial|monthly|annual)$/),
      interval: expect.any(Number),
      features: expect.arrayContaining([{ name: expect.any(String), available: expect.any(Boolean) }]),
      cannedTextsLimit: plan.id === 3 ? 4 : null,
      dictationTemplatesLimit: null,
      accessInferenceService: true,
    })
})

test('plans cost 0, 75, 810 and 45 dollars, each for its period [PRICE-02, PRICE-03, PRICE-12]', async () => {
  const plans = (await payer.plan()).plans.map(({ id, amount, type, interval }) => [id, amount, type, interval])
  expect(plans).toEqual([
    [0, 0, 'trial', 0],
    [1, 75, 'monthly', 1],
    [2, 810, 'annual', 12],
    [3, 45, 'monthly', 1],
  ])
  expect(810).toBe(12 * 75 * 0.9)
})

test('every plan except Essentials has unlimited dictations, and only Essentials limits phrases [PRICE-04, PRICE-05]', async () => {
  const essentials = await planOf(3)
  expect(names(essentials.features, false)).toEqual(['Unlimited dictations'])
  expect(essentials.cannedTextsLimit).toBe(4)
  for (const id of [0, 1, 2]) expect(names((await planOf(id)).features, false)).toEqual([])
})

test('every plan lists templates, phrases and inference [PRICE-06, PRICE-07, PRICE-08]', async () => {
  for (const { features } of (await payer.plan()).plans)
    expect(names(features, true)).toEqual(
      expect.arrayContaining(['Customizable dictation templates', 'Key to phrase', 'AI inferencing and transcription']),
    )
})

test('every plan lists the EHR, which may cost extra [PRICE-09]', async () => {
  for (const { features } of (await payer.plan()).plans)
    expect(names(features, true)).toContain('Integration with a point-of-care EHR (may cost extra)')
  expect(Object.keys(planFeatures)).toHaveLength(5)
})

test('a facility begins on the free trial, with its end date [BILL-23, BILL-26, PRICE-01]', async () => {
  expect(await payer.plan()).toMatchObject({
    planId: 0,
    planEndDate: '2026-02-20',
    onTrialPeriod: true,
    subscriptionId: null,
    activeSubscriptionId: null,
    transactionPlanId: null,
    transactionStatus: null,
    hasExpired: false,
    autoRenew: false,
  })
})

test('a facility without a subscription has none, even after its trial [BILL-28, BILL-29]', async () => {
  await paying.server.owner.query("update facilities set plan_end_date = '2026-01-30' where id = $1", [
    payer.facilityId,
  ])
  expect(await payer.plan()).toMatchObject({ hasExpired: true, onTrialPeriod: false, subscriptionId: null })
})

test('monthly and annual plans last for their stated period [BILL-43, BILL-49]', async () => {
  await payer.choose(await payer.addCard(), '2')
  await payer.bill()
  expect(await payer.plan()).toMatchObject({ planId: 2, planEndDate: '2027-01-30' })
  expect((await payer.plan()).plans.flatMap(({ type, id }) => (type === 'annual' ? id : []))).toEqual([2])
})

test('the plans show the usage of each limit [BILL-51]', async () => {
  const doctor = await signedIn(paying.server, payer.clinicId, { facilityIds: [payer.facilityId] })
  await aPhrase(paying.server, payer, doctor.user.id)
  expect((await payer.plan()).usage).toEqual({ seconds: 0, cannedTexts: 1, templates: 0 })
})

test('a plan is pending until the gateway confirms it, then active with auto-renewal, and finally expired [BILL-27, BILL-28, BILL-30]', async () => {
  const { gateway } = paying
  await payer.choose(await payer.addCard())
  await payer.wait(2)
  await payer.settle()
  expect(await payer.plan()).toMatchObject({ transactionStatus: 'PENDING', planId: 0, autoRenew: false })
  await payer.bill()
  expect(await payer.plan()).toMatchObject({
    transactionStatus: 'ACTIVE',
    planId: 1,
    autoRenew: true,
    hasExpired: false,
  })
  const { activeSubscriptionId } = await payer.plan()
  await payer.cancel(activeSubscriptionId!)
  await payer.wait(60)
  await payer.settle()
  expect(await payer.plan()).toMatchObject({
    planId: 1,
    planEndDate: '2026-02-27',
    hasExpired: true,
    autoRenew: false,
    subscriptionId: activeSubscriptionId,
    activeSubscriptionId: null,
  })
  expect(gateway.bill()).toEqual([])
})

test('without payments no Billing call is available', async () => {
  const server = await startTestServer({ payments: null })
  const { admin, params } = await aPayer({ ...paying, server })
  const body = { opaqueData: { dataDescriptor: 'x', dataValue: 'y' } }
  const answers = [
    await admin.call(paymentCalls.getCustomerProfile, { params }),
    await admin.call(paymentCalls.addPaymentProfile, { params, query: { fullName: 'Ada Byron' }, body }),
    await admin.call(paymentCalls.removePaymentProfile, { params, query: { customerPaymentProfileId: '1' } }),
    await admin.call(paymentCalls.getPlans, { params }),
    await admin.call(paymentCalls.choosePlan, { params, query: { paymentProfileId: '1', planId: '1' } }),
    await admin.call(paymentCalls.cancelSubscription, { params, query: { subscriptionId: params.facilityId } }),
    await admin.call(paymentCalls.listPayments, { params }),
    await admin.call(paymentCalls.getBill, { params: { ...params, id: '1' } }),
  ]
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [404, paymentRefusals.off.code]))
  expect((await fetch(`${server.url}/api/payment-gateway/notices`, { method: 'POST', body: '{}' })).status).toBe(404)
  await server.close()
})

test('only clinicAdmins and admins can manage all of users, facilities, the patient roster and billing [AUTH-03]', async () => {
  const { server } = paying
  const { clinicId, facilityId } = payer
  const doctor = await aPerson(server, clinicId, { userType: 'doctor', facilityIds: [facilityId] })
  const statusesOf = async (
    userType: 'clinicAdmin' | 'admin' | 'doctor' | 'reviewer' | 'transcriptionist' | 'biller',
  ) => {
    const who = await signedIn(server, clinicId, { userType, facilityIds: [facilityId], facilityAccess: true })
    const days = 'startDate=1769904000&endDate=1769990400'
    const answers = await Promise.all(
      [
        '/clinic/doctor?page=1',
        '/clinic/facility?page=1',
        `/clinic/doctor/patient-roster?providerId=${doctor.id}&${days}`,
        `/clinic/facility/${facilityId}/payment/subscription-plans`,
      ].map((path) => who.ask(`GET ${path}`)),
    )
    return answers.map(({ status }) => status)
  }
  expect(await statusesOf('clinicAdmin')).toEqual([200, 200, 200, 200])
  expect(await statusesOf('admin')).toEqual([200, 200, 200, 200])
  for (const userType of ['doctor', 'reviewer', 'transcriptionist', 'biller'] as const)
    expect([userType, ...(await statusesOf(userType))]).toEqual([userType, 403, 403, expect.any(Number), 403])
})
