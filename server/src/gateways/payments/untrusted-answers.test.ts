import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authorizeNet } from './authorize-net.ts'
import { GatewayAway, GatewayRefusal, type PaymentGateway, UnreadableAnswer } from './index.ts'
import { aCustomer, aSubscription, testKeys, tokenOf, withSandbox } from './payments.fixtures.ts'
import { refusalInWords } from './refusal-in-words.ts'
import { sandboxCards } from './sandbox/index.ts'
import { times } from '../../../../tools/src/times.ts'

let opened: Awaited<ReturnType<typeof withSandbox>>
let impatient: PaymentGateway
beforeEach(async () => {
  opened = await withSandbox()
  impatient = authorizeNet({ url: opened.sandbox.url, ...testKeys, answerWithinMs: 300 })
})
afterEach(() => opened.sandbox.close())

const request = 'ARBCreateSubscriptionRequest'

test.each(['slow', 'html', 'half', 'nonsense', 'huge', 'redirect', 'hangUpAfter'] as const)(
  'an answer that is %s leaves the outcome open, and the subscription is found by our reference',
  async (kind) => {
    const customer = await aCustomer(opened.gateway)
    const wanted = aSubscription(customer, opened.clock.now())
    opened.sandbox.fault({ kind, request })
    await expect(impatient.createSubscription(wanted)).rejects.toBeInstanceOf(GatewayAway)
    const [id] = await impatient.listSubscriptionIds(customer.customerId)
    expect(await impatient.getSubscription(id!)).toMatchObject({ refId: wanted.refId })
    await expect(impatient.createSubscription(wanted)).rejects.toMatchObject({ code: 'E00012' })
  },
)

test.each(['error', 'hangUpBefore'] as const)('after %s nothing has been done', async (kind) => {
  const customer = await aCustomer(opened.gateway)
  opened.sandbox.fault({ kind, request, times: 2 })
  const wanted = aSubscription(customer, opened.clock.now())
  for (let time = 0; time < 2; time += 1)
    await expect(impatient.createSubscription(wanted)).rejects.toBeInstanceOf(GatewayAway)
  expect(await impatient.listSubscriptionIds(customer.customerId)).toEqual([])
  await impatient.createSubscription(wanted)
})

test('an unreachable gateway gives no answer, and neither does an address where nothing listens', async () => {
  opened.sandbox.setAway(true)
  await expect(impatient.listCards('1')).rejects.toBeInstanceOf(GatewayAway)
  const nowhere = authorizeNet({ url: 'http://127.0.0.1:0', ...testKeys })
  await expect(nowhere.listCards('1')).rejects.toBeInstanceOf(GatewayAway)
})

/** A gateway whose answers have the body that the test gives. */
async function answering(body: () => string) {
  const server = createServer((_, response) => response.end(body())).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  return { gateway: authorizeNet({ url: `http://127.0.0.1:${port}`, ...testKeys }), stop: () => server.close() }
}

test('any answer of a gateway ends its call as a value, a refusal or no answer, without a card number', async () => {
  let body = ''
  const { gateway, stop } = await answering(() => body)
  const key = fc.constantFrom('messages', 'profile', 'transaction', 'transactionResponse', 'subscriptionIds', 'payment')
  const more = fc.constantFrom(
    'resultCode',
    'message',
    'code',
    'text',
    'transId',
    'paymentProfiles',
    'status',
    'errors',
  )
  const leaf = fc.oneof(
    fc.constantFrom('Ok', 'Error', 'E00040', 'I00001', '1', sandboxCards.good, null, 1, 1.5, -1),
    fc.string({ maxLength: 8 }),
  )
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(key, more), tie('json'), { maxKeys: 4 }),
    ),
  }))
  const messages = fc.record({
    resultCode: fc.constantFrom('Ok', 'Error'),
    message: fc.array(fc.record({ code: fc.constantFrom('I00001', 'E00039', 'E00027', 'E99999'), text: leaf })),
  })
  const answers = fc.tuple(json, fc.option(messages)).map(([one, told]) => {
    const said = typeof one === 'object' && one !== null ? one : { one }
    return JSON.stringify(told ? { ...said, messages: told } : said)
  })
  const charge = { customerId: '1', cardId: '1', amountCents: 1, currency: 'USD', invoiceNumber: 'a' }
  const calls: (() => Promise<unknown>)[] = [
    () => gateway.ensureCustomer('a', 'b'),
    () => gateway.listCards('1'),
    () => gateway.addCard('1', { dataDescriptor: 'a', dataValue: 'b' }, { firstName: '', lastName: '' }),
    () => gateway.getSubscription('1'),
    () => gateway.getPayment('1'),
    () => gateway.listPayments('1', 0),
    () => gateway.charge(charge),
    () => gateway.cancelSubscription('1'),
  ]
  try {
    await fc.assert(
      fc.asyncProperty(fc.oneof(answers, fc.string()), fc.nat(calls.length - 1), async (answered, call) => {
        body = answered
        const outcome = await calls[call]!().catch((error: unknown) => error)
        if (outcome instanceof Error) {
          expect(outcome instanceof GatewayAway || outcome instanceof GatewayRefusal).toBe(true)
          expect(outcome.message).not.toContain(sandboxCards.good)
        } else expect(JSON.stringify(outcome ?? null)).not.toContain(sandboxCards.good)
      }),
      { numRuns: times(100, 1_000) },
    )
  } finally {
    stop()
  }
})

