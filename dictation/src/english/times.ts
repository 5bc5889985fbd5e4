import { said, type Token, type Written } from '../token.ts'
import { isNumberWord, readBelowHundred, readDigit, readPair } from './number-words.ts'
import { isCounted, readUnit } from './units.ts'
import { isNear, isOneOf, isSoon, setOf } from './words.ts'

const halves: readonly (readonly [readonly string[], string])[] = [
  [['a', 'm'], 'a.m.'],
  [['p', 'm'], 'p.m.'],
  [['am'], 'a.m.'],
  [['pm'], 'p.m.'],
  [['a.m.'], 'a.m.'],
  [['p.m.'], 'p.m.'],
]
const partsOfDay = setOf('morning afternoon evening night')
const days = setOf('today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday')
const beforeTime = setOf('at around until till by since before after about from to approximately between')
/** Words near which a number is a finding and not a time. */
const findings = setOf(
  'rate pulse pressure systolic diastolic glucose sodium sugar weight running going set settings heart respiratory saturation dose infusing platelets creatinine hemoglobin potassium inr lactate wbc bun troponin',
)

/** Words that show that a number is a time: "this morning", "in the evening", "tomorrow". */
function tellsDay(tokens: readonly Token[], at: number): boolean {
  if (isOneOf(days, tokens, at)) return true
  if (['this', 'last', 'every', 'yesterday', 'tomorrow'].includes(said(tokens, at) ?? ''))
    return isOneOf(partsOfDay, tokens, at + 1)
  return (
    (said(tokens, at) === 'in' || said(tokens, at) === 'at') &&
    (isOneOf(partsOfDay, tokens, at + 2) || isOneOf(partsOfDay, tokens, at + 1))
  )
}

const perHour = setOf('an per each cc')
const streets = setOf('street avenue road lane drive boulevard court place apartment suite')
const changes = setOf(
  'increase increased increasing decrease decreased reduce reduced fell fall falling rose rise rising up down titrate titrated changed change lantus insulin',
)
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** "ten thirty a m" → 10:30 a.m.; "at seven thirty this morning" → at 7:30; "eight p m" → 8 p.m. */
export function time(tokens: readonly Token[], at: number): Written | undefined {
  const written = /^\d{1,2}(?::\d\d)?$/.test(said(tokens, at) ?? '') ? said(tokens, at)! : undefined
  const hour = written ? { value: Number.parseInt(written, 10), count: 1 } : readBelowHundred(tokens, at)
  if (!hour || hour.value < 1 || hour.value > 23) return undefined
  const pair = written ? undefined : readPair(tokens, at + hour.count)
  const minute = pair && pair.value < 60 ? pair : undefined
  const end = at + hour.count + (minute?.count ?? 0)
  const digits = minute ? `${hour.value}:${twoDigits(minute.value)}` : (written ?? String(hour.value))
  const half = halves.find(([words]) => words.every((word, index) => said(tokens, end + index) === word))
  if (half && hour.value <= 12) return { text: `${digits} ${half[1]}`, count: end - at + half[0].length }
  if (written || hour.value > 12) return undefined
  const count = end - at
  if (said(tokens, end) === "o'clock") return { text: digits, count }
  const isTo = ['to', 'from'].includes(said(tokens, at - 1) ?? '')
  const isValue = isNear(findings, tokens, at, 5) || (isTo && isNear(changes, tokens, at, 5))
  if (isValue) return undefined
  if (tellsDay(tokens, end) && isOneOf(beforeTime, tokens, at - 1)) return { text: digits, count }
  if (!minute || !isOneOf(beforeTime, tokens, at - 1)) return undefined
  if (isNumberWord(said(tokens, end)) || isCounted(tokens, end) || readUnit(tokens, end)) return undefined
  if (isOneOf(perHour, tokens, end) || isSoon(streets, tokens, end, 4)) return undefined
  // After "at", "ten thirty" is a time. "two thirty" is one only if its minutes fit.
  if (minute.value % 5 !== 0 || (said(tokens, at - 1) !== 'at' && hour.value < 10)) return undefined
  return { text: digits, count, unsure: [String(hour.value * 100 + minute.value)] }
}

/** The military clock: "oh eight hundred" → 0800; "fourteen thirty hours" → 1430 hours. */
export function militaryTime(tokens: readonly Token[], at: number): Written | undefined {
  const zero = said(tokens, at) === 'oh' || said(tokens, at) === 'zero'
  const digit = zero ? readDigit(tokens, at + 1) : undefined
  const hour = zero
    ? digit !== undefined && digit > 0
      ? { value: digit, count: 2 }
      : undefined
    : readBelowHundred(tokens, at)
  if (!hour || hour.value > 24) return undefined
  const next = at + hour.count
  const minute = said(tokens, next) === 'hundred' ? { value: 0, count: 1 } : readPair(tokens, next)
  if (!minute || minute.value > 59) return undefined
  const end = next + minute.count
  const isTime =
    said(tokens, end) === 'hours' || (zero && (said(tokens, next) === 'hundred' || isOneOf(beforeTime, tokens, at - 1)))
  return isTime ? { text: `${twoDigits(hour.value)}${twoDigits(minute.value)}`, count: end - at } : undefined
}
