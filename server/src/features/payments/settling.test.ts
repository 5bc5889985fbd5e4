import { paymentRefusals } from '@dictara/contract/payments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GatewayAway } from '../../gateways/payments/index.ts'
import { aFacility, aPerson } from '../../testing/clinic.fixtures.ts'
import { aPayer, type Payer, type PayingServer, runTask, sendNotice, startPaying } from './payments.fixtures.ts'

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

const today = () => paying.clock.now().toISOString().slice(0, 10)
const laterDay = (days: number) => new Date(paying.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** A running plan whose card is declined from now on. @returns the card */
async function subscribeUntilDeclined() {
  const card = await payer.addCard()
  await payer.choose(card)
  await payer.bill()
  paying.gateway.cards.get(card)!.isDeclined = true
  return card
}
const ofPayer = () => {
  const { customers, payments } = paying.gateway
  const last = [...customers.values()].at(-1)!
  return [...payments.values()].filter(({ customerId }) => customerId === last)
}
const waitingTasks = async () =>
  (
    await paying.server.owner.query<{ name: string; data: { facilityId?: string } }>(
      "select name, data from pgboss.job where name in ('settle-payments', 'payment-notices') and state < 'active'",
    )
  ).rows

test('a signed notice is stored once before it is answered, and its facility is compared with the gateway', async () => {
  const { server, gateway } = paying
  await payer.choose(await payer.addCard())
  const [transId] = gateway.bill()
  const notice = { id: transId!, notificationId: crypto.randomUUID() }
  for (let time = 0; time < 5; time += 1) expect((await sendNotice(server, notice)).status).toBe(200)
  const kept = async () =>
    (
      await server.owner.query('select handled_at is not null as done from payment_notices where entity_id = $1', [
        transId,
      ])
    ).rows
  expect(await kept()).toEqual([{ done: false }])
  gateway.mode = 'away'
  await expect(runTask(server, 'payment-notices')).rejects.toThrow(GatewayAway)
  expect(await kept()).toEqual([{ done: false }])
  gateway.mode = 'here'
  await runTask(server, 'payment-notices')
  expect(await kept()).toEqual([{ done: true }])
  const settling = (await waitingTasks()).filter(({ data }) => data.facilityId === payer.facilityId)
  expect(settling.map(({ data }) => data)).toContainEqual({
    clinicId: payer.clinicId,
    facilityId: payer.facilityId,
    transIds: [transId],
  })
  await payer.settle([transId!])
  expect((await payer.plan()).transactionStatus).toBe('ACTIVE')
  // A late or repeated notice changes nothing.
  expect((await sendNotice(server, notice)).status).toBe(200)
  await runTask(server, 'payment-notices')
  expect(await kept()).toEqual([{ done: true }])
  await payer.wait(91)
  await runTask(server, 'settle-all-payments')
  expect(await kept()).toEqual([])
})

test('a notice with a wrong signature, too large or malformed is refused and changes nothing', async () => {
  const { server } = paying
  const count = async () => (await server.owner.query('select count(*)::int as n from payment_notices')).rows[0].n
  const before = await count()
  const refused = await sendNotice(server, { id: '1' }, `sha512=${'A'.repeat(128)}`)
  expect([refused.status, (await refused.json()).code]).toEqual([401, paymentRefusals.noticeRefused.code])
  const post = (body: string, headers = {}) =>
    fetch(`${server.url}/api/payment-gateway/notices`, { method: 'POST', body, headers })
  expect((await post('{}')).status).toBe(401)
  expect((await post('x'.repeat(70_000), { 'x-anet-signature': 'sha512=' })).status).toBe(413)
  expect(await count()).toBe(before)
})

test('notices about unknown customers or another clinic’s entities change nothing', async () => {
  const { server, gateway } = paying
  const other = await aPayer(paying, 'Other Clinic')
  await other.choose(await other.addCard())
  const [transId] = gateway.bill()
  await sendNotice(server, { id: '999999' })
  await sendNotice(server, {
    id: '999998',
    entityName: 'subscription',
    eventType: 'net.authorize.customer.subscription.cancelled',
  })
  await sendNotice(server, { id: payer.facilityId, entityName: 'customerProfile' })
  await runTask(server, 'payment-notices')
  // Give this facility the id of another clinic’s transaction.
  await payer.addCard()
  await payer.settle([transId!])
  expect((await payer.plan()).subscriptionId).toBeNull()
  expect(await payer.facility()).toEqual({ plan: 'TRIAL', ends: '2026-02-20', renews: false })
  expect((await server.owner.query('select from payments where facility_id = $1', [payer.facilityId])).rowCount).toBe(0)
})

test('payments without a notice are found by an hourly check of every paying facility', async () => {
  const { server, gateway } = paying
  await payer.choose(await payer.addCard())
  gateway.bill()
  await server.owner.query("delete from pgboss.job where name = 'settle-payments'")
  await runTask(server, 'settle-all-payments')
  const found = (await waitingTasks()).filter(({ data }) => data.facilityId === payer.facilityId)
  expect(found).toHaveLength(1)
  const idle = await aFacility(server, payer.clinicId)
  expect((await waitingTasks()).some(({ data }) => data.facilityId === idle)).toBe(false)
})

test('a declined first payment begins no plan, is notified and cancelled at the gateway, and another plan can be chosen', async () => {
  const { gateway } = paying
  await payer.choose(await payer.addCard('declined'))
  await payer.bill()
  expect(await payer.plan()).toMatchObject({ transactionStatus: 'FAILED', planId: 0, activeSubscriptionId: null })
  expect([...gateway.subscriptions.values()].at(-1)!.status).toBe('canceled')
  await payer.settle()
  expect(await payer.notifications()).toEqual([
    {
      target: 'PLAN_ENDED',
      body: 'The first payment for the plan “Standard” failed, so the plan didn’t begin. Choose a plan again, with another card.',
    },
  ])
  expect((await payer.choose(await payer.addCard('good 4242'))).success).toBe(true)
})

test('a failed renewal is retried on days 1, 3 and 7 with a notification each time, and then the plan ends', async () => {
  const { gateway } = paying
  await subscribeUntilDeclined()
  await payer.wait(31)
  await payer.bill()
  const day = today()
  expect(await payer.plan()).toMatchObject({
    transactionStatus: 'ACTIVE',
    hasExpired: false,
    failedPayment: { failedOn: day, nextTryOn: laterDay(1) },
  })
  const tried = [ofPayer().length]
  for (let days = 1; days <= 7; days += 1) {
    await payer.wait(1)
    for (let times = 0; times < 3; times += 1) await payer.settle()
    tried.push(ofPayer().length)
  }
  expect(tried).toEqual([2, 3, 3, 4, 4, 4, 4, 5])
  expect(await payer.plan()).toMatchObject({
    transactionStatus: 'EXPIRED',
    hasExpired: true,
    autoRenew: false,
    failedPayment: null,
  })
  expect([...gateway.subscriptions.values()].at(-1)!.status).toBe('canceled')
  expect((await payer.notifications()).map(({ target }) => target)).toEqual([
    'PAYMENT_FAILED',
    'PAYMENT_FAILED',
    'PAYMENT_FAILED',
    'PLAN_ENDED',
  ])
  expect((await payer.choose(await payer.addCard('good 4242'))).success).toBe(true)
})

test('a successful retry renews the plan, and is charged once even when the server dies', async () => {
  const { gateway } = paying
  const card = await subscribeUntilDeclined()
  await payer.wait(31)
  await payer.bill()
  const ends = (await payer.plan()).planEndDate!
  gateway.cards.get(card)!.isDeclined = false
  await payer.wait(1)
  const charge = gateway.charge
  gateway.charge = async (what) => {
    await charge(what)
    throw new GatewayAway('killed between the charge and the commit')
  }
  await expect(payer.settle()).rejects.toThrow(GatewayAway)
  gateway.charge = charge
  for (let time = 0; time < 3; time += 1) await payer.settle()
  await payer.wait(1)
  await payer.settle()
  expect(ofPayer().filter(({ status }) => status !== 'declined')).toHaveLength(2)
  const now = await payer.plan()
  expect(now).toMatchObject({ transactionStatus: 'ACTIVE', autoRenew: true, failedPayment: null })
  expect(now.planEndDate! > ends).toBe(true)
})

test('a refunded payment no longer counts and is not charged again', async () => {
  const { gateway } = paying
  await payer.choose(await payer.addCard())
  const [first] = await payer.bill()
  gateway.settle()
  await payer.wait(0.1)
  const of = gateway.payments.get(first!)!
  gateway.payments.set('777777', {
    ...of,
    transId: '777777',
    status: 'refundPendingSettlement',
    subscription: null,
    customerId: null,
    refundOf: first!,
  })
  await sendNotice(paying.server, { id: '777777', eventType: 'net.authorize.payment.refund.created' })
  await runTask(paying.server, 'payment-notices')
  const settling = (await waitingTasks()).find(({ data }) => data.facilityId === payer.facilityId && 'transIds' in data)
  expect(settling).toBeDefined()
  await payer.settle(['777777'])
  const over = { transactionStatus: 'EXPIRED', activeSubscriptionId: null, hasExpired: true, autoRenew: false }
  expect(await payer.plan()).toMatchObject(over)
  await payer.settle()
  expect(await payer.plan()).toMatchObject(over)
  expect(ofPayer()).toHaveLength(1)
})

test('a declined renewal without an amount at the gateway is still retried', async () => {
  await subscribeUntilDeclined()
  await payer.wait(31)
  const [second] = paying.gateway.bill()
  paying.gateway.payments.get(second!)!.amountCents = 0
  await payer.settle([second!])
  expect(await payer.plan()).toMatchObject({
    transactionStatus: 'ACTIVE',
    failedPayment: { nextTryOn: expect.any(String) },
  })
})

test.each(['chargeback', 'voided', 'settlementError'])(
  'a first payment that ends as %s ends the plan',
  async (status) => {
    await payer.choose(await payer.addCard())
    const [first] = await payer.bill()
    expect(await payer.plan()).toMatchObject({ transactionStatus: 'ACTIVE', hasExpired: false })
    paying.gateway.payments.get(first!)!.status = status
    await payer.settle([first!])
    expect(await payer.plan()).toMatchObject({ hasExpired: true, autoRenew: false })
  },
)

test('a trial that ends overnight lasts until the first payment of the chosen plan', async () => {
  await paying.server.owner.query("update facilities set plan = 'TRIAL', plan_end_date = $2 where id = $1", [
    payer.facilityId,
    today(),
  ])
  await payer.choose(await payer.addCard())
  await payer.settle()
  await payer.wait(0.8)
  await payer.settle()
  expect(await payer.plan()).toMatchObject({ transactionStatus: 'PENDING', planId: 0, hasExpired: false })
  await payer.wait(2)
  await payer.settle()
  expect(await payer.plan()).toMatchObject({ transactionStatus: 'PENDING', hasExpired: true })
})

test('two runs for one facility never overlap, and a killed run blocks the next for a few minutes only', async () => {
  await payer.addCard()
  const holder = crypto.randomUUID()
  await paying.server.owner.query('update payment_customers set run_id = $2, run_until = $3 where facility_id = $1', [
    payer.facilityId,
    holder,
    new Date(paying.clock.now().getTime() + 60_000),
  ])
  await expect(payer.settle()).rejects.toThrow('another run')
  await payer.wait(0.01)
  await payer.settle()
})

test('the end of a trial is announced 7 days and 1 day before, once each, to the managers of the facility', async () => {
  const { server } = paying
  const admin = await aPerson(server, payer.clinicId, { userType: 'admin', facilityIds: [payer.facilityId] })
  const others = [
    await aPerson(server, payer.clinicId, { userType: 'admin' }),
    await aPerson(server, payer.clinicId, { userType: 'doctor', facilityIds: [payer.facilityId] }),
  ]
  const end = (days: number) =>
    server.owner.query('update facilities set plan_end_date = $2 where id = $1', [payer.facilityId, laterDay(days)])
  const tell = async () => {
    await runTask(server, 'settle-all-payments')
    await runTask(server, 'settle-all-payments')
    return (await payer.notifications()).length
  }
  await server.owner.query("update facilities set time_zone = 'UTC' where id = $1", [payer.facilityId])
  const counts = []
  for (const days of [8, 7]) {
    await end(days)
    counts.push(await tell())
  }
  // Let days pass until one day is left.
  await payer.wait(5)
  counts.push(await tell())
  await payer.wait(1)
  counts.push(await tell())
  expect(counts).toEqual([0, 1, 1, 2])
  const { rows } = await server.owner.query(
    'select user_id, count(*)::int as told, count(mail_due_at)::int as mails from notifications where facility_id = $1 group by 1',
    [payer.facilityId],
  )
  const ofAdmin = rows.find(({ user_id }) => user_id === admin.id)
  expect([rows.length, ofAdmin.told, ofAdmin.mails]).toEqual([2, 2, 2])
  expect(rows.some(({ user_id }) => others.some(({ id }) => id === user_id))).toBe(false)
  expect((await payer.notifications())[0]!.body).toMatch(/^The free trial ends on \w+ \d+, 2026\. Choose a plan/)
})

test('a person who has chosen a plan gets no notification of the end of the trial', async () => {
  await paying.server.owner.query('update facilities set plan_end_date = $2 where id = $1', [
    payer.facilityId,
    laterDay(1),
  ])
  await payer.choose(await payer.addCard())
  await runTask(paying.server, 'settle-all-payments')
  expect(await payer.notifications()).toEqual([])
})
