import { said, type Token, type Written } from '../token.ts'
import { isNumberWord, readBelowHundred, readOrdinal, readPair, readYear } from './number-words.ts'
import { isCounted, readUnit } from './units.ts'
import { isNear, isOneOf, setOf } from './words.ts'

const months = 'january february march april may june july august september october november december'.split(' ')
export const isMonth = (name: string | undefined) => name !== undefined && months.includes(name)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Words after which "may" or "march" is the month. */
const beforeMonth = setOf(
  'in on since of by until from to through till before after last next this early late mid dated during around about and',
)
/** Words that come before a verb. After them, "may" means that something is allowed or possible. */
const subjects = setOf(
  'he she it they we you i who which that this these those there patient patients child mother father one symptoms pain',
)

/** Whether the number before this token counts something and is no day: "may two days later". */
const countsSomething = (tokens: readonly Token[], at: number) =>
  isCounted(tokens, at) || readUnit(tokens, at) !== undefined

/** A day of the month: "third", "twenty first", "three", "3". */
function readDay(
  tokens: readonly Token[],
  at: number,
): { value: number; count: number; isOrdinal: boolean } | undefined {
  const ordinal = readOrdinal(tokens, at)
  if (ordinal && ordinal.value <= 31) return { ...ordinal, isOrdinal: true }
  const name = said(tokens, at) ?? ''
  const number = /^\d{1,2}$/.test(name) ? { value: Number(name), count: 1 } : readBelowHundred(tokens, at)
  return number && number.value >= 1 && number.value <= 31 ? { ...number, isOrdinal: false } : undefined
}

/** The part of a date after the name of the month. */
function readAfterMonth(
  tokens: readonly Token[],
  at: number,
): { day?: number; year?: string; count: number } | undefined {
  const ofYear = said(tokens, at) === 'of' ? readYear(tokens, at + 1) : undefined
  if (ofYear) return { year: ofYear.digits, count: 1 + ofYear.count }
  // "may twenty twenty four" is a year. Day and year would be said as "may twentieth twenty twenty four".
  const alone = readYear(tokens, at)
  if (alone && !isNumberWord(said(tokens, at + alone.count)) && !countsSomething(tokens, at + alone.count))
    return { year: alone.digits, count: alone.count }
  const day = readDay(tokens, at)
  if (!day || countsSomething(tokens, at + day.count)) return undefined
  const comma = tokens[at + day.count]?.text === ',' ? 1 : 0
  const of = said(tokens, at + day.count) === 'of' ? 1 : 0
  const year = readYear(tokens, at + day.count + comma + of)
  const isOver = year && !countsSomething(tokens, at + day.count + comma + of + year.count)
  return isOver
    ? { day: day.value, year: year.digits, count: day.count + comma + of + year.count }
    : { day: day.value, count: day.count }
}

/** Whether "may" or "march" is the name of the month, judged by the words around it. */
function isNamed(tokens: readonly Token[], at: number, { day, year }: { day?: number; year?: string }): boolean {
  if (said(tokens, at) !== 'may' && said(tokens, at) !== 'march') return true
  if (isOneOf(subjects, tokens, at - 1) && !isOneOf(beforeMonth, tokens, at - 1)) return false
  if (year !== undefined || isOneOf(beforeMonth, tokens, at - 1)) return true
  const ordinal = readOrdinal(tokens, at + 1)
  if (day === undefined || !ordinal) return false
  const next = said(tokens, at + 1 + ordinal.count)
  const isOver = next === undefined || beforeMonth.has(next)
  // "he may first need", "fluid may third space"
  return said(tokens, at) === 'march' || day > 3 || isOver
}

/** "march third two thousand twenty four" → March 3, 2024; "may twenty twenty four" → May 2024. */
export function monthAndDay(tokens: readonly Token[], at: number): Written | undefined {
  const name = said(tokens, at)
  if (!isMonth(name)) return undefined
  const after = readAfterMonth(tokens, at + 1)
  if (!after || !isNamed(tokens, at, after)) return undefined
  const { day, year, count } = after
  return {
    text: [capital(name!), [day, year].filter((part) => part !== undefined).join(', ')].join(' '),
    count: 1 + count,
  }
}

