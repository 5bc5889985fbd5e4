import { said, type Token, type Written } from '../token.ts'
import { isNumberWord, readDigit, readInteger } from './number-words.ts'
import { isCounted, readUnit } from './units.ts'
import { isNear, setOf } from './words.ts'

const warm = setOf('temperature temp temperatures temps febrile fever tmax afebrile')
/** "temperature ninety eight six" → 98.6; "temperature one oh one three" → 101.3. */
export function temperature(tokens: readonly Token[], at: number): Written | undefined {
  if (!isNear(warm, tokens, at, 5)) return undefined
  const whole = readInteger(tokens, at)
  if (!whole?.isSpoken) return undefined
  for (const [value, count] of wholeDegrees(tokens, at)) {
    const tenth = readDigit(tokens, at + count)
    const next = at + count + 1
    const isAmount = isCounted(tokens, next) && said(tokens, next) !== 'degrees'
    const isOver =
      !isNumberWord(said(tokens, next)) && !isAmount && !readUnit(tokens, next) && !tokens[at + count]?.isAfterPause
    if (tenth !== undefined && isOver) return { text: `${value}.${tenth}`, count: count + 1 }
  }
  return undefined
}
/** The whole degrees a temperature may begin with: 93 to 109 Fahrenheit, 34 to 42 Celsius. */
function wholeDegrees(tokens: readonly Token[], at: number): [number, number][] {
  const tens = { ninety: 90, thirty: 30, forty: 40 }[said(tokens, at) ?? '']
  const unit = readDigit(tokens, at + 1)
  const short = readInteger(tokens, at)
  const all: [number, number][] = [
    ...(short && short.value >= 100 && short.value <= 109 ? [[short.value, short.count] as [number, number]] : []),
    ...(tens !== undefined && unit !== undefined ? [[tens + unit, 2] as [number, number]] : []),
  ]
  return all.filter(([value]) => (value >= 34 && value <= 42) || (value >= 93 && value <= 109))
}