test('a long number is cut out of the gateway’s message, and an internal error of the gateway is not a refusal', async () => {
  const { message } = refusalInWords('E00013', `Card 4111 1111 1111 1111 and ${sandboxCards.good} are invalid.`)
  expect(message).toBe('The payment gateway refused this: Card … and … are invalid.')
  const said = { resultCode: 'Error', message: [{ code: 'E00001', text: 'An error occurred during processing.' }] }
  const { gateway, stop } = await answering(() => JSON.stringify({ messages: said }))
  await expect(gateway.listCards('1')).rejects.toBeInstanceOf(GatewayAway)
  stop()
})

test('no error contains a card’s token', async () => {
  const token = await tokenOf(opened.gateway)
  const error: unknown = await impatient
    .addCard('1', token, { firstName: 'A', lastName: 'B' })
    .catch((one: unknown) => one)
  expect(error).toBeInstanceOf(GatewayRefusal)
  expect(String(error)).not.toContain(token.dataValue)
})

test('a card number that a gateway shows in full is not stored', async () => {
  const said = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] }
  const payment = (cardNumber: string) => ({ creditCard: { cardNumber, cardType: 'Visa' } })
  let cardNumber = 'XXXX1111'
  const { gateway, stop } = await answering(() =>
    JSON.stringify({
      profile: {
        customerProfileId: '1',
        paymentProfiles: [{ customerPaymentProfileId: '2', payment: payment(cardNumber) }],
      },
      transaction: {
        transId: '3',
        submitTimeUTC: '2027-01-31T18:00:00Z',
        transactionStatus: 'voided',
        payment: payment(cardNumber),
      },
      messages: said,
    }),
  )
  expect(await gateway.listCards('1')).toMatchObject([{ cardNumber }])
  expect(await gateway.getPayment('3')).toMatchObject({ cardNumber })
  cardNumber = sandboxCards.good
  await expect(gateway.listCards('1')).rejects.toBeInstanceOf(GatewayAway)
  await expect(gateway.getPayment('3')).rejects.toBeInstanceOf(GatewayAway)
  stop()
})

test('a transaction not paid by card is read without one, and one in another form is unreadable', async () => {
  const transaction = {
    transId: '3',
    submitTimeUTC: '2027-01-31T18:00:00Z',
    transactionStatus: 'settledSuccessfully',
    settleAmount: 12.5,
    payment: { bankAccount: { accountNumber: 'XXXX1111', routingNumber: 'XXXX0000', echeckType: 'WEB' } },
  }
  const messages = { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] }
  let answer: object = { transaction, messages }
  const { gateway, stop } = await answering(() => JSON.stringify(answer))
  expect(await gateway.getPayment('3')).toMatchObject({ amountCents: 1_250, cardType: '', cardNumber: '' })
  answer = { transaction: { transId: '3' }, messages }
  await expect(gateway.getPayment('3')).rejects.toBeInstanceOf(UnreadableAnswer)
  stop()
})
