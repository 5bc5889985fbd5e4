import { CallFailed } from '@dictara/browser/call'
import type { CardTokens } from '@dictara/contract/payments'
import { type CardValues, sentOf } from './card.ts'

const answerWithinMs = 30_000
const away = 'The payment gateway can’t be reached. Nothing was saved. Try again in a few minutes.'

interface TokenAnswer {
  opaqueData?: { dataDescriptor?: string; dataValue?: string }
  messages?: { resultCode?: string; message?: { code?: string; text?: string }[] }
}

/** A gateway's words without anything that could be a card number. */
const withoutNumbers = (words: string) => words.replaceAll(/\d(?:[ -]?\d){7,}/g, '…')

const refused = (words: string) => new CallFailed(422, 'card-token-refused', withoutNumbers(words))

/** The gateway answers in JSON, with a byte order mark that `text()` takes off; when it is down, perhaps in HTML. */
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
    // What was caught may quote the answer: it is not told.
    throw refused(away)
  }
}

/**
 * Turns a card into a one-time token at the payment gateway itself, so that its number reaches no other server (BILL-54, S83).
 * The gateway reads the fields in this order and in no other.
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
