import { said, type Token, type Written } from '../token.ts'
import { readDigits, readInteger } from './number-words.ts'
import { sutureSize } from './sutures.ts'
import { isNear, saysAt, setOf } from './words.ts'

const phones = setOf('phone telephone call called fax pager cell mobile reached callback contact')
const records = setOf(
  'number mrn record account id identification zip code room extension serial lot accession pin ssn security bed model',
)

/** "phone five five five one two three four" → 555-1234; "record number four four one two" → 4412. */
export function digitByDigit(tokens: readonly Token[], at: number): Written | undefined {
  const digits = readDigits(tokens, at)
  const count = digits.length
  if (count < 3) return undefined
  // "one oh four" is a number, and "two two oh silk" means two sutures.
  if (readInteger(tokens, at)?.count === count || sutureSize(tokens, at + count - 2)) return undefined
  const isRecord =
    (isNear(records, tokens, at, 4) && !isNear(phones, tokens, at, 4)) || saysAt(tokens, at - 3, 'm', 'r', 'n')
  // If a larger number follows, the last digit is its first word.
  if (/^(?:hundred|thousand|million|point)$/.test(said(tokens, at + count) ?? '')) return undefined
  if (!isRecord && (count === 10 || (count === 7 && isNear(phones, tokens, at, 6))))
    return { text: [digits.slice(0, -7), digits.slice(-7, -4), digits.slice(-4)].filter(Boolean).join('-'), count }
  if (isRecord) return { text: digits, count }
  const spoken = tokens
    .slice(at, at + count)
    .map(({ text }) => text)
    .join(' ')
  return { text: spoken, count, unsure: [digits] }
}
