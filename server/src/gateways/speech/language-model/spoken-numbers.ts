const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** A number from 0 to 9,999 as dictated. */
export function sayNumber(value: number): string {
  if (value < 20) return small[value]!
  if (value < 100) return `${tens[Math.floor(value / 10)]}${value % 10 ? ` ${small[value % 10]}` : ''}`
  const [unit, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand']
  const rest = value % unit
  return `${sayNumber(Math.floor(value / unit))} ${name}${rest ? ` ${sayNumber(rest)}` : ''}`
}

/** The usual form of years, pressures and pulses: 1985 "nineteen eighty five", 142 "one forty two". */
export function sayInPairs(value: number): string {
  const [first, last] = [Math.floor(value / 100), value % 100]
  if (last === 0) return `${sayNumber(first)} hundred`
  return `${sayNumber(first)} ${last < 10 ? `oh ${sayNumber(last)}` : sayNumber(last)}`
}

/** Digits after a decimal point: 7 "seven", 25 "two five". */
export const sayDigits = (value: number): string =>
  [...String(value)].map((digit) => sayNumber(Number(digit))).join(' ')

const ordinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** "third", "twenty first": days of a month. */
export function sayOrdinal(value: number): string {
  const words = sayNumber(value).split(' ')
  const last = words.pop()!
  return [...words, ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)].join(' ')
}
