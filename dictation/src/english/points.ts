import { said, type Token } from '../token.ts'
import { isNumberWord, readInteger, readNumber, type SpokenNumber } from './number-words.ts'
import { isCounted, isTooMany, readUnit } from './units.ts'
import { isNear, saysAt, setOf } from './words.ts'

/** Words after which a point is a place, a moment or an argument: "access point", "at this point". */
const placeBefore = setOf(
  `a an the this that these those which what each every any some no another one's same whole access trigger tender entry exit end
   starting insertion injection puncture pressure focal pin set turning tipping breaking cut cutoff data decision midpoint mid reference
   boiling melting freezing mcburney mcburney's erb's bleeding transition contact fixation anchor suture lead meeting vantage
   high low weak strong sore main key important first second third last next near far case talking selling view weight time zero`,
)
/** A distance that is followed by one of these begins at the point. */
const placedFrom = setOf(
  'below above from distal proximal lateral medial inferior superior beyond behind anterior posterior cephalad caudad away to inside',
)
const lengths = setOf('centimeter centimeters millimeter millimeters inch inches cm mm finger fingerbreadths')
/** Verbs and prepositions after which a size is told. */
const sizedBefore = setOf('is was of measures measuring measured about approximately than to by and at only least most')

/** Whether "point" without a number before it begins decimals: "point five milligrams", but not "the point one would make". */
function beginsDecimals(tokens: readonly Token[], at: number): boolean {
  const before = said(tokens, at - 1)
  if (before === undefined) return true
  if (saysAt(tokens, at - 2, 'case', 'in')) return false
  if (placeBefore.has(before) && !(before === 'a' && readUnit(tokens, at + 2))) return false
  const number = readNumber(tokens, at + 1)
  const end = at + 1 + (number?.count ?? 1)
  const isDistance = lengths.has(said(tokens, end) ?? '') && placedFrom.has(said(tokens, end + 1) ?? '')
  return !isDistance || sizedBefore.has(before)
}

const atOnce = setOf('milliliters milligrams')
/** "at one point five of the nodules": a moment, unless a unit follows. */
function isMoment(tokens: readonly Token[], pointAt: number): boolean {
  if (said(tokens, pointAt - 1) !== 'one' || said(tokens, pointAt - 2) !== 'at') return false
  const number = readNumber(tokens, pointAt + 1)
  const end = pointAt + 1 + (number?.count ?? 1)
  return !(readUnit(tokens, end) || isCounted(tokens, end) || isNear(atOnce, tokens, pointAt, 4))
}

/** Whether "point" at a place is a decimal point. */
export function isDecimalPoint(tokens: readonly Token[], at: number): boolean {
  if (isMoment(tokens, at)) return false
  return (
    isNumberWord(said(tokens, at - 1)) || ['oh', 'o'].includes(said(tokens, at - 1) ?? '') || beginsDecimals(tokens, at)
  )
}

const readAt = (tokens: readonly Token[], at: number): SpokenNumber | undefined =>
  readNumber(tokens, at, (pointAt) => isDecimalPoint(tokens, pointAt))

/**
 * The number that begins at a token; "point" only where it is a decimal point. Of "five hundred two tablets" and "forty two times a day"
 * the last word is how many, not part of the strength.
 */
export function numberAt(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const number = readAt(tokens, at)
  const end = at + (number?.count ?? 0)
  if (!number || !number.isSpoken || number.count < 2 || !isTooMany(tokens, end, number.value)) return number
  const isAge = said(tokens, end + 1) === 'old'
  for (const rest of isAge ? [2, 1] : [1]) {
    const last = readInteger(tokens, end - rest)
    const strength = readAt(tokens.slice(0, end - rest), at)
    if (last?.count === rest && last.value > 0 && (isAge || last.value < 20) && strength?.count === number.count - rest)
      return strength
  }
  return number
}

const parts: readonly (readonly [readonly string[], string])[] = [
  [['and', 'a', 'half'], '5'],
  [['and', 'one', 'half'], '5'],
  [['and', 'a', 'quarter'], '25'],
  [['and', 'one', 'quarter'], '25'],
  [['and', 'three', 'quarters'], '75'],
]
/** A number with its half or quarters: "two and a half milligrams" → 2.5. */
export function amountAt(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const number = numberAt(tokens, at)
  if (!number || !Number.isInteger(number.value)) return number
  const end = at + number.count
  const part = parts.find(([words]) => words.every((word, index) => said(tokens, end + index) === word))
  if (!part) return number
  const [words, decimals] = part
  const digits = `${number.value}.${decimals}`
  return { value: Number(digits), digits, count: number.count + words.length, isSpoken: true }
}
