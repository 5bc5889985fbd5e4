import { said, type Token, type Written } from '../token.ts'
import { isNumberWord, readInteger } from './number-words.ts'
import { isCounted, readUnit, spans } from './units.ts'
import { isNear, isOneOf, setOf } from './words.ts'

const pressures = setOf('pressure pressures bp systolic diastolic')

/**
 * "one oh five over seventy" → 105/70. "Over" makes a pressure only between two numbers that can be one, and not before
 * a span of time (forty over two days).
 */
export function bloodPressure(tokens: readonly Token[], at: number): Written | undefined {
  const systolic = readInteger(tokens, at)
  if (!systolic || !Number.isInteger(systolic.value)) return undefined
  const overAt = at + systolic.count
  if (said(tokens, overAt) !== 'over' && said(tokens, overAt) !== 'on') return undefined
  const diastolic = readInteger(tokens, overAt + 1)
  if (!diastolic || !Number.isInteger(diastolic.value)) return undefined
  const end = overAt + 1 + diastolic.count
  if (
    isOneOf(spans, tokens, end) ||
    isCounted(tokens, end) ||
    readMedicine(tokens, end) ||
    isNumberWord(said(tokens, end))
  )
    return undefined
  const isTold = isNear(pressures, tokens, at, 6)
  if (said(tokens, overAt) === 'on' && !isTold) return undefined
  const least = isTold ? [30, 10] : [60, 30]
  const fits =
    systolic.value > diastolic.value &&
    systolic.value >= least[0]! &&
    diastolic.value >= least[1]! &&
    systolic.value <= 320 &&
    diastolic.value <= 200
  return fits ? { text: `${systolic.value}/${diastolic.value}`, count: end - at } : undefined
}
/** A unit after the number, other than that of a pressure. */
function readMedicine(tokens: readonly Token[], at: number): boolean {
  const unit = readUnit(tokens, at)
  return unit !== undefined && unit.text !== 'mmHg'
}
