import { CallFailed } from '@dictara/browser/call'
import type { CardTokens } from '@dictara/contract/payments'
import { type CardValues, sentOf } from './card.ts'

const answerWithinMs = 30_000
const away = 'The payment gateway can’t be reached. Nothing was saved. Try again in a few minutes.'

interface TokenAnswer {
  opaqueData?: { dataDescriptor?: string; dataValue?: string }
  messages?: { resultCode?: string; message?: { code?: string; text?: string }[] }
}

/** The gateway's message without anything that could be a card number. */
const withoutNumbers = (words: string) => words.replaceAll(/\d(?:[ -]?\d){7,}/g, '…')

const refused = (words: string) => new CallFailed(422, 'card-token-refused', withoutNumbers(words))

/**
 * Reads the answer of the gateway: JSON after a byte order mark, which `text()` removes. If the gateway is down, it may
 * send HTML.
 */
async function answerOf(url: string, body: string): Promise<TokenAnswer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(answerWithinMs),
      body,
    })
    return (JSON.parse(await answer.text()) as TokenAnswer | null) ?? {}
  } catch {
    // Do not pass on the error, because it may quote the answer.
    throw refused(away)
  }
}

/**
 * Exchanges a card for a one-time token directly at the payment gateway, so that no other server receives its number
 * (BILL-54, S83). The gateway requires the fields in this order.
 * @throws CallFailed, a refusal in the gateway's words
 */
export async function tokenOf(card: CardValues, { url, apiLoginId, clientKey }: CardTokens) {
  const { opaqueData, messages } = await answerOf(
    url,
    JSON.stringify({
      securePaymentContainerRequest: {
        merchantAuthentication: { name: apiLoginId, clientKey },
        data: { type: 'TOKEN', id: crypto.randomUUID(), token: sentOf(card) },
      },
    }),
  )
  const { dataDescriptor, dataValue } = opaqueData ?? {}
  if (messages?.resultCode === 'Ok' && dataDescriptor && dataValue) return { dataDescriptor, dataValue }
  throw refused(messages?.message?.[0]?.text || away)
}
