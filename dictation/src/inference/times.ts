import { isNumber } from './dosing.ts'
import { phraseAt, phraseSet, wordSet } from './phrase-table.ts'
import type { Token } from './words.ts'

const months = wordSet(`
  january february march april may june july august september october november december jan feb mar apr jun jul aug
  sep sept oct nov dec
`)
const weekdays = wordSet('monday tuesday wednesday thursday friday saturday sunday')
const spans = /^(?:second|minute|hour|day|week|month|year|hr|min|wk|mo|yr)s?$/
const fullDate = /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])\/(?:\d{4}|\d{2})$/
const monthAndYear = /^(?:0?[1-9]|1[0-2])\/(?:19|20)\d{2}$/
const monthAndDay = /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01])$/
const year = /^(?:19|20)\d{2}$/
const day = /^(?:[1-9]|[12]\d|3[01])$/
const said = (tokens: readonly Token[], at: number) => tokens[at]?.text ?? ''

/**
 * The end of a calendar date: "03/14/2026", "06/2025", "March 14, 2026", "in 2019". A bare year or month needs a word
 * before it.
 */
export function calendarEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  if (at >= end) return undefined
  const text = said(tokens, at)
  const before = said(tokens, at - 1)
  if (fullDate.test(text) || monthAndYear.test(text)) return at + 1
  if (monthAndDay.test(text)) return /^(?:on|since|from|dated|until|through|by)$/.test(before) ? at + 1 : undefined
  if (months.has(text)) return monthEnd(tokens, at, end)
  const isAfterWord = /^(?:in|since|until|from|of|before|after|around|circa|early|late|by)$/.test(before)
  if (year.test(text) && (isAfterWord || isAlone(tokens, at, end))) return at + 1
  return undefined
}
/** A year with nothing after it: "Vasectomy 2010." */
const isAlone = (tokens: readonly Token[], at: number, end: number) =>
  tokens[at - 1]?.kind === 'word' &&
  (at + 1 >= end || tokens[at + 1]!.kind === 'mark' || said(tokens, at + 1) === 'and')
function monthEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const text = said(tokens, at)
  let last = at + 1
  if (last < end && day.test(said(tokens, last)))
    last += /^(?:st|nd|rd|th)$/.test(said(tokens, last + 1)) && tokens[last + 1]!.isTight ? 2 : 1
  const isDay = last > at + 1
  const comma = isDay && said(tokens, last) === ',' ? 1 : said(tokens, last) === 'of' ? 1 : 0
  if (last + comma < end && year.test(said(tokens, last + comma))) return last + comma + 1
  if (isDay) return last
  // Words after which "may" and "march" are months.
  const isMonth =
    /^(?:in|since|until|last|next|of|this|early|late|mid|by|from|through)$/.test(said(tokens, at - 1)) &&
    tokens[at]!.isCapital
  return isMonth || (tokens[at]!.isCapital && text.length > 5) ? at + 1 : undefined
}

const relative = phraseSet(`
    yesterday, yesterday morning, yesterday afternoon, yesterday evening, yesterday night, the day before yesterday,
    day before yesterday, last night, last week, last month, last year, last summer, last winter, last spring,
    last fall, last weekend, this morning, this afternoon, this evening, tonight, tomorrow, tomorrow morning,
    tomorrow afternoon, tomorrow evening, overnight last night, next week, next month, next year, last evening,
    the night before last, earlier this week, earlier this month, earlier this year, earlier this morning,
    this past weekend, over the weekend, this past week, later this week, later this month
  `)
const counts = phraseSet(
  `
    a, an, one, a few, few, several, a couple, a couple of, couple of, half an, many, some, two, three, four, five,
    six, seven, eight, nine, ten, eleven, twelve
  `,
)

