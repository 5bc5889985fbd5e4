import { said, type Token } from '../token.ts'
import { setOf } from './words.ts'

/** Units that are abbreviated after a number, as people say them and as engines write them. */
const units: Record<string, string> = {
  milligram: 'mg',
  milligrams: 'mg',
  mg: 'mg',
  microgram: 'mcg',
  micrograms: 'mcg',
  mcg: 'mcg',
  ug: 'mcg',
  µg: 'mcg',
  μg: 'mcg',
  g: 'g',
  gram: 'g',
  grams: 'g',
  kilogram: 'kg',
  kilograms: 'kg',
  kg: 'kg',
  nanogram: 'ng',
  nanograms: 'ng',
  picogram: 'pg',
  picograms: 'pg',
  milliliter: 'mL',
  milliliters: 'mL',
  ml: 'mL',
  deciliter: 'dL',
  deciliters: 'dL',
  dl: 'dL',
  liter: 'L',
  liters: 'L',
  millimeter: 'mm',
  millimeters: 'mm',
  mm: 'mm',
  centimeter: 'cm',
  centimeters: 'cm',
  cm: 'cm',
  milliequivalent: 'mEq',
  milliequivalents: 'mEq',
  meq: 'mEq',
  millimole: 'mmol',
  millimoles: 'mmol',
  mmol: 'mmol',
}
/** Units of several words, the longest first. */
const longUnits: readonly (readonly [readonly string[], string])[] = [
  [['millimeters', 'of', 'mercury'], 'mmHg'],
  [['centimeters', 'of', 'water'], 'cm H2O'],
  [['international', 'units'], 'international units'],
  [['c', 'c'], 'cc'],
]
/** Units that are written out, but whose divisor is abbreviated: "12 units/hr". */
const countsOf = setOf('unit units')

/** The divisors of an amount. */
const perUnits: Record<string, string> = {
  ...units,
  day: 'day',
  hour: 'hr',
  hr: 'hr',
  minute: 'min',
  min: 'min',
  week: 'week',
  dose: 'dose',
}

/** Units of doses, for which a trailing zero is an error (ISMP). It is not in findings. */
const doses = new Set(['mg', 'mcg', 'g', 'mL', 'mEq', 'units', 'unit', 'international units'])

export interface Unit {
  /** The written form: "mg/kg/day". */
  text: string
  /** The number of tokens that it took. */
  count: number
  isDose: boolean
  /** It was said in the singular: "milligram". */
  isSingular: boolean
}

/** Reads the unit at a token with its divisors: "milligrams per kilogram per day" → mg/kg/day. */
export function readUnit(tokens: readonly Token[], at: number): Unit | undefined {
  const name = said(tokens, at)
  if (name === undefined) return undefined
  const long = longUnits.find(([words]) => words.every((word, index) => said(tokens, at + index) === word))
  const short = Object.hasOwn(units, name) ? units[name] : undefined
  const first = long?.[1] ?? short ?? (countsOf.has(name) ? name : undefined)
  if (!first) return undefined
  let [text, count] = [first, long?.[0].length ?? 1]
  for (;;) {
    const isPer = said(tokens, at + count) === 'per' || tokens[at + count]?.text === '/'
    const per = isPer ? readPerUnit(tokens, at + count + 1) : undefined
    if (!per) break
    text += `/${per.text}`
    count += 1 + per.count
  }
  const isSingular = /^(?:milligram|microgram|gram|milliliter|liter|centimeter|millimeter|unit)$/.test(name)
  return { text, count, isDose: doses.has(first) && !/\/(?:dL|L|mL)/.test(text), isSingular }
}
function readPerUnit(tokens: readonly Token[], at: number): { text: string; count: number } | undefined {
  const [name, next] = [said(tokens, at) ?? '', said(tokens, at + 1)]
  if (name === 'meter' && next === 'squared') return { text: 'm2', count: 2 }
  if (name === 'square' && next === 'meter') return { text: 'm2', count: 2 }
  return Object.hasOwn(perUnits, name) ? { text: perUnits[name]!, count: 1 } : undefined
}

/** Spans of time. A number "over" one of them is no fraction. */
export const spans = setOf(
  'second seconds minute minutes hour hours day days night nights week weeks month months year years decade decades hr hrs min',
)

/** Words before which even a small number is written in digits. */
const counted = setOf(
  `hour hours minute minutes seconds day days night nights week weeks month months year years times unit units tablet tablets
   capsule capsules pill pills amp amps puff puffs drop drops spray sprays patch patches suppository suppositories teaspoon teaspoons tablespoon
   tablespoons ounce ounces vial vials ampule ampules pack packs dose doses feet foot inch inches pound pounds mile miles calories
   degrees beats cigarettes liters percent gauge french g grams refills milliseconds kilos kilometers meters fingerbreadths`,
)
/**
 * Whether something that is counted follows, possibly after another number word: "2 twelve hour shifts", "2 more days".
 */
export function isCounted(tokens: readonly Token[], at: number): boolean {
  const name = said(tokens, at) ?? ''
  return (
    counted.has(name) ||
    (['more', 'full', 'additional', 'extra'].includes(name) && counted.has(said(tokens, at + 1) ?? ''))
  )
}

const oneOfMany = setOf('tablet tab capsule cap puff spray patch pill vial ampule amp drop suppository')
const several = setOf(
  'tablets tabs capsules caps puffs sprays patches pills vials ampules amps drops suppositories refills',
)
const timesMost = 12
const severalMost = 20
const daysMost = 120
/** Whether the word is a singular that can be counted: "tablet". */
export const isOneOfMany = (tokens: readonly Token[], at: number): boolean => oneOfMany.has(said(tokens, at) ?? '')
/** Whether nobody would count so many of what follows: "103 times a day", "502 tablets", "21 tablet". */
export function isTooMany(tokens: readonly Token[], at: number, value: number): boolean {
  const name = said(tokens, at) ?? ''
  if (oneOfMany.has(name)) return value !== 1
  if (several.has(name)) return value > severalMost
  if (name === 'times')
    return value > timesMost && /^(?:a|per|daily|each|every|weekly|today)$/.test(said(tokens, at + 1) ?? '')
  return name === 'days' && value > daysMost
}

/** Words before a number that show that a single thing is meant: "a two fifty milligram tablet". */
export const oneOfThem = setOf('a an the each every per one single her his this that')

/** A dose as ISMP requires it: with a zero before the decimal point and no trailing zeros. */
export const asDose = (digits: string): string => (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits)
