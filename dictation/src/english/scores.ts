import { said, type Token, type Written } from '../token.ts'
import { readBelowHundred, readDigit, readDigits, readInteger } from './number-words.ts'
import { numberAt } from './points.ts'
import { spans } from './units.ts'
import { isNear, isOneOf, isSoon, setOf } from './words.ts'

const outOfBefore = setOf(
  'strength pain murmur power score scale scored scores grade motor reflexes pulses gcs mmse moca apgar apgars muscle level intensity severity rated mood',
)
const outOfAfter = setOf('murmur strength pain systolic diastolic motor power throughout bilaterally in severity score')
const fullScores = new Set([4, 5, 6, 10, 12, 15, 20, 24, 25, 27, 30, 63, 100])

/** "five out of five" → 5/5; "grade two over six systolic murmur" → 2/6; "three out of seven lesions" stays. */
export function score(tokens: readonly Token[], at: number): Written | undefined {
  const first = numberAt(tokens, at)
  if (!first) return undefined
  const next = at + first.count
  const isOut = said(tokens, next) === 'out' && said(tokens, next + 1) === 'of'
  const isOver = said(tokens, next) === 'over'
  if (!isOut && !isOver) return undefined
  const secondAt = next + (isOut ? 2 : 1)
  const second = readInteger(tokens, secondAt)
  if (!second || second.value < first.value || !fullScores.has(second.value)) return undefined
  const end = secondAt + second.count
  const isTold = isNear(outOfBefore, tokens, at, 5) || isSoon(outOfAfter, tokens, end, 2)
  const isAlone = tokens[end]?.kind !== 'word' || said(tokens, at - 1) === 'a' || said(tokens, at - 1) === 'an'
  const isWhole = isOut && [5, 6, 10].includes(second.value) && isAlone
  return isTold || isWhole ? { text: `${first.digits}/${second.digits}`, count: end - at } : undefined
}

const named = setOf('type stage class grade phase minus')
/** "one plus pitting edema" → 1+; "four plus out of five" → 4+/5; "gleason three plus four equals seven" → 3+4=7. */
export function plus(tokens: readonly Token[], at: number): Written | undefined {
  const first = readInteger(tokens, at)
  if (!first || first.value > 10 || first.digits.includes('.') || isOneOf(named, tokens, at - 1)) return undefined
  const plusAt = at + first.count
  if (said(tokens, plusAt) !== 'plus') return undefined
  const found = readInteger(tokens, plusAt + 1)
  const second = found?.digits.includes('.') ? undefined : found
  const full =
    said(tokens, plusAt + 1) === 'out' && said(tokens, plusAt + 2) === 'of'
      ? readInteger(tokens, plusAt + 3)
      : undefined
  if (full) return { text: `${first.digits}+/${full.digits}`, count: first.count + 3 + full.count }
  if (!second) return found || first.value > 4 ? undefined : { text: `${first.digits}+`, count: first.count + 1 }
  const end = plusAt + 1 + second.count
  const sum = said(tokens, end) === 'equals' || said(tokens, end) === 'equal' ? readInteger(tokens, end + 1) : undefined
  return {
    text: `${first.digits}+${second.digits}${sum ? `=${sum.digits}` : ''}`,
    count: end - at + (sum ? 1 + sum.count : 0),
  }
}

const sight = setOf('vision acuity visual eye eyes snellen corrected uncorrected sight o.d. o.s. od os ou')
const lines = new Set([10, 13, 15, 16, 20, 25, 30, 40, 50, 60, 70, 80, 100, 125, 150, 200, 400, 800])
/** "vision twenty forty" → 20/40. */
export function vision(tokens: readonly Token[], at: number): Written | undefined {
  if (said(tokens, at) !== 'twenty' || !isNear(sight, tokens, at, 8)) return undefined
  const over = said(tokens, at + 1) === 'over' ? 1 : 0
  const second = readInteger(tokens, at + 1 + over)
  if (second && isOneOf(spans, tokens, at + 1 + over + second.count)) return undefined
  return second && lines.has(second.value) ? { text: `20/${second.value}`, count: 1 + over + second.count } : undefined
}

/** "gravida three para two zero one two" → gravida 3 para 2-0-1-2. */
export function gravidaAndPara(tokens: readonly Token[], at: number): Written | undefined {
  const isPara = said(tokens, at - 1) === 'para'
  if (!isPara && said(tokens, at - 1) !== 'gravida') return undefined
  const digits = readDigits(tokens, at)
  if (isPara && digits.length === 4) return { text: [...digits].join('-'), count: 4 }
  const number = readBelowHundred(tokens, at)
  return number && { text: String(number.value), count: number.count }
}

/** "g three p two" → G3 P2; "g two p one zero zero one" → G2 P1001. */
export function gravidaLetters(tokens: readonly Token[], at: number): Written | undefined {
  if (said(tokens, at) !== 'g') return undefined
  const gravida = readDigit(tokens, at + 1)
  if (gravida === undefined || said(tokens, at + 2) !== 'p') return undefined
  const para = readDigits(tokens, at + 3)
  if (para.length !== 1 && para.length !== 4) return undefined
  return { text: `G${gravida} P${para}`, count: 3 + para.length }
}

const ratioBefore = setOf('ratio titer titers dilution diluted epinephrine concentration odds matched')
const ratioAfter = setOf('ratio epinephrine dilution titer odds block conduction')
/** "a ratio of two to one" → 2:1; "one to one thousand epinephrine" → 1:1000. */
export function ratio(tokens: readonly Token[], at: number): Written | undefined {
  const first = numberAt(tokens, at)
  if (!first || said(tokens, at + first.count) !== 'to') return undefined
  const second = numberAt(tokens, at + first.count + 1)
  if (!second) return undefined
  const end = at + first.count + 1 + second.count
  if (!isNear(ratioBefore, tokens, at, 4) && !isSoon(ratioAfter, tokens, end, 1)) return undefined
  return { text: `${first.value}:${second.value}`, count: end - at }
}
