import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aCustomer,
  aSubscription,
  postToGateway,
  testKeys,
  tokenOf,
  tokenRequest,
  withSandbox,
} from '../payments.fixtures.ts'
import { isRequest, requests, schemaFault } from './fields.ts'

let setting: Awaited<ReturnType<typeof withSandbox>>
beforeAll(async () => {
  setting = await withSandbox()
})
afterAll(() => setting.sandbox.close())

const merchantAuthentication = { name: testKeys.login, transactionKey: testKeys.transactionKey }
const post = (request: Record<string, unknown>) => postToGateway(setting.gateway.cardTokens().url, request)
const codeOf = async (request: Record<string, unknown>) => {
  const { json } = await post(request)
  return (json.messages as { message: { code: string }[] }).message[0]!.code
}
const name = { firstName: 'Ada', lastName: 'Byron' }

test('every answer starts with a byte order mark and repeats the reference of its request', async () => {
  const { text, json } = await post({
    getTransactionDetailsRequest: { merchantAuthentication, refId: 'mine', transId: '1' },
  })
  expect(text.startsWith('\uFEFF{')).toBe(true)
  expect(json).toMatchObject({ refId: 'mine', messages: { resultCode: 'Error', message: [{ code: 'E00040' }] } })
})

test('elements out of order, unknown, missing or too long are refused, and so are invalid requests', async () => {
  const ask = (body: Record<string, unknown>) => codeOf({ getCustomerProfileRequest: body })
  expect(await ask({ merchantAuthentication, merchantCustomerId: 'none' })).toBe('E00040')
  expect(await ask({ merchantCustomerId: 'none', merchantAuthentication })).toBe('E00003')
  expect(await ask({ merchantAuthentication, merchantCustomerId: 'none', customerProfileId: '1' })).toBe('E00003')
  expect(await ask({ merchantAuthentication, merchantCustomerId: 'none', colour: 'red' })).toBe('E00003')
  expect(await ask({ merchantAuthentication, refId: 'x'.repeat(21), merchantCustomerId: 'none' })).toBe('E00003')
  expect(await ask({ merchantCustomerId: 'none' })).toBe('E00003')
  expect(await ask({ merchantAuthentication: null, merchantCustomerId: 'none' })).toBe('E00003')
  expect(await codeOf({ getTransactionDetailsRequest: { merchantAuthentication } })).toBe('E00003')
  expect(await codeOf({ toString: {} })).toBe('E00003')
  expect(await codeOf({})).toBe('E00003')
})

test('a request without valid keys is refused, and the key for browsers allows nothing else', async () => {
  const asBrowser = { name: testKeys.login, clientKey: testKeys.clientKey }
  const ask = (by: Record<string, string>) =>
    codeOf({ getTransactionDetailsRequest: { merchantAuthentication: by, transId: '1' } })
  expect(await ask({ ...merchantAuthentication, transactionKey: 'wrong' })).toBe('E00007')
  expect(await ask({ ...merchantAuthentication, name: 'somebody' })).toBe('E00007')
  expect(await ask(asBrowser)).toBe('E00007')
  const { securePaymentContainerRequest: token } = tokenRequest(setting.gateway, {})
  expect(await codeOf({ securePaymentContainerRequest: { ...token, merchantAuthentication } })).toBe('E_WC_21')
})

test.each([
  ['a number with a wrong check digit', { cardNumber: '4111111111111112' }, 'E_WC_05'],
  ['an empty number', { cardNumber: '' }, 'E_WC_05'],
  ['an invalid month', { expirationDate: '132031' }, 'E_WC_06'],
  ['an expired card', { expirationDate: '122026' }, 'E_WC_08'],
  ['a CVV with letters', { cardCode: 'abc' }, 'E_WC_15'],
  ['a long name', { fullName: 'x'.repeat(65) }, 'E_WC_17'],
  ['a card that expires this month', { expirationDate: '012027', fullName: 'Ada Byron' }, 'I_WC_01'],
])('a browser that sends %s gets its error code', async (_, card, code) => {
  expect(await codeOf(tokenRequest(setting.gateway, card))).toBe(code)
})

