import { cardholderName } from '@dictara/contract/fields'

/** The card data that a person enters. It is sent only to the payment gateway and kept only in the form. */
export interface CardValues {
  number: string
  name: string
  /** `MM/YY` */
  expiry: string
  cvv: string
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')
const longestNumber = 19

/** A card number in groups of four, as on the card. */
export const numberText = (typed: string): string =>
  digitsOf(typed)
    .slice(0, longestNumber)
    .match(/.{1,4}/g)
    ?.join(' ') ?? ''

/** Formats an expiry date as `MM/YY`, also `1/30` and what browsers fill in: `12/2030`. */
export function expiryText(typed: string): string {
  const digits = digitsOf(typed.trim().replace(/^(\d)\//, '0$1/'))
  const short = /^\d\d20\d\d$/.test(digits) ? digits.slice(0, 2) + digits.slice(4) : digits
  return short.length > 2 ? `${short.slice(0, 2)}/${short.slice(2)}` : short
}

/** Checks the check digit of a card number, which every card has. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  const sum = [...digits].toReversed().reduce((before, digit, place) => {
    const value = Number(digit) * (place % 2 ? 2 : 1)
    return before + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The problem of a card number; null if there is none. */
export function numberProblem(text: string): string | null {
  const digits = digitsOf(text)
  if (/^3[47]/.test(digits)) return 'American Express cards aren’t supported. Use another card.'
  return isCardNumber(digits) ? null : 'This isn’t a card number. Check its digits.'
}

const expiryPattern = /^(0[1-9]|1[0-2])\/(\d\d)$/

/** The problem of an expiry date; null if there is none. A card is valid until the end of its month (BILL-39). */
export function expiryProblem(text: string, now: Date): string | null {
  const [, month, year] = expiryPattern.exec(text) ?? []
  if (!month || !year) return 'Enter month and year as MM/YY, e.g. 08/29.'
  const isPast = Number(year) + 2000 - now.getFullYear() < 0
  const isThisYear = Number(year) + 2000 === now.getFullYear()
  return isPast || (isThisYear && Number(month) < now.getMonth() + 1) ? cardExpired : null
}

export const cardExpired = 'Card Expired'

/** Makes a rule for the form from a check. The rule for required fields handles empty values. */
const checked = (problem: (text: string) => string | null) => ({
  validator(_: unknown, text: string | undefined) {
    const found = text ? problem(text) : null
    return found ? Promise.reject(new Error(found)) : Promise.resolve()
  },
})
const required = (message: string) => ({ required: true, whitespace: true, message })

export const cardRules = {
  number: [required('Card number is required'), checked(numberProblem)],
  name: cardholderName.rules,
  expiry: [required('Expiry date is required'), checked((text) => expiryProblem(text, new Date()))],
  cvv: [required('CVV is required'), { pattern: /^\d{3}$/, message: 'Enter the 3 digits on the back of the card.' }],
}

/** The card in the gateway's form: digits only, and the year with its century (BILL-41). */
export const sentOf = ({ number, name, expiry, cvv }: CardValues) => ({
  cardNumber: digitsOf(number),
  expirationDate: expiry.replace('/', '20'),
  cardCode: cvv,
  fullName: name.trim(),
})
