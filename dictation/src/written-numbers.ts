import { readDay, readNumber, readVital, readYear, type SpokenNumber } from './numbers.ts'
import { merged, said, type Token } from './token.ts'
import { abbreviations, countedWords, months, numberedWords } from './units.ts'

interface Written {
  text: string
  count: number
}
type Rule = (tokens: readonly Token[], at: number) => Written | undefined

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "march third two thousand twenty four" → March 3, 2024. "may" and "march" count only with a day behind them. */
const date: Rule = (tokens, at) => {
  const name = said(tokens, at)
  if (!name || !months.includes(name)) return undefined
  const day = readDay(tokens, at + 1)
  if (!day) return undefined
  const comma = tokens[at + 1 + day.count]?.text === ',' ? 1 : 0
  const year = readYear(tokens, at + 1 + day.count + comma)
  const text = `${capital(name)} ${day.digits}`
  return year
    ? { text: `${text}, ${year.digits}`, count: 1 + day.count + comma + year.count }
    : { text, count: 1 + day.count }
}

/** "in two thousand twelve", "since nineteen ninety nine". */
const year: Rule = (tokens, at) => {
  if (!['in', 'since', 'until', 'from', 'by', 'year'].includes(said(tokens, at - 1) ?? '')) return undefined
  const found = readYear(tokens, at)
  return found && { text: found.digits, count: found.count }
}

/** "l four l five" → L4-L5, "c six" → C6. */
const spine: Rule = (tokens, at) => {
  const first = readLevel(tokens, at)
  if (!first) return undefined
  const second = readLevel(tokens, at + first.count)
  return second ? { text: `${first.text}-${second.text}`, count: first.count + second.count } : first
}
function readLevel(tokens: readonly Token[], at: number): Written | undefined {
  const letter = said(tokens, at)
  if (!letter || !/^[clst]$/.test(letter)) return undefined
  const number = readNumber(tokens, at + 1)
  if (!number?.isSpoken || !Number.isInteger(number.value) || number.value < 1 || number.value > 12) return undefined
  return { text: `${letter.toUpperCase()}${number.digits}`, count: 1 + number.count }
}

/** "a one c" → A1c. */
const hemoglobin: Rule = (tokens, at) =>
  said(tokens, at) === 'a' && said(tokens, at + 1) === 'one' && said(tokens, at + 2) === 'c'
    ? { text: 'A1c', count: 3 }
    : undefined

/** "fifty four year old" → 54-year-old. */
const age: Rule = (tokens, at) => {
  const number = readNumber(tokens, at)
  if (!number?.isSpoken) return undefined
  const unit = said(tokens, at + number.count)
  if (!unit || !/^(year|month|week|day)$/.test(unit) || said(tokens, at + number.count + 1) !== 'old') return undefined
  return { text: `${number.digits}-${unit}-old`, count: number.count + 2 }
}

/** "one hundred forty two over eighty eight" → 142/88, "five out of five" → 5/5. */
const fraction: Rule = (tokens, at) => {
  const first = readVital(tokens, at)
  if (!first) return undefined
  const next = at + first.count
  const between =
    said(tokens, next) === 'over' ? 1 : said(tokens, next) === 'out' && said(tokens, next + 1) === 'of' ? 2 : 0
  const second = between > 0 ? readVital(tokens, next + between) : undefined
  return second && { text: `${first.digits}/${second.digits}`, count: first.count + between + second.count }
}

/** "three by four centimeter" → 3 x 4 cm. */
const dimensions: Rule = (tokens, at) => {
  const sides: SpokenNumber[] = []
  let next = at
  for (;;) {
    const side = readNumber(tokens, next)
    if (!side) return undefined
    sides.push(side)
    next += side.count
    if (said(tokens, next) !== 'by') break
    next += 1
  }
  const unit = abbreviations[said(tokens, next) ?? '']
  if (sides.length < 2 || !unit) return undefined
  return { text: `${sides.map(({ digits }) => digits).join(' x ')} ${unit}`, count: next - at + 1 }
}

/** "ten milligrams per deciliter" → 10 mg/dL, "ninety seven percent" → 97%. */
const measure: Rule = (tokens, at) => {
  const number = readNumber(tokens, at)
  if (!number) return undefined
  const next = at + number.count
  const name = said(tokens, next) ?? ''
  if (name === 'percent') return { text: `${number.digits}%`, count: number.count + 1 }
  const unit = Object.hasOwn(abbreviations, name) ? abbreviations[name] : undefined
  if (!unit) return undefined
  const other = abbreviations[said(tokens, next + 2) ?? '']
  if (said(tokens, next + 1) === 'per' && other)
    return { text: `${number.digits} ${unit}/${other}`, count: number.count + 3 }
  return { text: `${number.digits} ${unit}`, count: number.count + 1 }
}

/** "number one" → #1. */
const numbered: Rule = (tokens, at) => {
  if (said(tokens, at) !== 'number') return undefined
  const number = readNumber(tokens, at + 1)
  return number?.isSpoken && Number.isInteger(number.value)
    ? { text: `#${number.digits}`, count: 1 + number.count }
    : undefined
}

/** Ten and more in digits, decimals always, small ones before what is counted and after what is numbered. */
const plainNumber: Rule = (tokens, at) => {
  const number = readNumber(tokens, at)
  if (!number?.isSpoken) return undefined
  const after = said(tokens, at + number.count) ?? ''
  const before = said(tokens, at - 1) ?? ''
  const isRange = after === 'to' && readNumber(tokens, at + number.count + 1) !== undefined
  const isCounted = countedWords.has(after) || numberedWords.has(before) || isRange
  const isLarge = number.value >= 10 || !Number.isInteger(number.value)
  return isLarge || isCounted ? { text: number.digits, count: number.count } : undefined
}

const rules: readonly Rule[] = [
  date,
  year,
  hemoglobin,
  spine,
  numbered,
  age,
  dimensions,
  fraction,
  measure,
  plainNumber,
]

/** Numbers, doses, dates and measures as they are written in a note; text that is written already stays. */
export function writeNumbers(tokens: readonly Token[]): Token[] {
  const written: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = rules.map((rule) => rule(tokens, at)).find((one) => one !== undefined)
    if (found) {
      written.push(merged(tokens, at, found.count, found.text))
      at += found.count
    } else {
      written.push(tokens[at]!)
      at += 1
    }
  }
  return written
}