test('any page can send a card', async () => {
  const { url } = setting.gateway.cardTokens()
  const asked = await fetch(url, { method: 'OPTIONS' })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-origin')).toBe('*')
  expect(asked.headers.get('access-control-allow-headers')).toBe('content-type')
})

test('a token is valid for 15 minutes', async () => {
  const { customerId } = await aCustomer(setting.gateway)
  const [soon, late] = [await tokenOf(setting.gateway, '5424000000000015'), await tokenOf(setting.gateway)]
  setting.clock.advance(15 * 60_000)
  await setting.gateway.addCard(customerId, soon, name)
  setting.clock.advance(1)
  await expect(setting.gateway.addCard(customerId, late, name)).rejects.toMatchObject({ code: 'E00115' })
})

test('at most ten cards can be saved', async () => {
  const customerId = await setting.gateway.ensureCustomer('many', 'Many cards')
  const add = async (index: number) => {
    const digits = `41111111111${String(index).padStart(4, '0')}`
    const number = [...'0123456789'].map((last) => digits + last).find((one) => luhn(one))!
    return setting.gateway.addCard(customerId, await tokenOf(setting.gateway, number), name)
  }
  for (let index = 0; index < 10; index += 1) await add(index)
  await expect(add(10)).rejects.toMatchObject({ code: 'E00042' })
  expect(await setting.gateway.listCards(customerId)).toHaveLength(10)
})

const luhn = (text: string) =>
  [...text].toReversed().reduce((sum, digit, index) => {
    const counted = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return sum + Math.floor(counted / 10) + (counted % 10)
  }, 0) %
    10 ===
  0

test.each([
  ['a start in the past', { startsOn: '2027-01-30' }, 'E00017'],
  ['an invalid start date', { startsOn: '2027-02-30' }, 'E00003'],
  ['no amount', { amountCents: 0 }, 'E00013'],
  ['thirteen months', { months: 13 }, 'E00023'],
  ['a long reference', { refId: 'x'.repeat(21) }, 'E00003'],
  ['an unknown card', { cardId: '1' }, 'E00040'],
])('a subscription with %s is refused', async (_, more, code) => {
  const customer = await aCustomer(setting.gateway)
  const wanted = aSubscription(customer, setting.clock.now(), { refId: 'ok', ...more })
  await expect(setting.gateway.createSubscription(wanted)).rejects.toMatchObject({ code })
})

test('a repeated charge within the gateway’s duplicate window is refused', async () => {
  const { customerId, cardId } = await aCustomer(setting.gateway)
  const transactionRequest = {
    transactionType: 'authCaptureTransaction',
    amount: '1.00',
    profile: { customerProfileId: customerId, paymentProfile: { paymentProfileId: cardId } },
    order: { invoiceNumber: 'once' },
  }
  const charge = () => codeOf({ createTransactionRequest: { merchantAuthentication, transactionRequest } })
  expect(await charge()).toBe('I00001')
  expect(await charge()).toBe('E00027')
  setting.clock.advance(120_000)
  expect(await charge()).toBe('I00001')
})

describe('the request schema', () => {
  test('finds an error inside lists and nested elements', () => {
    const fault = (settings: unknown) =>
      schemaFault(
        'createTransactionRequest',
        {
          merchantAuthentication,
          transactionRequest: { transactionType: 'x', transactionSettings: { setting: settings } },
        },
        requests.createTransactionRequest,
      )
    const one = { settingName: 'a', settingValue: 'b' }
    expect(fault([one, one])).toBeUndefined()
    expect(fault([one, { settingValue: 'b', settingName: 'a' }])).toBe(
      "The element 'setting' has invalid child element 'settingName'.",
    )
    expect(fault([null])).toBe("The element 'setting' has invalid content.")
  })
  test('recognises its own requests only', () => {
    expect(['ARBGetSubscriptionRequest', 'constructor', 'toString', undefined].map(isRequest)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
