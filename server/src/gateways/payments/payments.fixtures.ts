import { randomUUID } from 'node:crypto'
import { movableClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { openPayments, type OpaqueData, type PaymentGateway } from './index.ts'
import { dayAtGateway } from './sandbox/calendar.ts'
import { type Sandbox, sandboxCards, sandboxKeys, type SandboxOptions, startSandbox } from './sandbox/index.ts'

/** Posts any request to the gateway; @returns its answer without the byte order mark. */
export async function postToGateway(url: string, request: Record<string, unknown>) {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(request) })
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8')
  return { text, json: JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown> }
}

/** The request by which a browser turns a card into a token. */
export const tokenRequest = (gateway: PaymentGateway, card: Record<string, unknown>) => {
  const { apiLoginId, clientKey } = gateway.cardTokens()
  return {
    securePaymentContainerRequest: {
      merchantAuthentication: { name: apiLoginId, clientKey },
      data: {
        type: 'TOKEN',
        id: randomUUID(),
        token: { cardNumber: sandboxCards.good, expirationDate: '122031', cardCode: '123', ...card },
      },
    },
  }
}

/** Gets the token of a card from the gateway, as a browser does. */
export async function tokenOf(gateway: PaymentGateway, cardNumber: string = sandboxCards.good): Promise<OpaqueData> {
  const { json } = await postToGateway(gateway.cardTokens().url, tokenRequest(gateway, { cardNumber }))
  const { dataDescriptor, dataValue } = json.opaqueData as OpaqueData
  return { dataDescriptor, dataValue }
}

export const testKeys = sandboxKeys(testSecrets)

/** A sandbox whose clock only the test moves, and a gateway that uses it, made from settings. */
export async function withSandbox(
  mode: 'sandbox' | 'authorize-net' = 'sandbox',
  more: Partial<SandboxOptions> & { startsAt?: string } = {},
) {
  const { startsAt = '2027-01-31T18:00:00Z', ...options } = more
  const clock = movableClock(new Date(startsAt))
  const sandbox = await startSandbox({ clock, keys: testKeys, ...options })
  const { login, transactionKey, clientKey, signatureKey } = testKeys
  const config = readConfig(
    mode === 'sandbox'
      ? { DICTARA_PAYMENTS: mode, DICTARA_PAYMENT_SANDBOX_PORT: String(sandbox.port) }
      : {
          DICTARA_AUTHORIZE_NET_URL: sandbox.url,
          DICTARA_AUTHORIZE_NET_LOGIN: login,
          DICTARA_AUTHORIZE_NET_TRANSACTION_KEY: transactionKey,
          DICTARA_AUTHORIZE_NET_CLIENT_KEY: clientKey,
          DICTARA_AUTHORIZE_NET_SIGNATURE_KEY: signatureKey,
        },
  )
  return { sandbox, clock, gateway: openPayments({ config, secrets: testSecrets })! }
}

export const dayMs = 86_400_000

const name = { firstName: 'Ada', lastName: 'Byron' }
let customers = 0

/** A customer with one saved card. */
export async function aCustomer(gateway: PaymentGateway, cardNumber: string = sandboxCards.good) {
  customers += 1
  const customerId = await gateway.ensureCustomer(`F${customers}`, 'Facility')
  return { customerId, cardId: await gateway.addCard(customerId, await tokenOf(gateway, cardNumber), name) }
}

/** A monthly subscription that starts today. */
export const aSubscription = (
  of: { customerId: string; cardId: string },
  now: Date,
  more: Record<string, unknown> = {},
) => ({
  refId: 'ref-1',
  name: 'Standard',
  ...of,
  amountCents: 7_500,
  currency: 'USD',
  months: 1,
  startsOn: dayAtGateway(now.getTime()),
  ...more,
})

/** All payments of a customer, newest first. */
export async function paymentsOf(gateway: PaymentGateway, customerId: string) {
  const ids = await gateway.listPayments(customerId, 0)
  return Promise.all(ids.map(async (id) => (await gateway.getPayment(id))!))
}

export type { Sandbox }
