import { said, type Token, type Written } from '../token.ts'
import { grouped, isNumberWord, readBelowHundred, readDigit, readInteger, type SpokenNumber } from './number-words.ts'
import { amountAt, numberAt } from './points.ts'
import { sutureSize } from './sutures.ts'
import { isCounted, oneOfThem, readUnit } from './units.ts'
import { isNear, isOneOf, saysAt, setOf } from './words.ts'

/** Words after which a number is a name: "type 2", "stage 3", "grade 2". */
const numberedWords = setOf(
  'type stage grade class level phase gravida para day factor step lead group category times week asa nyha ecog kps tier lead bed room apgar birads rads lot tooth teeth',
)
/** Findings whose number is written in digits, however small it is. */
const findings = setOf(
  `sodium potassium chloride bicarbonate bicarb creatinine bun glucose calcium magnesium phosphorus albumin bilirubin lipase amylase
   lactate troponin hemoglobin hematocrit platelets platelet wbc inr ph bmi temperature temp pulse rate respirations saturation sats
   systolic diastolic pain score gcs apgar apgars apgars mmse moca phq cholesterol triglycerides ldl hdl tsh ferritin psa count weight
   height ejection fraction gap sed crp esr a1c oxygen peep effaced dilated station`,
)
const apgar = setOf('apgar apgars')
const verbs = setOf('is was of at were are equals')

/** Whether a small number is the value of a finding: "potassium four", "inr of two". */
function isFinding(tokens: readonly Token[], at: number): boolean {
  if (isOneOf(findings, tokens, at - 1) || isNear(apgar, tokens, at, 12)) return true
  return isOneOf(verbs, tokens, at - 1) && isOneOf(findings, tokens, at - 2)
}

const reach = setOf('to through or and')
/** Whether this is the first number of a range: "three to five days", "between two and four hours". */
function beginsRange(tokens: readonly Token[], at: number, value: number, end: number): boolean {
  const joint = said(tokens, end) ?? ''
  if (!reach.has(joint) || tokens[end]!.isAfterPause) return false
  const second = numberAt(tokens, end + 1)
  if (!second || second.value === value) return false
  if (joint === 'to' || joint === 'through') return true
  const next = end + 1 + second.count
  const isAmount = isCounted(tokens, next) || readUnit(tokens, next) !== undefined || said(tokens, next) === 'percent'
  return isAmount && (joint === 'or' || said(tokens, at - 1) === 'between' || isOneOf(findings, tokens, at - 2))
}

/** Whether this is the second number of a range: "three to four beers", "three out of seven". */
function endsRange(tokens: readonly Token[], at: number, value: number): boolean {
  const joint = said(tokens, at - 1)
  const isOut = joint === 'of' && said(tokens, at - 2) === 'out'
  if (joint !== 'to' && joint !== 'through' && !isOut) return false
  const before = numberAt(tokens, at - (isOut ? 3 : 2))
  return before !== undefined && before.count === 1 && before.value !== value
}

const pronounAfter = setOf('he she they we it i the his her there who')
const modals = setOf('may might could would will to can should')
/** Whether the number is part of an idiom and no count: "one day she fell", "at one time". */
function isIdiom(tokens: readonly Token[], at: number, value: number): boolean {
  if (value !== 1) return false
  if (saysAt(tokens, at + 2, 'at', 'a', 'time') || isOneOf(modals, tokens, at - 1)) return true
  const after = said(tokens, at + 1) ?? ''
  if (after === 'day' || after === 'night' || after === 'week')
    return isOneOf(pronounAfter, tokens, at + 2) && tokens[at + 2]?.kind === 'word' && said(tokens, at - 1) !== 'for'
  if (after === 'foot' || after === 'beat') return readInteger(tokens, at + 2) === undefined
  return false
}

/** "new line one period pneumonia" → 1. Pneumonia. */
function isListItem(tokens: readonly Token[], at: number, end: number): boolean {
  const before = tokens[at - 1]
  const isFirst =
    before === undefined || before.kind === 'line' || before.kind === 'paragraph' || /^[:.;]$/.test(before.text)
  return isFirst && (tokens[end]?.text === '.' || tokens[end]?.text === ')')
}

/**
 * Whether this is a bare "a hundred" or "hundred", which stays in words unless something countable follows: "a hundred
 * patients", but "a hundred milligrams".
 */
function isBareScale(tokens: readonly Token[], at: number, { count }: SpokenNumber): boolean {
  const name = said(tokens, at)
  if (name === 'hundred' || name === 'thousand') return count === 1
  return name === 'a' && count === 2 && !isCounted(tokens, at + count) && said(tokens, at + count) !== 'over'
}

