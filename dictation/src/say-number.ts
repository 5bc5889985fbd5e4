const ones = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const numberWords = new Set([...ones, ...tens, 'hundred', 'thousand'])
export const isNumberWord = (word: string): boolean => numberWords.has(word)

function belowHundred(value: number): string[] {
  if (value < 20) return [ones[value]!]
  return [tens[Math.floor(value / 10)]!, ...(value % 10 ? [ones[value % 10]!] : [])]
}
function whole(value: number): string[] {
  const rest = (of: number) => (value % of ? whole(value % of) : [])
  if (value < 100) return belowHundred(value)
  if (value < 1000) return [ones[Math.floor(value / 100)]!, 'hundred', ...rest(100)]
  return [...whole(Math.floor(value / 1000)), 'thousand', ...rest(1000)]
}

const longest = 6
const zeros = ['zero', 'oh']

/**
 * The ways to say digits, each as words: as one number, digit by digit, or in pairs. Long rows are said only digit by
 * digit.
 */
export function waysToSayDigits(digits: string): string[][] {
  const one = zeros.map((zero) => [...digits].map((digit) => (digit === '0' ? zero : ones[Number(digit)]!)))
  if (digits.length > longest) return one
  const halves = digits.length === 3 || digits.length === 4 ? [digits.slice(0, -2), digits.slice(-2)] : []
  const inPairs = halves.length > 0 && halves.every((half) => !half.startsWith('0'))
  return [whole(Number(digits)), ...one, ...(inPairs ? [halves.flatMap((half) => belowHundred(Number(half)))] : [])]
}
