import { said, type Token } from '../token.ts'
import { isNumberWord, readInteger, readNumber, type SpokenNumber } from './number-words.ts'
import { isCounted, isOneOfMany, isTooMany, readUnit } from './units.ts'
import { isNear, saysAt, setOf } from './words.ts'

/** Words after which a point is a place, a moment or an argument: "access point", "at this point". */
const placeBefore = setOf(
  `a an the this that these those which what each every any some no another one's same whole access trigger tender entry exit end
   starting insertion injection puncture pressure focal pin set turning tipping breaking cut cutoff data decision midpoint mid reference
   boiling melting freezing mcburney mcburney's erb's bleeding transition contact fixation anchor suture lead meeting vantage
   high low weak strong sore main key important first second third last next near far case talking selling view weight time zero`,
)
/** Words that show, after a distance, that the distance begins at a point. */
const placedFrom = setOf(
  'below above from distal proximal lateral medial inferior superior beyond behind anterior posterior cephalad caudad away to inside',
)
const lengths = setOf('centimeter centimeters millimeter millimeters inch inches cm mm finger fingerbreadths')
/** Verbs and prepositions that come before a size. */
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
/** Whether "point" means a moment: "at one point five of the nodules". It does not if a unit follows. */
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

/** Words after which a number counts what follows, however large it is: "dispense twenty eight tablets". */
const counting = setOf(
  `dispense dispensed quantity of for to took taken take takes taking gave give given with the a an up about total than and or through
   he she they i we him her them voids void every over used uses using received receives remaining count counted supply`,
)

/** The last word of a number as a number of its own, if it is below twenty. */
function lastSmall(tokens: readonly Token[], end: number): number | undefined {
  const last = readInteger(tokens, end - 1)
  return last?.count === 1 && last.value > 0 && last.value < 20 ? last.value : undefined
}

/**
 * Whether the last word of a number is a separate count: nobody takes 502 tablets of a drug, but a result may be three
 * days old.
 */
function hasCount(tokens: readonly Token[], at: number, { value, digits, count }: SpokenNumber): boolean {
  const end = at + count
  if (tokens[end - 1]?.isHyphenated) return false
  const decimals = digits.split('.')[1] ?? ''
  if (decimals.length > 1) return isTooMany(tokens, end, moreThanAnybodyTakes) || tellsWhen(tokens, end)
  if (!isTooMany(tokens, end, value)) return false
  const before = said(tokens, at - 1)
  const isAbsurd = said(tokens, end) === 'times' && value > absurdTimes
  return isAbsurd || isOneOfMany(tokens, end) || (before !== undefined && !counting.has(before))
}
/**
 * Words after a result or a dose that contain such a count: "three days ago", "two hours later", "five days a week",
 * "three times".
 */
const tellsWhen = (tokens: readonly Token[], at: number) =>
  said(tokens, at) === 'times' ||
  (/^(?:hours|days|weeks|months|years)$/.test(said(tokens, at) ?? '') &&
    /^(?:ago|later|a)$/.test(said(tokens, at + 1) ?? ''))

/**
 * Reads the number that begins at a token. "point" counts only where it is a decimal point. In "five hundred two
 * tablets" and "forty two times a day", the last word is a separate count and not part of the strength.
 */
export function numberAt(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const number = readAt(tokens, at)
  if (!number || !number.isSpoken || number.count < 2) return number
  const end = at + number.count
  if (said(tokens, end + 1) === 'old' && number.value > oldest) return withoutAge(tokens, at, number)
  if (lastSmall(tokens, end) === undefined || !hasCount(tokens, at, number)) return number
  const strength = readAt(tokens.slice(0, end - 1), at)
  return strength?.count === number.count - 1 ? strength : number
}
/** The greatest age in years. */
export const oldest = 120
const absurdTimes = 40
/** A number with decimals is never a count of tablets, so it is treated like one that is too large. */
const moreThanAnybodyTakes = 21
/** "type two fifty year old": the last two words are the age, or only the last one. */
function withoutAge(tokens: readonly Token[], at: number, number: SpokenNumber): SpokenNumber {
  for (const rest of [2, 1]) {
    const [age, before] = [
      readInteger(tokens, at + number.count - rest),
      readAt(tokens.slice(0, at + number.count - rest), at),
    ]
    if (age?.count === rest && age.value > 0 && before?.count === number.count - rest) return before
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
/** Reads a number with halves or quarters: "two and a half milligrams" → 2.5. */
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
