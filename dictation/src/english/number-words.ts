import { said, type Token } from '../token.ts'

const ones = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const firstOrdinals = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
  'sixteenth seventeenth eighteenth nineteenth'
).split(' ')

/** "zero" to "nineteen" and the tens. */
const small = new Map<string, number>([
  ...ones.map((name, value): [string, number] => [name, value]),
  ...tens.map((name, index): [string, number] => [name, (index + 2) * 10]),
])
const ordinals = new Map<string, number>([
  ...firstOrdinals.map((name, index): [string, number] => [name, index + 1]),
  ...tens.map((name, index): [string, number] => [name.replace(/y$/, 'ieth'), (index + 2) * 10]),
])
const scales = new Set(['hundred', 'thousand', 'million'])
const zeros = new Set(['oh', 'o', 'zero'])

/** Parts of a word that an engine hyphenates around a number: "fifty-four", "twenty-first", "54-year-old". */
export const isNumberPart = (part: string): boolean =>
  small.has(part) ||
  ordinals.has(part) ||
  scales.has(part) ||
  /^(year|month|week|day|old|pack|by|over|oh)$/.test(part) ||
  /^\d+$/.test(part)

export const isNumberWord = (word: string | undefined): boolean =>
  word !== undefined && (small.has(word) || scales.has(word) || /^\.?\d[\d.,]*$/.test(word))

/** Whether a word begins a number, a row of digits or an ordinal. */
export const beginsNumber = (word: string): boolean =>
  isNumberWord(word) || zeros.has(word) || ordinals.has(word) || /^\.?\d/.test(word)

/** A number in the dictation. */
export interface SpokenNumber {
  value: number
  /** The number in digits, with its decimals as they were said. */
  digits: string
  /** The number of tokens that it took. */
  count: number
  /** True if it was said in words, false if the engine wrote digits. */
  isSpoken: boolean
  /** The word "hundred" was left out: "two fifty". */
  isShort?: boolean
}
interface Part {
  value: number
  count: number
}

/** The next word of a number, if no pause separates it. */
const goesOn = (tokens: readonly Token[], at: number): string | undefined =>
  tokens[at]?.isAfterPause ? undefined : said(tokens, at)

/** "1,234" or "1234"; above four digits with commas. */
export const grouped = (value: number): string => (value < 10_000 ? String(value) : value.toLocaleString('en-US'))

/** One digit: "five". */
export const readDigit = (tokens: readonly Token[], at: number): number | undefined => {
  const name = said(tokens, at) ?? ''
  const value = zeros.has(name) ? 0 : small.get(name)
  return value !== undefined && value < 10 ? value : undefined
}

/** A number below one hundred: "fifty four", "twelve". */
export function readBelowHundred(tokens: readonly Token[], at: number): Part | undefined {
  const value = small.get(said(tokens, at) ?? '')
  if (value === undefined) return undefined
  const unit = small.get(goesOn(tokens, at + 1) ?? '')
  if (value >= 20 && unit !== undefined && unit > 0 && unit < 10) return { value: value + unit, count: 2 }
  return { value, count: 1 }
}

/** Two digits that end a year, a time or a number of hundreds: "oh five" → 5, "forty five" → 45. */
export function readPair(tokens: readonly Token[], at: number): Part | undefined {
  const first = goesOn(tokens, at)
  if (first === undefined) return undefined
  if (zeros.has(first)) {
    const unit = small.get(goesOn(tokens, at + 1) ?? '')
    return unit !== undefined && unit > 0 && unit < 10 ? { value: unit, count: 2 } : undefined
  }
  const pair = readBelowHundred(tokens, at)
  return pair && pair.value >= 10 ? pair : undefined
}

/** Hundreds without the word: "one thirty eight", "four oh five", "five oh oh". */
function readShort(tokens: readonly Token[], at: number): Part | undefined {
  const first = small.get(said(tokens, at) ?? '')
  if (first === undefined || first < 1 || first > 19) return undefined
  if (first > 9) return readTwelveFifty(tokens, at, first)
  const isRound = zeros.has(goesOn(tokens, at + 1) ?? '') && zeros.has(goesOn(tokens, at + 2) ?? '')
  const pair = isRound ? { value: 0, count: 2 } : readPair(tokens, at + 1)
  return pair && { value: first * 100 + pair.value, count: 1 + pair.count }
}