const isOutOf = (tokens: readonly Token[], at: number) =>
  said(tokens, at) === 'out' && said(tokens, at + 1) === 'of' && numberAt(tokens, at + 2) !== undefined

/**
 * Whether a number is written in digits: from ten on, with decimals, or a small one that counts something, is a name,
 * or belongs to a range.
 */
function isInDigits(tokens: readonly Token[], at: number, { value, digits, count }: SpokenNumber): boolean {
  const end = at + count
  if (value >= 10 || digits.includes('.')) return true
  if (isCounted(tokens, end) && !isIdiom(tokens, at, value)) return true
  if (isOneOf(numberedWords, tokens, at - 1)) return !saysAt(tokens, at - 2, 'at', 'times')
  if (isFinding(tokens, at) || isListItem(tokens, at, end)) return true
  if (isOutOf(tokens, end) || sutureSize(tokens, end)) return true
  return beginsRange(tokens, at, value, end) || endsRange(tokens, at, value)
}

const isDigits = /^[\d,.]+$/
/** Whether the token before is a number that no other rule used. */
const isNumber = (before: Token | undefined) =>
  before?.kind === 'word' && (isDigits.test(before.text) || isNumberWord(before.text.toLowerCase().split(' ').at(-1)))

const timely = setOf(
  'last seen arrived arrival began begun onset until till woke awoke ate eaten scheduled appointment clock noon midnight',
)
/** Whether a number without its "hundred" may be a time: "last dose nine thirty". */
const mayBeTime = (tokens: readonly Token[], at: number, { value, isShort }: SpokenNumber): boolean =>
  isShort === true &&
  value % 100 < 60 &&
  value % 5 === 0 &&
  isNear(timely, tokens, at, 5) &&
  !isNear(findings, tokens, at, 5)
const asTime = (value: number) => `${Math.floor(value / 100)}:${String(value % 100).padStart(2, '0')}`

/** "three to four hundred milligrams" → 300 to 400 mg: the scale is said once and belongs to both numbers. */
function sharedScale(tokens: readonly Token[], at: number, { value, count }: SpokenNumber): number | undefined {
  const joint = said(tokens, at + count) ?? ''
  if (value < 1 || value > 99 || !['to', 'or', 'through'].includes(joint)) return undefined
  const second = readBelowHundred(tokens, at + count + 1)
  const scale = second && { hundred: 100, thousand: 1000 }[said(tokens, at + count + 1 + second.count) ?? '']
  return scale !== undefined && second!.value > value ? value * scale : undefined
}

/** The whole number if a pause interrupted it: "eighty … one milligrams". */
function acrossPause(tokens: readonly Token[], at: number, { count }: SpokenNumber): SpokenNumber | undefined {
  const end = at + count
  if (!tokens[end]?.isAfterPause || !isNumberWord(said(tokens, end))) return undefined
  const words = tokens.slice(at, end + wordsOfNumber).map((token) => ({ ...token, isAfterPause: false }))
  const whole = numberAt(words, 0)
  return whole && whole.count > count ? whole : undefined
}
const wordsOfNumber = 6
const smallNumber = /^(?:\d|zero|one|two|three|four|five|six|seven|eight|nine)$/i
const examined = setOf('cervix cervical')

const asSaid = (tokens: readonly Token[], at: number, count: number, unsure: readonly string[]): Written => {
  const words = tokens.slice(at, at + count).map(({ text }) => text)
  return { text: words.join(' '), count, unsure }
}

/** Whether a number without a pause is directly beside this one, and whether that number is below ten. */
function besideNumber(tokens: readonly Token[], at: number, end: number, before: Token | undefined) {
  const after = tokens[end]
  const next =
    after && !after.isAfterPause && isNumberWord(said(tokens, end)) && !sutureSize(tokens, end)
      ? numberAt(tokens, end)
      : undefined
  // "one hundred | three times a day": the second number counts something of its own.
  const follows = next !== undefined && !(isCounted(tokens, end + next.count) && next.value < 20)
  const precedes = isNumber(before) && !tokens[at]!.isAfterPause
  const isSmall = (follows && readDigit(tokens, end) !== undefined) || (precedes && smallNumber.test(before!.text))
  // "twenty twenty five milligrams": the unit of the second number separates the two. "twelve thirty main street" has
  // none.
  const isLoose = precedes || (follows && !readUnit(tokens, end + next.count) && !isCounted(tokens, end + next.count))
  return { isBeside: follows || precedes, isSmall, isLoose }
}

