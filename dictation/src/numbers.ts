import { said, type Token } from './token.ts'

const ones = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const small = new Map<string, number>([
  ...ones.map((name, value): [string, number] => [name, value]),
  ...tens.map((name, index): [string, number] => [name, index * 10]).filter(([name]) => name !== ''),
])
const ordinals = new Map<string, number>([
  ...[
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
    'eleventh',
    'twelfth',
    'thirteenth',
    'fourteenth',
    'fifteenth',
    'sixteenth',
    'seventeenth',
    'eighteenth',
    'nineteenth',
  ].map((name, index): [string, number] => [name, index + 1]),
  ['twentieth', 20],
  ['thirtieth', 30],
])

export interface SpokenNumber {
  value: number
  /** As digits, with the decimals as they were said. */
  digits: string
  /** How many tokens it took. */
  count: number
  /** How many of them were words rather than digits. */
  isSpoken: boolean
}

/** A number below one hundred: "fifty four", "twelve". */
function readBelowHundred(tokens: readonly Token[], at: number): { value: number; count: number } | undefined {
  const value = small.get(said(tokens, at) ?? '')
  if (value === undefined) return undefined
  const unit = small.get(said(tokens, at + 1) ?? '')
  if (value >= 20 && unit !== undefined && unit > 0 && unit < 10) return { value: value + unit, count: 2 }
  return { value, count: 1 }
}

/** A whole number in words: "one thousand two hundred", "twenty three hundred", "two thousand twenty four". */
function readWhole(tokens: readonly Token[], at: number): { value: number; count: number } | undefined {
  let total = 0
  let group: number | undefined
  let next = at
  for (;;) {
    const name = said(tokens, next)
    if (name === 'hundred' && group !== undefined && group > 0 && group < 100) {
      group *= 100
      next += 1
    } else if ((name === 'thousand' || name === 'million') && group !== undefined && group > 0) {
      total += group * (name === 'thousand' ? 1000 : 1_000_000)
      group = 0
      next += 1
    } else if (
      name === 'and' &&
      group !== undefined &&
      group % 100 === 0 &&
      group > 0 &&
      readBelowHundred(tokens, next + 1)
    ) {
      next += 1
    } else {
      const part = readBelowHundred(tokens, next)
      if (!part || (group !== undefined && (group % 100 !== 0 || (group === 0 && total === 0)))) break
      group = (group ?? 0) + part.value
      next += part.count
    }
  }
  return group === undefined ? undefined : { value: total + group, count: next - at }
}

/** The digits after "point": each word one digit, or a group below one hundred. */
function readDecimals(tokens: readonly Token[], at: number): { digits: string; count: number } | undefined {
  let digits = ''
  let count = 0
  for (;;) {
    const value = small.get(said(tokens, at + count) ?? '')
    if (value === undefined || (value > 9 && digits !== '')) break
    const group = value > 9 ? readBelowHundred(tokens, at + count)! : { value, count: 1 }
    digits += String(group.value)
    count += group.count
  }
  return digits === '' ? undefined : { digits, count }
}

/** The number that begins at a token, in words or already in digits. */
export function readNumber(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const written = said(tokens, at)
  if (written !== undefined && /^\d+(\.\d+)?$/.test(written))
    return { value: Number(written), digits: written, count: 1, isSpoken: false }
  const whole = readWhole(tokens, at)
  const pointAt = at + (whole?.count ?? 0)
  const decimals = said(tokens, pointAt) === 'point' ? readDecimals(tokens, pointAt + 1) : undefined
  if (decimals) {
    const digits = `${whole?.value ?? 0}.${decimals.digits}`
    return { value: Number(digits), digits, count: (whole?.count ?? 0) + 1 + decimals.count, isSpoken: true }
  }
  return whole && { value: whole.value, digits: String(whole.value), count: whole.count, isSpoken: true }
}

/** A year as it is said: "nineteen eighty five", "two thousand twenty four", "twenty twelve". */
export function readYear(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const century = readBelowHundred(tokens, at)
  if (century && (century.value === 19 || century.value === 20 || century.value === 18)) {
    const isOh = said(tokens, at + century.count) === 'oh'
    const rest = readBelowHundred(tokens, at + century.count + (isOh ? 1 : 0))
    if (rest && (isOh ? rest.value < 10 : rest.value > 9)) {
      const value = century.value * 100 + rest.value
      return { value, digits: String(value), count: century.count + rest.count + (isOh ? 1 : 0), isSpoken: true }
    }
  }
  const number = readNumber(tokens, at)
  return number && Number.isInteger(number.value) && number.value >= 1800 && number.value < 2200 ? number : undefined
}

/** "one forty", "one twenty two": hundreds as vital signs are said. */
export function readVital(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const first = small.get(said(tokens, at) ?? '')
  const rest = first !== undefined && first >= 1 && first <= 3 ? readBelowHundred(tokens, at + 1) : undefined
  if (rest && rest.value >= 10) {
    const value = first! * 100 + rest.value
    return { value, digits: String(value), count: 1 + rest.count, isSpoken: true }
  }
  return readNumber(tokens, at)
}

/** A day of the month: "third", "twenty first", "three". */
export function readDay(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const ordinal = ordinals.get(said(tokens, at) ?? '')
  const ten = small.get(said(tokens, at) ?? '')
  const unit = ordinals.get(said(tokens, at + 1) ?? '')
  const value =
    ordinal ?? (ten !== undefined && ten >= 20 && ten <= 30 && unit !== undefined && unit < 10 ? ten + unit : undefined)
  if (value !== undefined) return { value, digits: String(value), count: ordinal === undefined ? 2 : 1, isSpoken: true }
  const number = readBelowHundred(tokens, at)
  return number && number.value >= 1 && number.value <= 31
    ? { ...number, digits: String(number.value), isSpoken: true }
    : undefined
}