/** "the third of march two thousand twenty four" → March 3, 2024; "three march twenty twenty four" → 3 March 2024. */
export function dayAndMonth(tokens: readonly Token[], at: number): Written | undefined {
  const article = said(tokens, at) === 'the' ? 1 : 0
  const day = readDay(tokens, at + article)
  if (!day) return undefined
  const of = said(tokens, at + article + day.count) === 'of' ? 1 : 0
  const monthAt = at + article + day.count + of
  const name = said(tokens, monthAt)
  if (!isMonth(name)) return undefined
  const year = readYear(tokens, monthAt + 1)
  if (day.isOrdinal && of) {
    const date = `${capital(name!)} ${day.value}`
    return { text: year ? `${date}, ${year.digits}` : date, count: monthAt - at + 1 + (year?.count ?? 0) }
  }
  return !day.isOrdinal && !article && year
    ? { text: `${day.value} ${capital(name!)} ${year.digits}`, count: monthAt - at + 1 + year.count }
    : undefined
}

const beforeYear = setOf(
  'in since until till from by year before after during around through of circa early late to and',
)
/**
 * A year: "in two thousand twelve", "since nineteen ninety nine". It is written as a year only where it can be nothing
 * else.
 */
export function year(tokens: readonly Token[], at: number): Written | undefined {
  const found = readYear(tokens, at)
  if (!found?.isSpoken || countsSomething(tokens, at + found.count) || isNumberWord(said(tokens, at + found.count)))
    return undefined
  const isCentury = said(tokens, at) === 'nineteen' && found.value > 1909 && said(tokens, at + 1) !== 'hundred'
  return isOneOf(beforeYear, tokens, at - 1) || isCentury ? { text: found.digits, count: found.count } : undefined
}

/** "twenties" to "nineties". */
const decades = 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ')
export const isDecade = (word: string): boolean => decades.includes(word)
const beforeDecade = setOf('the his her their my early mid middle late low high lower upper in')
/** "the nineteen eighties" → the 1980s; "in her sixties" → in her 60s; "in the one thirties" → in the 130s. */
export function decade(tokens: readonly Token[], at: number): Written | undefined {
  const tens = (index: number) => {
    const found = decades.indexOf(said(tokens, index) ?? '')
    return found < 0 ? undefined : (found + 2) * 10
  }
  const alone = tens(at)
  if (alone !== undefined) return isOneOf(beforeDecade, tokens, at - 1) ? { text: `${alone}s`, count: 1 } : undefined
  const before = readBelowHundred(tokens, at)
  const rest = before && tens(at + before.count)
  if (rest === undefined) return undefined
  const isHundreds = before!.value < 10 || [17, 18, 19, 20].includes(before!.value)
  return isHundreds && before!.value > 0
    ? { text: `${before!.value * 100 + rest}s`, count: before!.count + 1 }
    : undefined
}

const beforeNumericDate = setOf('birth dob dated date')
/** "date of birth three twelve nineteen eighty five" → 3/12/1985. */
export function numericDate(tokens: readonly Token[], at: number): Written | undefined {
  if (!isNear(beforeNumericDate, tokens, at, 3) || isNumberWord(said(tokens, at - 1))) return undefined
  const month = readUpTo(12, tokens, at)
  const day = month && readUpTo(31, tokens, at + month.count)
  const found = day && readYear(tokens, at + month!.count + day.count)
  if (!found) return undefined
  return { text: `${month!.value}/${day.value}/${found.digits}`, count: month!.count + day.count + found.count }
}
/** A number from 1 to `most`: "twelve", "oh three". */
function readUpTo(most: number, tokens: readonly Token[], at: number): { value: number; count: number } | undefined {
  const found = said(tokens, at) === 'oh' ? readPair(tokens, at) : readBelowHundred(tokens, at)
  return found && found.value >= 1 && found.value <= most ? found : undefined
}