/**
 * Writes numbers from ten on and decimals in digits. Small numbers get digits before something that is counted and
 * after something that is numbered. Numbers without a word or a pause between them may be a single number: they are
 * marked as unsure, and stay in words if they could be read otherwise.
 */
export function plainNumber(tokens: readonly Token[], at: number, before: Token | undefined): Written | undefined {
  const whole = amountAt(tokens, at)
  if (!whole?.isSpoken || isBareScale(tokens, at, whole)) return undefined
  const isNamed = isOneOf(numberedWords, tokens, at - 1)
  // "teeth one sixteen": the first of several numbers.
  const isFirst = isNamed && whole.isShort === true && isNumberWord(said(tokens, at + whole.count))
  const number = isFirst ? readInteger(tokens.slice(0, at + 1), at)! : whole
  const { count, digits, value } = number
  const end = at + count
  const scaled = sharedScale(tokens, at, number)
  if (scaled !== undefined) return { text: grouped(scaled), count, unsure: [digits] }
  const { isBeside, isSmall, isLoose } = besideNumber(tokens, at, end, before)
  const broken = acrossPause(tokens, at, number)
  const staysSaid =
    (value < 10 && isSmall && !isNamed) || ((count > 2 || isLoose) && isBeside && !isNamed && !isCounted(tokens, end))
  if (staysSaid || !isInDigits(tokens, at, number)) {
    return isBeside || broken ? asSaid(tokens, at, count, broken ? [broken.digits] : []) : undefined
  }
  if (mayBeTime(tokens, at, number) && !isCounted(tokens, end))
    return asSaid(tokens, at, count, [digits, asTime(value)])
  const parted = asCounts(tokens, at, number)
  if (parted) return asSaid(tokens, at, count, [digits, parted])
  const date = asMonthAndDay(tokens, at, number)
  if (date) return asSaid(tokens, at, count, [date, digits])
  if (number.isShort && isNear(examined, tokens, at, 4))
    return asSaid(tokens, at, count, [`${Math.floor(value / 100)}/${value % 100}`, digits])
  const isRest = said(tokens, at - 1) === 'to' && isBelowBefore(tokens, at, value)
  const isDoubtful = (isBeside && !isCounted(tokens, end)) || isRest || broken !== undefined
  return { text: digits, count, ...(isDoubtful && { unsure: broken ? [broken.digits] : [] }) }
}

const singular = setOf('hour minute day week month ounce gauge french inch')
const taken = setOf('daily every twice nightly po p q b t')
const eightyOne = 81
/**
 * The other reading of a number, in written form; undefined if there is none. "two ten minute seizures" means two of 10
 * minutes, or one of 210 minutes; "zoloft fifty one daily" means one of 50 mg, or 51.
 */
function asCounts(tokens: readonly Token[], at: number, { value, count, isShort }: SpokenNumber): string | undefined {
  const end = at + count
  if (
    isShort &&
    isOneOf(singular, tokens, end) &&
    !isOneOf(oneOfThem, tokens, at - 1) &&
    said(tokens, end + 1) !== 'old'
  )
    return `${Math.floor(value / 100)} ${value % 100}`
  const last = value % 10
  const isTaken = isOneOf(taken, tokens, end) || saysAt(tokens, end, 'at', 'bedtime')
  const mayBePills = count > 1 && last >= 1 && last <= 3 && value !== eightyOne && value > 20 && isTaken
  if (!mayBePills || said(tokens, end - 1) === 'hundred' || isFinding(tokens, at)) return undefined
  return `${value - last} ${last}`
}

/** "one hundred twenty to thirty" means 120 to 130, or 120 to 30. */
function isBelowBefore(tokens: readonly Token[], at: number, value: number): boolean {
  const hundred = [3, 4, 5].some((back) => said(tokens, at - back) === 'hundred')
  return hundred && value < 100 && isNumberWord(said(tokens, at - 2)) && said(tokens, at - 2) !== 'hundred'
}

/** "on nine twelve" means September 12, or a number. */
function asMonthAndDay(tokens: readonly Token[], at: number, { value, isShort }: SpokenNumber): string | undefined {
  if (!isShort || !isOneOf(onDay, tokens, at - 1) || isOneOf(stays, tokens, at - 2) || value % 100 > 31)
    return undefined
  return `${Math.floor(value / 100)}/${value % 100}`
}
const onDay = setOf('on since')
const stays = setOf('is was been remains remained he she placed started')
