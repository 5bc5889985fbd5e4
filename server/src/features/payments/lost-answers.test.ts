import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { GatewayAway, UnreadableAnswer } from '../../gateways/payments/index.ts'
import type { FakeGateway } from '../../testing/fake-gateway.ts'
import { addMonths } from '../plans/index.ts'
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

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end()
})
/** Replaces a method of the gateway until the test ends. @returns a function that restores it earlier */
function fault(method: keyof FakeGateway, instead: (...asked: never[]) => unknown) {
  const { gateway } = paying
  const { [method]: right } = gateway
  const end = () => void Object.assign(gateway, { [method]: right })
  Object.assign(gateway, { [method]: instead })
  ends.push(end)
  return end
}
const minutes = (many: number) => payer.wait(many / 24 / 60)

test('a subscription that the gateway shows only much later is looked up every ten minutes and found', async () => {
  const { gateway } = paying
  const card = await payer.addCard()
  const endAway = fault('createSubscription', async () => {
    throw new GatewayAway('nothing was done')
  })
  await payer.choose(card)
  endAway()
  const show = fault('listSubscriptionIds', async () => [])
  gateway.calls.length = 0
  const begun = () => gateway.calls.filter((call) => call === 'createSubscription').length
  const { createSubscription } = gateway
  const endLost = fault('createSubscription', async (asked: Parameters<typeof createSubscription>[0]) => {
    await createSubscription(asked)
    throw new GatewayAway('the answer was lost')
  })
  await minutes(11)
  await expect(payer.settle()).rejects.toThrow(GatewayAway)
  endLost()
  for (let time = 0; time < 3; time += 1) await payer.settle()
  expect(begun()).toBe(1)
  // The gateway refuses the repeated request, because it already has this subscription.
  await minutes(11)
  await expect(payer.settle()).rejects.toThrow(GatewayAway)
  expect([begun(), (await payer.plan()).transactionStatus]).toEqual([2, 'PENDING'])
  show()
  await payer.settle()
  await payer.bill()
  const { transactionStatus, activeSubscriptionId } = await payer.plan()
  expect(transactionStatus).toBe('ACTIVE')
  await payer.cancel(activeSubscriptionId!)
  expect([...gateway.subscriptions.values()].at(-1)!.status).toBe('canceled')
})

test('a plan stays pending when the gateway refuses it as a duplicate', async () => {
  const { createSubscription } = paying.gateway
  const end = fault('createSubscription', async (asked: Parameters<typeof createSubscription>[0]) => {
    await createSubscription(asked)
    return createSubscription(asked)
  })
  expect((await payer.choose(await payer.addCard())).result).toMatchObject([{ transactionStatus: 'PENDING' }])
  end()
  await payer.bill()
  expect((await payer.plan()).transactionStatus).toBe('ACTIVE')
})

test('a person who cancels just before a renewal is retried is not charged again', async () => {
  const { gateway } = paying
  const { owner } = paying.server
  const card = await payer.addCard()
  const choose = async () => {
    await payer.choose(card)
    return (await payer.plan()).activeSubscriptionId!
  }
  const ended = await choose()
  await payer.cancel(ended)
  const { gatewayId } = (
    await owner.query('select gateway_id as "gatewayId" from subscriptions where id = $1', [ended])
  ).rows[0]
  const running = await choose()
  await payer.bill()
  gateway.cards.get(card)!.isDeclined = true
  await payer.wait(31)
  await payer.bill()
  gateway.cards.get(card)!.isDeclined = false
  await payer.wait(1)
  // While the run stops a subscription that had ended, the person cancels the other one, which the run is about to
  // charge for.
  await owner.query('update subscriptions set stopped_at = null where id = $1', [ended])
  gateway.subscriptions.get(gatewayId)!.status = 'active'
  const { cancelSubscription } = gateway
  const end = fault('cancelSubscription', async (id: string) => {
    if (id === gatewayId) expect((await payer.cancel(running)).success).toBe(true)
    return cancelSubscription(id)
  })
  gateway.calls.length = 0
  await payer.settle()
  end()
  expect(gateway.calls).toContain('cancelSubscription')
  expect(gateway.calls).not.toContain('charge')
  expect((await payer.plan()).transactionStatus).toBe('CANCELLED')
})

