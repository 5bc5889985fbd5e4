import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  aCustomer,
  aSubscription,
  dayMs,
  paymentsOf,
  postToGateway,
  testKeys,
  tokenOf,
  withSandbox,
} from '../payments.fixtures.ts'
import { controlPath, sandboxCards, type SandboxCommand, startSandbox } from './index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const open = async (...options: Parameters<typeof withSandbox>) => {
  const opened = await withSandbox(...options)
  closing.push(() => opened.sandbox.close())
  return opened
}
type Opened = Awaited<ReturnType<typeof open>>

async function subscribed({ gateway, clock }: Opened, cardNumber?: string) {
  const customer = await aCustomer(gateway, cardNumber)
  return { ...customer, id: await gateway.createSubscription(aSubscription(customer, clock.now())) }
}
const eventsOf = ({ sandbox, gateway }: Opened) =>
  sandbox
    .notices()
    .map(({ body, signature }) =>
      gateway.readNotice(Buffer.from(body), signature)!.eventType.replace('net.authorize.', ''),
    )
const statuses = async ({ gateway }: Opened, customerId: string) =>
  (await paymentsOf(gateway, customerId)).map(({ status, subscription }) => `${subscription?.number} ${status}`)

test('a declined first payment suspends a subscription, and the next cycle ends it', async () => {
  const opened = await open()
  const { customerId, id } = await subscribed(opened, sandboxCards.declined)
  opened.sandbox.run()
  expect(await opened.gateway.getSubscription(id)).toMatchObject({ status: 'suspended' })
  opened.sandbox.advance(31 * dayMs)
  expect(await opened.gateway.getSubscription(id)).toMatchObject({ status: 'terminated' })
  expect(await statuses(opened, customerId)).toEqual(['1 declined'])
  expect(eventsOf(opened).slice(-3)).toEqual([
    'customer.subscription.failed',
    'customer.subscription.suspended',
    'customer.subscription.terminated',
  ])
  await expect(opened.gateway.cancelSubscription(id)).resolves.toBeUndefined()
})

test('a declined later payment leaves a subscription active, and the next one is tried', async () => {
  const opened = await open()
  const { customerId, cardId, id } = await subscribed(opened, sandboxCards.declinedLater)
  opened.sandbox.advance(31 * dayMs)
  opened.sandbox.setCard(cardId, 'good')
  opened.sandbox.advance(31 * dayMs)
  expect(await opened.gateway.getSubscription(id)).toMatchObject({ status: 'active' })
  expect(await statuses(opened, customerId)).toEqual(['3 settledSuccessfully', '2 declined', '1 settledSuccessfully'])
})

test('an expired or removed card is declined', async () => {
  const opened = await open('sandbox', { startsAt: '2031-12-15T18:00:00Z' })
  const expiring = await subscribed(opened)
  const removed = await subscribed(opened)
  opened.sandbox.run()
  await opened.gateway.removeCard(removed.customerId, removed.cardId)
  opened.sandbox.advance(40 * dayMs)
  for (const { customerId } of [expiring, removed])
    expect(await statuses(opened, customerId)).toEqual(['2 declined', '1 settledSuccessfully'])
})

test('a captured payment settles the same evening, and each charge is made at its time', async () => {
  const opened = await open()
  const { customerId } = await subscribed(opened)
  opened.sandbox.run()
  expect(await statuses(opened, customerId)).toEqual(['1 capturedPendingSettlement'])
  // 31 January in Los Angeles: first 10:00, then the last millisecond before 19:00, then 19:00.
  opened.sandbox.advance(9 * 3_600_000 - 1)
  expect(await statuses(opened, customerId)).toEqual(['1 capturedPendingSettlement'])
  opened.sandbox.advance(1)
  expect(await statuses(opened, customerId)).toEqual(['1 settledSuccessfully'])
  opened.sandbox.advance(365 * dayMs)
  const payments = await paymentsOf(opened.gateway, customerId)
  expect(payments.map(({ submittedAt }) => submittedAt.toISOString().slice(0, 10)).toReversed()).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
    '2027-06-30',
    '2027-07-31',
    '2027-08-31',
    '2027-09-30',
    '2027-10-31',
    '2027-11-30',
    '2027-12-31',
    '2028-01-31',
  ])
})

test('a voided payment is not settled, and is reported', async () => {
  const opened = await open()
  const { customerId } = await subscribed(opened)
  opened.sandbox.run()
  const [paid] = await paymentsOf(opened.gateway, customerId)
  opened.sandbox.reverse(paid!.transId, 'void')
  opened.sandbox.advance(dayMs)
  expect(await statuses(opened, customerId)).toEqual(['1 voided'])
  expect(eventsOf(opened).at(-1)).toBe('payment.void.created')
})

