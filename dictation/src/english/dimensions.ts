import { said, type Token, type Written } from '../token.ts'
import type { SpokenNumber } from './number-words.ts'
import { amountAt } from './points.ts'
import { readUnit } from './units.ts'
import { isOneOf, setOf } from './words.ts'

const squares = setOf('gauze gauzes sponge sponges dressing dressings inch inches foot')

/** "three by four centimeter" → 3 x 4 cm; "four by four gauze" → 4 x 4 gauze. */
export function dimensions(tokens: readonly Token[], at: number): Written | undefined {
  const sides: SpokenNumber[] = []
  let next = at
  for (;;) {
    const side = amountAt(tokens, next)
    if (!side) return undefined
    sides.push(side)
    next += side.count
    if (said(tokens, next) !== 'by' && said(tokens, next) !== 'x') break
    next += 1
  }
  if (sides.length < 2) return undefined
  const text = sides.map(({ digits }) => digits).join(' x ')
  const unit = readUnit(tokens, next)
  if (unit) return { text: `${text} ${unit.text}`, count: next - at + unit.count }
  const isPlain =
    isOneOf(squares, tokens, next) || sides.length > 2 || sides.some(({ value }) => !Number.isInteger(value))
  return isPlain ? { text, count: next - at } : undefined
}