test('an unreadable transaction is skipped, and the other payments count', async () => {
  await payer.choose(await payer.addCard())
  const transIds = paying.gateway.bill()
  const { listPayments, getPayment } = paying.gateway
  const unlist = fault('listPayments', async (...asked: Parameters<typeof listPayments>) => [
    'odd',
    ...(await listPayments(...asked)),
  ])
  const read = fault('getPayment', async (transId: string) => {
    if (transId === 'odd') throw new UnreadableAnswer('what is this?')
    return getPayment(transId)
  })
  await payer.settle(transIds)
  unlist()
  read()
  expect((await payer.plan()).transactionStatus).toBe('ACTIVE')
})

test('notices of unreadable transactions delay no others, and are given up after a day', async () => {
  const { gateway, server } = paying
  await payer.choose(await payer.addCard())
  const [transId] = gateway.bill()
  await server.owner.query(
    `insert into payment_notices (notification_id, event_type, entity, entity_id, received_at)
     select 'odd ' || n, 'net.authorize.payment.authcapture.created', 'transaction', 'odd', $1 from generate_series(1, 200) n`,
    [paying.clock.now()],
  )
  await payer.wait(0.1)
  await sendNotice(server, { id: transId! })
  const { getPayment } = gateway
  const read = fault('getPayment', async (asked: string) => {
    if (asked === 'odd') throw new UnreadableAnswer('what is this?')
    return getPayment(asked)
  })
  const waiting = async () =>
    (await server.owner.query<{ id: string }>('select entity_id as id from payment_notices where handled_at is null'))
      .rows
  await expect(runTask(server, 'payment-notices')).rejects.toThrow(UnreadableAnswer)
  expect((await waiting()).map(({ id }) => id)).toEqual(Array.from({ length: 200 }, () => 'odd'))
  await payer.wait(1)
  await runTask(server, 'payment-notices')
  read()
  expect(await waiting()).toEqual([])
})

test('a card can be added after the gateway account was changed, and pays for the next plan', async () => {
  const { gateway } = paying
  const old = await payer.addCard()
  const [name, customer] = [...gateway.customers].at(-1)!
  gateway.customers.delete(name)
  gateway.cards.delete(old)
  const card = await payer.addCard()
  expect(gateway.customers.get(name)).not.toBe(customer)
  expect((await payer.choose(card)).success).toBe(true)
  await payer.bill()
  expect((await payer.plan()).transactionStatus).toBe('ACTIVE')
})

test('a plan can begin after a renewal that is charged but not yet read, even while another run reads it', async () => {
  const { gateway, server } = paying
  const card = await payer.addCard()
  await payer.choose(card)
  await payer.bill()
  const startOfLast = () => [...gateway.subscriptions.values()].at(-1)!.asked.startsOn
  const first = startOfLast()
  await payer.wait(31)
  gateway.bill()
  await payer.cancel((await payer.plan()).activeSubscriptionId!)
  const hold = (runUntil: Date | null) =>
    server.owner.query('update payment_customers set run_id = $2, run_until = $3 where facility_id = $1', [
      payer.facilityId,
      runUntil && crypto.randomUUID(),
      runUntil,
    ])
  await hold(new Date(paying.clock.now().getTime() + 60_000))
  const choosing = payer.choose(card, '3')
  await wait(500)
  expect(startOfLast()).toBe(first)
  await hold(null)
  expect((await choosing).success).toBe(true)
  expect(startOfLast()).toBe(addMonths(first, 2))
})
