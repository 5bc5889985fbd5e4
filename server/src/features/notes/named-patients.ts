import { besideMost } from './follow-fields.ts'
import { namesThatAreWords } from './names-that-are-words.ts'
import type { FieldValues } from './refill-section.ts'

export interface FormerValue {
  field: string
  value: string
}

/** A place in a text that names a former patient of the note. */
export interface Naming {
  /** What it reveals about the patient. */
  field: 'Patient Name' | 'Date of Birth' | 'MRN'
  /** The letters themselves. */
  text: string
  from: number
  before: string
  after: string
}

const months = 'January February March April May June July August September October November December'.split(' ')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const alone = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu')

/** Patterns of the ways people write a day, given as MM/DD/YYYY: digits in several orders, or the month's name. */
function dayPatterns(shown: string): RegExp[] {
  const [, month = '', day = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(shown) ?? []
  if (!year) return []
  const figure = (two: string) => (two.startsWith('0') ? `0?${two[1]}` : two)
  const [m, d] = [figure(month), figure(day)]
  const anyYear = `(?:${year}|[’']?${year.slice(2)})`
  const name = months[Number(month) - 1]!
  const named = `(?:${name}|${name.slice(0, 3)}|${name.slice(0, 4)})\\.?`
  const nth = `${d}(?:st|nd|rd|th)?`
  const parted = (one: string, two: string, three: string) =>
    ['\\s?/\\s?', '\\s?-\\s?', '\\s?\\.\\s?'].map((mark) => one + mark + two + mark + three).join('|')
  return [
    parted(m, d, anyYear),
    parted(d, m, anyYear),
    parted(year, m, d),
    `${named}\\s(?:the\\s)?${nth},?\\s${anyYear}`,
    `(?:the\\s)?${nth}[\\s-](?:of\\s)?${named}[\\s,-]{1,2}${anyYear}`,
    `${year}${month}${day}`,
  ].map(alone)
}

/** Patterns of one part of a name, in any case. A part that is also a word, like "may", only as given or in capitals. */
function partPatterns(part: string): RegExp[] {
  if (part.length < 2) return []
  if (!namesThatAreWords.has(part.toLowerCase())) return [alone(escaped(part))]
  return [...new Set([part, part.toUpperCase()])].map((one) => new RegExp(alone(escaped(one)).source, 'gu'))
}

/** Patterns of a whole name in either order. */
function namePatterns(first: string, last: string): RegExp[] {
  const [one, other] = [first, last].map((part) => escaped(part).replace(/\s+/g, '\\s+')) as [string, string]
  return [alone(`${one}\\s+${other}`), alone(`${other}(?:\\s*,\\s*|\\s+)${one}`)]
}

/** Former values of a field, without those that also hold for the present patient. */
const formerOf = (former: readonly FormerValue[], field: string, now: readonly (string | null | undefined)[]) =>
  former
    .filter((one) => one.field === field && !now.some((value) => value?.toLowerCase() === one.value.toLowerCase()))
    .map(({ value }) => value)

/**
 * The places in a text that name a former patient by name, record number or date of birth, as people write them. Values that also
 * hold for the present patient do not count.
 */
export function findNamings(text: string, former: readonly FormerValue[], values: FieldValues): Naming[] {
  const parts = [values['First Name'], values['Last Name']]
  const firsts = formerOf(former, 'First Name', parts)
  const lasts = formerOf(former, 'Last Name', parts)
  const births = formerOf(former, 'Date of Birth', [values['Date of Birth']])
  const numbers = formerOf(former, 'MRN', [values['MRN']])
  const ofNow = dayPatterns(values['Date of Birth'] ?? '').flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: day }) => day),
  )
  const found: { field: Naming['field']; from: number; to: number }[] = []
  const look = (field: Naming['field'], patterns: readonly RegExp[]) => {
    for (const pattern of patterns)
      for (const { 0: letters, index } of text.matchAll(pattern))
        if (field !== 'Date of Birth' || !ofNow.includes(letters))
          found.push({ field, from: index, to: index + letters.length })
  }
  look('Patient Name', [
    ...formerOf(former, 'Patient Name', [values['Patient Name']]).map((name) => alone(escaped(name))),
    ...firsts.flatMap((first) => lasts.flatMap((last) => namePatterns(first, last))),
    ...[...firsts, ...lasts].flatMap(partPatterns),
  ])
  look('Date of Birth', births.flatMap(dayPatterns))
  look(
    'MRN',
    numbers.map((number) => alone(escaped(number))),
  )
  return outermost(found).map(({ field, from, to }) => ({
    field,
    text: text.slice(from, to),
    from,
    before: text.slice(Math.max(0, from - besideMost), from),
    after: text.slice(to, to + besideMost),
  }))
}

/** Of overlapping places keeps the first and longest, in text order. */
function outermost<T extends { from: number; to: number }>(found: readonly T[]): T[] {
  const done: T[] = []
  for (const one of found.toSorted((a, b) => a.from - b.from || b.to - a.to))
    if (one.from >= (done.at(-1)?.to ?? 0)) done.push(one)
  return done
}
