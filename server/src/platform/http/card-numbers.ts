import type { CallSpec } from '@dictara/contract'
import { idForm } from '../ids.ts'
import { Refusal } from '../refusal.ts'

/** 13 to 19 digits, also in groups, and no digit beside them. */
const digitRuns = /(?<!\d)\d(?:[ .-]?\d){12,18}(?![ .-]?\d)/g

/** The check digit of card numbers (ISO/IEC 7812). */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digits].toReversed().entries()) {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const isCardIn = (text: string): boolean =>
  !idForm.test(text) && [...text.matchAll(digitRuns)].some(([run]) => hasCheckDigit(run.replaceAll(/\D/g, '')))

/** Whether the number of a payment card stands anywhere in what was sent, names of fields included. */
export function hasCardNumber(sent: unknown): boolean {
  if (typeof sent === 'string') return isCardIn(sent)
  if (typeof sent === 'number') return Number.isInteger(sent) && isCardIn(String(sent))
  if (Array.isArray(sent)) return sent.some(hasCardNumber)
  if (sent === null || typeof sent !== 'object') return false
  return Object.entries(sent).some(([name, value]) => isCardIn(name) || hasCardNumber(value))
}

/** @throws Refusal where the row of the call refuses card numbers: they are to reach no log, no row and no trace (S83). */
export function refuseCardNumbers({ cardNumbers }: CallSpec, ...sent: unknown[]): void {
  if (cardNumbers && sent.some(hasCardNumber)) throw new Refusal(cardNumbers)
}