/** "twelve fifty milligrams" → 1250, only before a unit. */
function readTwelveFifty(tokens: readonly Token[], at: number, first: number): Part | undefined {
  const pair = first > 10 ? readPair(tokens, at + 1) : undefined
  if (!pair || pair.value < 25 || pair.value % 25 !== 0) return undefined
  return dosed.test(said(tokens, at + 1 + pair.count) ?? '')
    ? { value: first * 100 + pair.value, count: 1 + pair.count }
    : undefined
}
const dosed = /^(?:milligrams?|mg|milliliters?|ml|micrograms?|mcg|units)$/

/** A whole number in words: "one thousand two hundred", "twenty three hundred", "two thousand and eight". */
function readCardinal(tokens: readonly Token[], at: number): Part | undefined {
  let total = 0
  let group: number | undefined
  let next = at
  let scale = 1_000_000_000
  for (;;) {
    const name = next === at ? said(tokens, next) : goesOn(tokens, next)
    if (name === 'hundred' && group !== undefined && group > 0 && group < 100) {
      group *= 100
      next += 1
      continue
    }
    const size = name === 'thousand' ? 1000 : name === 'million' ? 1_000_000 : undefined
    if (size && size < scale && group !== undefined && group > 0) {
      total += group * size
      scale = size
      group = 0
      next += 1
      continue
    }
    const isRound = group !== undefined && group % 100 === 0 && (group > 0 || total > 0)
    if (name === 'and' && isRound && said(tokens, at - 1) !== 'between') {
      const part = readBelowHundred(tokens, next + 1)
      if (!part || scales.has(goesOn(tokens, next + 1 + part.count) ?? '')) break
      next += 1
      continue
    }
    const part = group === undefined || isRound ? partAt(tokens, next, next === at) : undefined
    // "three hundred three hundred" are two numbers.
    const isAnother =
      group !== undefined && group > 0 && part !== undefined && goesOn(tokens, next + part.count) === 'hundred'
    if (!part || isAnother || (group !== undefined && part.value === 0 && group > 0)) break
    group = (group ?? 0) + part.value
    next += part.count
  }
  return group === undefined ? undefined : { value: total + group, count: next - at }
}
function partAt(tokens: readonly Token[], at: number, isFirst: boolean): Part | undefined {
  if (!isFirst && goesOn(tokens, at) === undefined) return undefined
  const short = readShort(tokens, at)
  return short && goesOn(tokens, at + short.count) === 'thousand' ? short : readBelowHundred(tokens, at)
}

/** One hundred or thousand whose number was not said: "a hundred and fifty", "hundred and fifty". */
function readBareScale(tokens: readonly Token[], at: number): Part | undefined {
  const article = said(tokens, at) === 'a' ? 1 : 0
  const name = article ? goesOn(tokens, at + 1) : said(tokens, at)
  if (name !== 'hundred' && name !== 'thousand') return undefined
  if (!article && isNumberWord(said(tokens, at - 1)) && !tokens[at]!.isAfterPause) return undefined
  const size = name === 'hundred' ? 100 : 1000
  let count = article + 1
  const isAnd = goesOn(tokens, at + count) === 'and'
  const rest = isNumberWord(goesOn(tokens, at + count + Number(isAnd)))
    ? readCardinal(tokens, at + count + Number(isAnd))
    : undefined
  if (!rest || rest.value === 0 || rest.value >= size) return { value: size, count }
  count += Number(isAnd) + rest.count
  return { value: size + rest.value, count }
}

/** The digits after "point": "five", "oh five", "one two five", "twenty five", "one twenty five". */
function readDecimals(tokens: readonly Token[], at: number): { digits: string; count: number } | undefined {
  let digits = ''
  let count = 0
  for (;;) {
    const name = goesOn(tokens, at + count)
    if (name === undefined) break
    if (/^\d+$/.test(name) && digits === '') return { digits: name, count: 1 }
    const digit = readDigit(tokens, at + count)
    if (digit === undefined) {
      const pair = readBelowHundred(tokens, at + count)
      // "point five ten" may be two numbers.
      if (!pair || digits.length > 1 || (digits !== '' && pair.value % 10 === 0)) break
      return { digits: `${digits}${pair.value}`, count: count + pair.count }
    }
    digits += String(digit)
    count += 1
  }
  return digits === '' ? undefined : { digits, count }
}

