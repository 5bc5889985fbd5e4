import { paymentCalls } from '@dictara/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, runTask } from '../features/payments/payments.fixtures.ts'
import { tokenOf, withSandbox } from '../gateways/payments/payments.fixtures.ts'
import { sandboxCards } from '../gateways/payments/sandbox/index.ts'
import { aClinic, aPerson, testPassword } from './clinic.fixtures.ts'
import { signInAs } from './test-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let opened: Awaited<ReturnType<typeof withSandbox>>
let server: TestServer
beforeAll(async () => {
  opened = await withSandbox('authorize-net', { startsAt: '2027-01-31T20:00:00Z' })
  server = await startTestServer({ clock: opened.clock, payments: opened.gateway })
  opened.sandbox.sendNoticesTo(`${server.url}/api/payment-gateway/notices`)
})
afterAll(async () => {
  await server.close()
  await opened.sandbox.close()
})

/** A facility of a new clinic, with a card. */
async function aFacilityWithCard(cardNumber: string) {
  const clinic = await aClinic(server, 'Hill Clinic')
  const { email } = await aPerson(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const params = { facilityId: clinic.facilityId }
  const signIn = () => signInAs(server.url, email, testPassword)
  const admin = await signIn()
  const body = { opaqueData: await tokenOf(opened.gateway, cardNumber) }
  const saved = await admin.call(paymentCalls.addPaymentProfile, { params, query: { fullName: 'Ada Byron' }, body })
  const paymentProfileId = saved.result[0]!.customerPaymentProfileId
  const settle = () => runTask(server, 'settle-payments', { ...clinic, transIds: [] })
  const choose = () => admin.call(paymentCalls.choosePlan, { params, query: { paymentProfileId, planId: '1' } })
  /** The gateway tells of what was charged, in the wrong order and twice; then the facility is looked at. */
  const pass = async (days: number) => {
    opened.clock.advance(days * dayMs)
    opened.sandbox.run()
    const taken = await opened.sandbox.deliver({ isImpatient: true, order: 'reversed', times: 2 })
    await runTask(server, 'payment-notices')
    await settle()
    return taken
  }
  const plan = async () => (await (await signIn()).call(paymentCalls.getPlans, { params })).result[0]!
  const payments = async () => (await (await signIn()).call(paymentCalls.listPayments, { params })).result
  return { choose, pass, plan, payments }
}

test('a plan is paid for in each period through the gateway’s protocol, and its notices are taken', async () => {
  const { choose, pass, plan, payments } = await aFacilityWithCard(sandboxCards.good)
  expect((await choose()).result[0]).toMatchObject({ transactionStatus: 'PENDING' })
  expect(await pass(0)).toBeGreaterThan(0)
  expect(await plan()).toMatchObject({ transactionStatus: 'ACTIVE', planId: 1, autoRenew: true })
  await pass(28)
  expect(await payments()).toMatchObject([
    { settleAmount: 75, cardNumber: 'XXXX1111', planTitle: 'Standard' },
    { settleAmount: 75, uiStatus: 'Success' },
  ])
})

test('a plan whose first payment is declined fails, and can be chosen again', async () => {
  const { choose, pass, plan, payments } = await aFacilityWithCard(sandboxCards.declined)
  await choose()
  await pass(0)
  expect(await plan()).toMatchObject({ transactionStatus: 'FAILED', activeSubscriptionId: null })
  expect(await payments()).toMatchObject([{ uiStatus: 'Failed' }])
  expect((await choose()).result[0]).toMatchObject({ transactionStatus: 'PENDING' })
})

test('a renewal that is declined is charged again by the product', async () => {
  const { choose, pass, plan, payments } = await aFacilityWithCard(sandboxCards.declinedLater)
  await choose()
  await pass(0)
  await pass(28)
  expect(await plan()).toMatchObject({ transactionStatus: 'ACTIVE', failedPayment: { nextTryOn: expect.any(String) } })
  await pass(1)
  expect((await payments()).map(({ uiStatus }) => uiStatus)).toEqual(['Failed', 'Failed', 'Success'])
})

test('a lost answer to the creation of a subscription makes no second one', async () => {
  const { choose, pass, plan, payments } = await aFacilityWithCard(sandboxCards.good)
  opened.sandbox.fault({ kind: 'hangUpAfter', request: 'ARBCreateSubscriptionRequest' })
  expect((await choose()).result[0]).toMatchObject({ transactionStatus: 'PENDING' })
  await pass(0)
  await pass(0)
  expect(await plan()).toMatchObject({ transactionStatus: 'ACTIVE' })
  expect(await payments()).toHaveLength(1)
})
