import { merged, said, type Token, type Written } from '../token.ts'
import { age, packYears } from './ages.ts'
import { bloodPressure } from './blood-pressure.ts'
import { dayAndMonth, decade, isDecade, isMonth, monthAndDay, numericDate, year } from './dates.ts'
import { dimensions } from './dimensions.ts'
import { combination, measure, numbered, unitsSpelled } from './doses.ts'
import { everyHours, spelledFrequency } from './frequencies.ts'
import { joinedNumbers } from './joined-numbers.ts'
import { anesthesiaClass, beginsName, cranialNerve, namedByNumber, stage, tumorStage, vertebra } from './levels.ts'
import { beginsNumber } from './number-words.ts'
import { ordinal } from './ordinals.ts'
import { digitByDigit } from './phone-numbers.ts'
import { plainNumber } from './plain-numbers.ts'
import { gravidaAndPara, gravidaLetters, plus, ratio, score, vision } from './scores.ts'
import { sutureSize, sutureZero } from './sutures.ts'
import { temperature } from './temperatures.ts'
import { militaryTime, time } from './times.ts'
import { setOf } from './words.ts'

/**
 * A rule for the tokens from a position on, given the token written before it. Returns undefined if it does not apply.
 */
type Rule = (tokens: readonly Token[], at: number, before: Token | undefined) => Written | undefined

/** The first rule that applies is used, so rules with more conditions come first. */
const rules: readonly Rule[] = [
  monthAndDay,
  dayAndMonth,
  numericDate,
  tumorStage,
  gravidaLetters,
  gravidaAndPara,
  namedByNumber,
  anesthesiaClass,
  vertebra,
  everyHours,
  spelledFrequency,
  numbered,
  decade,
  year,
  time,
  militaryTime,
  vision,
  sutureSize,
  sutureZero,
  combination,
  joinedNumbers,
  ratio,
  plus,
  score,
  stage,
  temperature,
  age,
  packYears,
  dimensions,
  bloodPressure,
  unitsSpelled,
  measure,
  digitByDigit,
  cranialNerve,
  ordinal,
  plainNumber,
]

/** Words other than numbers with which a rule begins. */
const otherBeginnings = setOf('a the number point hundred thousand')
/** Whether a rule may begin with this word. Most words of a note begin none. */
const mayBegin = (name: string): boolean =>
  name.length === 1 ||
  /^(?:[µμ]g|ug)/.test(name) ||
  beginsNumber(name) ||
  otherBeginnings.has(name) ||
  isMonth(name) ||
  isDecade(name) ||
  beginsName(name)

/** Writes numbers, doses, dates and measures in the form of a note. Text that is already written stays. */
export function writeNumbers(tokens: readonly Token[]): Token[] {
  const written: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const name = said(tokens, at)
    const found = name !== undefined && mayBegin(name) ? firstOf(tokens, at, written.at(-1)) : undefined
    written.push(found ? merged(tokens, at, found) : tokens[at]!)
    at += found?.count ?? 1
  }
  return written
}
function firstOf(tokens: readonly Token[], at: number, before: Token | undefined): Written | undefined {
  for (const rule of rules) {
    const found = rule(tokens, at, before)
    if (found) return found
  }
  return undefined
}
