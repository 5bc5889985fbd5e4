import { paymentCalls } from '@dictara/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOf, withSandbox } from '../../gateways/payments/payments.fixtures.ts'
import { sandboxCards } from '../../gateways/payments/sandbox/index.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { aPayer, everyRow, runTask } from './payments.fixtures.ts'

type Sandboxed = Awaited<ReturnType<typeof withSandbox>> & { server: Awaited<ReturnType<typeof startTestServer>> }
let given: Sandboxed
beforeAll(async () => {
  const sandboxed = await withSandbox()
  const server = await startTestServer({ clock: sandboxed.clock, payments: sandboxed.gateway })
  sandboxed.sandbox.sendNoticesTo(`${server.url}/api/payment-gateway/notices`)
  given = { ...sandboxed, server }
})
afterAll(async () => {
  await given.server.close()
  await given.sandbox.close()
})

test('through the gateway’s own protocol: from a card to an active plan, a failed renewal and its end', async () => {
  const { server, sandbox, gateway, clock } = given
  const payer = await aPayer({ server, clock })
  const { params } = payer
  const card = await payer.admin.call(paymentCalls.addPaymentProfile, {
    params,
    query: { fullName: 'Ada Byron' },
    body: { opaqueData: await tokenOf(gateway, sandboxCards.good) },
  })
  const cardId = card.result[0]!.customerPaymentProfileId
  expect((await payer.choose(cardId)).result[0]).toMatchObject({ transactionStatus: 'PENDING' })
  /** Lets time pass at the gateway, delivers its notices and settles. */
  const pass = async (days: number) => {
    await payer.wait(days)
    sandbox.run()
    await sandbox.deliver()
    await runTask(server, 'payment-notices')
    await payer.settle()
    return payer.plan()
  }
  expect(await pass(0.01)).toMatchObject({ transactionStatus: 'ACTIVE', planId: 1, planEndDate: '2027-02-27' })
  expect(await pass(29)).toMatchObject({ transactionStatus: 'ACTIVE', planEndDate: '2027-03-30', failedPayment: null })
  sandbox.setCard(cardId, 'declined')
  expect(await pass(31)).toMatchObject({
    transactionStatus: 'ACTIVE',
    hasExpired: false,
    failedPayment: { nextTryOn: expect.any(String) },
  })
  for (let day = 0; day < 7; day += 1) await pass(1)
  expect(await payer.plan()).toMatchObject({ transactionStatus: 'EXPIRED', hasExpired: true })
  const { result } = await payer.admin.call(paymentCalls.listPayments, { params })
  expect(result.map(({ uiStatus }) => uiStatus)).toEqual(['Failed', 'Failed', 'Failed', 'Failed', 'Success', 'Success'])
  const [subscriptionId] = await gateway.listSubscriptionIds(
    (await server.owner.query('select customer_profile_id as id from payment_customers')).rows[0].id,
  )
  expect((await gateway.getSubscription(subscriptionId!))!.status).toBe('canceled')
  expect(await everyRow(server)).not.toContain(sandboxCards.good)
})

test.each(['html', 'half', 'hangUpAfter'] as const)(
  'a plan whose answer was lost (%s) begins once, and is found by the next look-up',
  async (kind) => {
    const { server, sandbox, gateway, clock } = given
    const payer = await aPayer({ server, clock })
    const opaqueData = await tokenOf(gateway)
    const query = { fullName: 'Ada Byron' }
    const card = await payer.admin.call(paymentCalls.addPaymentProfile, {
      params: payer.params,
      query,
      body: { opaqueData },
    })
    sandbox.fault({ kind, request: 'ARBCreateSubscriptionRequest' })
    const chosen = await payer.choose(card.result[0]!.customerPaymentProfileId)
    expect(chosen.result[0]).toMatchObject({ transactionStatus: 'PENDING' })
    sandbox.run()
    await payer.settle()
    expect(await payer.plan()).toMatchObject({ transactionStatus: 'ACTIVE', planId: 1 })
    const { rows } = await server.owner.query(
      'select customer_profile_id as id from payment_customers where facility_id = $1',
      [payer.facilityId],
    )
    expect(await gateway.listSubscriptionIds(rows[0].id)).toHaveLength(1)
  },
)
