import { createHmac } from 'node:crypto'

/** How a card behaves: it is refused when it is saved, at every charge, or at every charge after its first. */
export type CardBehaviour = 'good' | 'refused' | 'declined' | 'declinedLater'

/** Cards that behave in their own way; every other number that could be one is good. */
export const sandboxCards = {
  good: '4111111111111111',
  refused: '4000000000000002',
  declined: '4000000000000341',
  declinedLater: '4000000000009979',
} as const satisfies Record<CardBehaviour, string>

const brands: [RegExp, string][] = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'MasterCard'],
  [/^3[47]/, 'AmericanExpress'],
  [/^6(011|5)/, 'Discover'],
  [/^35/, 'JCB'],
  [/^3(0|6|8)/, 'DinersClub'],
]

/** What is kept of a card. Its number is not: the hash only tells whether it is the same card. */
export interface CardFacts {
  lastFour: string
  hash: string
  cardType: string
  behaviour: CardBehaviour
  /** The last month in which it can be used, `yyyy-mm`. */
  expires: string
}

/** The check digit that every card number ends with. */
export function isCardNumber(text: string): boolean {
  if (!/^\d{13,19}$/.test(text)) return false
  const digits = [...text].toReversed().map(Number)
  const sum = digits.reduce((all, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2
    return all + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}

/** A month of expiry as browsers write it: `12/27`, `1227`, `122027`, `2027-12`. @returns `yyyy-mm`, or what is wrong */
export function readExpiry(text: string): string | 'month' | 'year' {
  const [, yearFirst, monthLast] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  const [, monthFirst, yearLast] = /^(\d{2})[/-]?(\d{2}|\d{4})$/.exec(text) ?? []
  const month = monthLast ?? monthFirst
  const year = yearFirst ?? yearLast
  if (!month || !/^(0[1-9]|1[0-2])$/.test(month)) return 'month'
  if (!year) return 'year'
  return `${year.length === 2 ? '20' : ''}${year}-${month}`
}

export function cardFacts(cardNumber: string, expires: string, key: string): CardFacts {
  const [behaviour] = Object.entries(sandboxCards).find(([, number]) => number === cardNumber) ?? ['good']
  return {
    lastFour: cardNumber.slice(-4),
    hash: createHmac('sha256', key).update(cardNumber).digest('hex'),
    cardType: brands.find(([pattern]) => pattern.test(cardNumber))?.[1] ?? 'Visa',
    behaviour: behaviour as CardBehaviour,
    expires,
  }
}