const writtenNumber = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/
/** A number that an engine wrote in digits. */
function readWritten(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const written = said(tokens, at) ?? ''
  if (/^\.\d+$/.test(written)) return { value: Number(written), digits: `0${written}`, count: 1, isSpoken: false }
  if (!writtenNumber.test(written)) return undefined
  const value = Number(written.replaceAll(',', ''))
  const decimals =
    goesOn(tokens, at + 1) === 'point' && !written.includes('.') ? readDecimals(tokens, at + 2) : undefined
  if (!decimals) return { value, digits: written, count: 1, isSpoken: false }
  const digits = `${written}.${decimals.digits}`
  return { value: Number(digits), digits, count: 2 + decimals.count, isSpoken: true }
}

/** The whole part of a number in words, and whether its "hundred" was left out. */
function readWhole(tokens: readonly Token[], at: number): (Part & { isShort: boolean }) | undefined {
  const whole = readCardinal(tokens, at) ?? readBareScale(tokens, at)
  const short = readShort(tokens, at)
  return short && short.count > (whole?.count ?? 0)
    ? { ...short, isShort: true }
    : whole && { ...whole, isShort: false }
}

/**
 * Reads the number that begins at a token, in words or already in digits.
 * @param isPoint whether "point" at a token, with no number before it, begins decimals and is no place
 */
export function readNumber(
  tokens: readonly Token[],
  at: number,
  isPoint: (at: number) => boolean = () => true,
): SpokenNumber | undefined {
  const written = readWritten(tokens, at)
  if (written) return written
  const isZero = zeros.has(said(tokens, at) ?? '') && goesOn(tokens, at + 1) === 'point'
  const whole = isZero ? { value: 0, count: 1, isShort: false } : readWhole(tokens, at)
  const pointAt = at + (whole?.count ?? 0)
  const saysPoint = (whole ? goesOn(tokens, pointAt) : said(tokens, at)) === 'point' && isPoint(pointAt)
  const decimals = saysPoint ? readDecimals(tokens, pointAt + 1) : undefined
  if (decimals) {
    const digits = `${whole?.value ?? 0}.${decimals.digits}`
    return { value: Number(digits), digits, count: (whole?.count ?? 0) + 1 + decimals.count, isSpoken: true }
  }
  if (!whole || (isZero && said(tokens, at) !== 'zero')) return undefined
  return { ...whole, digits: grouped(whole.value), isSpoken: true }
}

/** A year, in words or digits: "nineteen eighty five", "two thousand and eight", "twenty twelve", "2012". */
export function readYear(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const century = readBelowHundred(tokens, at)
  const pair = century && [18, 19, 20].includes(century.value) ? readPair(tokens, at + century.count) : undefined
  if (pair) {
    const value = century!.value * 100 + pair.value
    return { value, digits: String(value), count: century!.count + pair.count, isSpoken: true }
  }
  const name = said(tokens, at) ?? ''
  if (/^(?:1[89]|20)\d\d$/.test(name)) return { value: Number(name), digits: name, count: 1, isSpoken: false }
  const number = readCardinal(tokens, at)
  return number && number.value >= 1800 && number.value < 2200
    ? { ...number, digits: String(number.value), isSpoken: true }
    : undefined
}

/** An ordinal: "third", "twenty first". */
export function readOrdinal(tokens: readonly Token[], at: number): Part | undefined {
  const value = ordinals.get(said(tokens, at) ?? '')
  if (value !== undefined) return { value, count: 1 }
  const ten = small.get(said(tokens, at) ?? '')
  const unit = ordinals.get(goesOn(tokens, at + 1) ?? '')
  return ten !== undefined && ten >= 20 && unit !== undefined && unit < 10 ? { value: ten + unit, count: 2 } : undefined
}

/** The most digits in a row, as in a phone or record number. */
const digitsMost = 24
/** Single digits said one after the other: "five five five one two". */
export function readDigits(tokens: readonly Token[], at: number): string {
  let digits = ''
  while (
    digits.length < digitsMost &&
    readDigit(tokens, at + digits.length) !== undefined &&
    (digits === '' || !tokens[at + digits.length]!.isAfterPause)
  )
    digits += String(readDigit(tokens, at + digits.length))
  return digits
}

/** A whole number without a decimal point, in words or digits. */
export const readInteger = (tokens: readonly Token[], at: number): SpokenNumber | undefined =>
  readNumber(tokens, at, () => false)