test('a subscription with a fixed number of payments expires with the last one', async () => {
  const opened = await open()
  const { customerId, cardId } = await aCustomer(opened.gateway)
  const { json } = await postToGateway(opened.gateway.cardTokens().url, {
    ARBCreateSubscriptionRequest: {
      merchantAuthentication: { name: testKeys.login, transactionKey: testKeys.transactionKey },
      subscription: {
        name: 'Twice',
        paymentSchedule: { interval: { length: 7, unit: 'days' }, startDate: '2027-01-31', totalOccurrences: 2 },
        amount: 10.5,
        profile: { customerProfileId: customerId, customerPaymentProfileId: cardId },
      },
    },
  })
  opened.sandbox.advance(60 * dayMs)
  expect(await opened.gateway.getSubscription(json.subscriptionId as string)).toMatchObject({ status: 'expired' })
  expect((await paymentsOf(opened.gateway, customerId)).map(({ amountCents }) => amountCents)).toEqual([1_050, 1_050])
  expect(eventsOf(opened).at(-1)).toBe('customer.subscription.expired')
})

/** A server that records the notices it gets, and answers with the status that the test gives. */
async function listener(statusOf: () => number) {
  const notices: string[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (text: Buffer) => (body += text.toString()))
    request.on('end', () => {
      notices.push(
        `${String(request.headers['x-anet-signature']).slice(0, 7)} ${(JSON.parse(body) as { eventType: string }).eventType}`,
      )
      response.writeHead(statusOf()).end()
    })
  }).listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await new Promise((listening) => server.once('listening', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, notices }
}

test('a notice is sent until it is accepted, at growing intervals, and out of order or twice on demand', async () => {
  const opened = await open()
  const { sandbox, clock } = opened
  let status = 503
  const { url, notices } = await listener(() => status)
  sandbox.sendNoticesTo(url)
  await aCustomer(opened.gateway)
  const [first, second] = ['customer.created', 'customer.paymentProfile.created'].map(
    (event) => `sha512= net.authorize.${event}`,
  )
  expect(await sandbox.deliver()).toBe(0)
  expect(notices.splice(0)).toEqual([first, second])
  expect(await sandbox.deliver()).toBe(0)
  expect(notices).toEqual([])
  clock.advance(6_000)
  status = 200
  expect(await sandbox.deliver({ order: 'reversed', times: 2 })).toBe(2)
  expect(notices).toEqual([second, second, first, first])
  expect(await sandbox.deliver({ isImpatient: true })).toBe(0)
})

test('its state survives a restart, without card numbers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-sandbox-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'deep', 'state.json')
  const before = await open('sandbox', { file })
  const { customerId, id } = await subscribed(before)
  const token = await tokenOf(before.gateway, '5424000000000015')
  before.sandbox.advance(31 * dayMs - 86_000_000)
  await before.sandbox.close()
  const kept = readFileSync(file, 'utf8')
  for (const secret of ['4111111111111111', '5424000000000015', '"123"', ...Object.values(testKeys).slice(1)])
    expect(kept).not.toContain(secret)

  const after = await startSandbox({ clock: before.clock, keys: testKeys, file, port: before.sandbox.port })
  closing.push(() => after.close())
  expect(await before.gateway.getSubscription(id)).toMatchObject({ status: 'active' })
  expect(await before.gateway.listCards(customerId)).toHaveLength(1)
  after.advance(dayMs)
  expect(await before.gateway.listPayments(customerId, 0)).toHaveLength(2)
  await expect(before.gateway.addCard(customerId, token, { firstName: '', lastName: '' })).rejects.toMatchObject({
    code: 'E00115',
  })
})

test('a truncated state file is set aside', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-sandbox-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'state.json')
  writeFileSync(file, '{"aheadMs":0,')
  const { gateway } = await open('sandbox', { file })
  await aCustomer(gateway)
  expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe('{"aheadMs":0,')
})

test('tests can control it through a call with the transaction key', async () => {
  const opened = await open()
  const { customerId, cardId } = await subscribed(opened)
  const command = async (sent: SandboxCommand | object, key = testKeys.transactionKey) =>
    (
      await fetch(opened.sandbox.url + controlPath, {
        method: 'POST',
        headers: { 'x-transaction-key': key },
        body: JSON.stringify(sent),
      })
    ).status
  expect(await command({ do: 'advance', ms: 0 }, 'wrong')).toBe(403)
  expect(await opened.gateway.listPayments(customerId, 0)).toEqual([])
  expect(await command({ do: 'advance', ms: 0 })).toBe(204)
  const [transId] = await opened.gateway.listPayments(customerId, 0)
  expect(await command({ do: 'reverse', transId, reversal: 'chargeback' })).toBe(204)
  expect(await command({ do: 'reverse', transId: '1', reversal: 'chargeback' })).toBe(422)
  expect(await command({ do: 'setCard', cardId, behaviour: 'declined' })).toBe(204)
  expect(await command({ do: 'fly' })).toBe(422)
  expect(await command({ do: 'setAway', isAway: true })).toBe(204)
  await expect(opened.gateway.listCards(customerId)).rejects.toThrow('gave getCustomerProfileRequest no answer')
  expect(await command({ do: 'setAway', isAway: false })).toBe(204)
  expect(await command({ do: 'fault', kind: 'html' })).toBe(204)
  await expect(opened.gateway.listCards(customerId)).rejects.toThrow('something else')
  expect(await opened.gateway.getPayment(transId!)).toMatchObject({ status: 'chargeback' })
})
