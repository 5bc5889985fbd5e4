import { randomBytes } from 'node:crypto'
import { cardFacts, isCardNumber, readExpiry } from './cards.ts'
import { type Body, type Context, part, Refused, text } from './context.ts'
import { dayAtGateway } from './calendar.ts'

/** How long a token can be used, once. */
const tokenMs = 15 * 60_000

const descriptor = 'COMMON.ACCEPT.INAPP.PAYMENT'

/** Turns a card into a token. Of the card only its last digits and a hash are kept. */
export function makeToken({ ledger, now, keys }: Context, body: Body): Body {
  const token = part(part(body.data).token)
  const cardNumber = text(token.cardNumber).replaceAll(/[ -]/g, '')
  if (!isCardNumber(cardNumber)) throw new Refused('E_WC_05', 'Please provide valid credit card number.')
  const expires = readExpiry(text(token.expirationDate))
  if (expires === 'month') throw new Refused('E_WC_06', 'Please provide valid expiration month.')
  if (expires === 'year') throw new Refused('E_WC_07', 'Please provide valid expiration year.')
  if (expires < dayAtGateway(now).slice(0, 7)) throw new Refused('E_WC_08', 'Expiration date must be in the future.')
  if (token.cardCode !== undefined && !/^\d{3,4}$/.test(text(token.cardCode)))
    throw new Refused('E_WC_15', 'Please provide valid CVV.')
  if (text(token.fullName).length > 64) throw new Refused('E_WC_17', 'Please provide valid card holder name.')

  for (const [value, { until }] of Object.entries(ledger.tokens)) if (until < now - tokenMs) delete ledger.tokens[value]
  const dataValue = randomBytes(48).toString('base64url')
  ledger.tokens[dataValue] = { card: cardFacts(cardNumber, expires, keys.transactionKey), until: now + tokenMs }
  const expirationTimeStamp = new Date(now + tokenMs).toISOString()
  return { opaqueData: { dataDescriptor: descriptor, dataValue, expirationTimeStamp } }
}

/** The card of a token, which can’t be used again. */
export function takeToken({ ledger, now }: Context, opaqueData: unknown) {
  const { dataDescriptor, dataValue } = part(opaqueData)
  const value = text(dataValue)
  const token = Object.hasOwn(ledger.tokens, value) ? ledger.tokens[value] : undefined
  if (!token || dataDescriptor !== descriptor) throw new Refused('E00114', 'Invalid OTS Token.')
  delete ledger.tokens[value]
  if (token.until < now) throw new Refused('E00115', 'Expired OTS Token.')
  return token.card
}
