import { listOf, phraseAt, phraseTable, wordSet } from './phrase-table.ts'
import { doseUnits, frequencies, perUnits, routes } from './tables/dosing.ts'
import type { Token } from './words.ts'

const numberWords = wordSet(`
  one two three four five six seven eight nine ten eleven twelve fifteen twenty half
`)
export const isNumber = (token: Token | undefined): boolean =>
  token?.kind === 'number' || numberWords.has(token?.text ?? '')

/** The frequencies, in whose list `#` stands for a number. A number word of a note matches it. */
const frequencyTable = phraseTable(listOf(frequencies).map((phrase) => [phrase, true] as const))
const asPattern = (token: Token): Token => (isNumber(token) && token.text !== 'one' ? { ...token, text: '#' } : token)

/**
 * The end of the amount that begins at a token: "10 mg", "1 to 2 tablets", "5-325 mg", "half a tablet", "15 mg/kg".
 * Undefined if there is none.
 */
export function amountEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  if (at >= end) return undefined
  if (tokens[at]!.text === 'sliding' && tokens[at + 1]?.text === 'scale') return at + 2
  if (!isNumber(tokens[at])) return undefined
  let next = at + 1
  const isRange = tokens[next]?.isJoined || ['to', 'or', '/'].includes(tokens[next]?.text ?? '')
  if (isRange) {
    const second = tokens[next]!.isJoined ? next : next + 1
    if (second < end && isNumber(tokens[second])) next = second + 1
  }
  if (['a', 'an', 'of'].includes(tokens[next]?.text ?? '') && tokens[at]!.text === 'half') next += 1
  const unit = phraseAt(doseUnits, tokens, next, end)
  if (unit) return perEnd(tokens, next + unit.count, end)
  return /^\d+\/\d+$/.test(tokens[at]!.text) && next === at + 1 ? next : undefined
}
/** The divisor of a dose: "mg/kg/day", "mg per hour". In "mg per day", "per day" is the frequency and no divisor. */
function perEnd(tokens: readonly Token[], at: number, end: number): number {
  let next = at
  while (next + 1 < end && ['/', 'per', 'an'].includes(tokens[next]!.text)) {
    const per = phraseAt(perUnits, tokens, next + 1, end)
    if (!per || (tokens[next]!.text === 'per' && tokens[next + 1]!.text === 'day')) return next
    next += 1 + per.count
  }
  return next
}

/** The end of the route that begins at a token. */
export function routeEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const found = phraseAt(routes, tokens, at, end)
  return found && at + found.count
}

const joins = new Set([',', 'and', 'or'])
/** The longest frequency, in tokens. The limit keeps long rows of such words cheap. */
const frequencyMost = 16
/** The end of the frequency that begins at a token, with everything that belongs to it: "every 6 hours as needed". */
export function frequencyEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  let last = oneFrequency(tokens, at, end)
  while (last !== undefined && last < end && last - at < frequencyMost) {
    const next = oneFrequency(tokens, last + (joins.has(tokens[last]!.text) ? 1 : 0), end)
    if (next === undefined) break
    last = next
  }
  return last
}
const glued = /^q\.?\s?\d+(?:-\d+)?\s?(?:h|hr|hrs|d|w|min)\.?$/
const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/
/** Days of the week: "on Monday, Wednesday and Friday", "every Sunday", "Monday through Friday". */
function weekdaysEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  let last = /^(?:on|every|each)$/.test(tokens[at]!.text) ? at + 1 : at
  if (last >= end || !weekday.test(tokens[last]!.text)) return undefined
  last += 1
  for (let next = last; next + 1 < end && next - at < frequencyMost; ) {
    const from = /^(?:,|and|\/|through|to|or|&)$/.test(tokens[next]!.text) ? next + 1 : next
    const then = tokens[from]?.text === 'and' ? from + 1 : from
    if (then >= end || !weekday.test(tokens[then]!.text)) break
    last = then + 1
    next = last
  }
  // "on Thursday" is a single day and no frequency.
  const isOften = /^(?:every|each)$/.test(tokens[at]!.text) || last - at > 2 || tokens[last - 1]!.text.endsWith('days')
  return isOften ? last : undefined
}
/** Words after "once" with which it begins a clause: "once the wound is dry". */
const startsClause = new Set(['the', 'he', 'she', 'it', 'they', 'patient', 'his', 'her', 'you'])
const longestFrequency = 6
function oneFrequency(tokens: readonly Token[], at: number, end: number): number | undefined {
  if (at >= end) return undefined
  if (glued.test(tokens[at]!.text)) return at + 1
  // "q4-6h"
  if (/^q\d+$/.test(tokens[at]!.text) && tokens[at + 1]?.isJoined) return tokens[at + 2]?.isTight ? at + 3 : at + 2
  if (tokens[at]!.text === 'once' && startsClause.has(tokens[at + 1]?.text ?? '')) return undefined
  const days = weekdaysEnd(tokens, at, end)
  if (days !== undefined) return days
  const near = tokens.slice(at, Math.min(end, at + longestFrequency))
  const found =
    phraseAt(frequencyTable, near, 0, near.length) ?? phraseAt(frequencyTable, near.map(asPattern), 0, near.length)
  return found && at + found.count
}