/** The end of a time relative to now: "three days ago", "yesterday evening", "last Monday". */
export function relativeEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const fixed = phraseAt(relative, tokens, at, end)
  if (fixed) return at + fixed.count
  const text = said(tokens, at)
  if (
    (text === 'last' || text === 'next' || text === 'this' || text === 'this past') &&
    at + 1 < end &&
    (weekdays.has(said(tokens, at + 1)) || months.has(said(tokens, at + 1)))
  )
    return at + 2
  if (weekdays.has(text))
    return /^(?:on|since|until|by|from|last|next)$/.test(said(tokens, at - 1)) ? at + 1 : undefined
  const span = spanEnd(tokens, at, end)
  return span !== undefined && span < end && /^(?:ago|earlier|prior)$/.test(said(tokens, span)) ? span + 1 : undefined
}

/** The end of a length of time: "2 weeks", "3 to 4 months", "a few days". */
export function spanEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const words = phraseAt(counts, tokens, at, end)
  let next = at + (words?.count ?? (tokens[at]?.kind === 'number' ? 1 : 0))
  if (next === at || next >= end) return undefined
  if (tokens[next]!.isJoined && isNumber(tokens[next])) next += 1
  else if (/^(?:to|or)$/.test(said(tokens, next)) && isNumber(tokens[next + 1])) next += 2
  if (said(tokens, next) === 'more' || said(tokens, next) === 'full') next += 1
  return next < end && spans.test(said(tokens, next)) ? next + 1 : undefined
}

/** The end of a future time: "in 2 weeks", "within a month", "next Tuesday", "on 05/20/2026", "at 34 weeks". */
export function futureEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const text = said(tokens, at)
  if (/^(?:in|within|after|at)$/.test(text)) {
    let from = at + 1
    while (from < end && /^(?:about|approximately|roughly|around|the|another|next|coming)$/.test(said(tokens, from)))
      from += 1
    const last = spanEnd(tokens, from, end)
    if (last !== undefined) return afterEvent(tokens, last, end)
    const named = phraseAt(coming, tokens, at + 1, end) ?? phraseAt(spansToCome, tokens, at + 1, end)
    if (named) return at + 1 + named.count
    return text === 'in' ? calendarEnd(tokens, at + 1, end) : undefined
  }
  if (text === 'on' || text === 'by')
    return (
      calendarEnd(tokens, at + 1, end) ??
      (weekdays.has(said(tokens, at + 1)) || said(tokens, at + 1) === 'next'
        ? relativeOrDay(tokens, at + 1, end)
        : undefined)
    )
  const fixed = phraseAt(coming, tokens, at, end)
  if (fixed) return at + fixed.count
  if (weekdays.has(text) && tokens[at]!.isCapital) return at + 1
  return text === 'next' || text === 'this' ? relativeEnd(tokens, at, end) : undefined
}
const relativeOrDay = (tokens: readonly Token[], at: number, end: number) =>
  relativeEnd(tokens, at, end) ?? (weekdays.has(said(tokens, at)) ? at + 1 : undefined)
const spansToCome = phraseSet('a week, a month, a year, a day, a few days, a few weeks, the week, the month, the year')
const coming = phraseSet(
  `
    tomorrow, tomorrow morning, tomorrow afternoon, next week, next month, next year, this week, this month,
    the week after discharge, the week after surgery, the day after discharge, the morning, the next week,
    the next few days, the next month, the fall, the spring, the summer, the winter, later this week,
    later this month, early next week, the coming week, after discharge, after surgery
  `,
)
/** A time relative to an event: "2 weeks after discharge", "2 to 3 weeks". */
export function laterEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const last = spanEnd(tokens, at, end)
  return last === undefined ? undefined : afterEvent(tokens, last, end)
}
/** A future time relative to an event: "in 4 weeks after the injection", "within 7 days of discharge". */
function afterEvent(tokens: readonly Token[], at: number, end: number): number {
  if (!/^(?:after|of|from|post)$/.test(said(tokens, at)) || at + 1 >= end) return at
  const from = /^(?:the|her|his|your|their)$/.test(said(tokens, at + 1)) ? at + 2 : at + 1
  return from < end && tokens[from]!.kind === 'word' ? from + 1 : at
}
