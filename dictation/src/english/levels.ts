import { said, type Token, type Written } from '../token.ts'
import { isNumberWord, readBelowHundred, readDigit } from './number-words.ts'
import { numberAt } from './points.ts'
import { isCounted, readUnit } from './units.ts'
import { isOneOf, saysAt, setOf } from './words.ts'

/** The number of vertebrae of each kind: cervical, thoracic, lumbar, sacral. */
const vertebrae: Record<string, number> = { c: 8, t: 12, l: 6, s: 5 }

interface Level {
  letter: string
  value: number
  count: number
}
/** Whether the letter belongs to a spelled abbreviation: "l d l one twenty nine". */
const isSpelled = (tokens: readonly Token[], at: number) =>
  said(tokens, at - 1)?.length === 1 && (said(tokens, at - 1) !== 'a' || said(tokens, at - 2)?.length === 1)
const otherNames = setOf('vitamin child childs chad chads hepatitis group plan class type grade stage protein factor')

/**
 * The number after a letter, if it is complete. It is not in "c five hundred", "h two point four" and "l one twenty
 * nine".
 */
function wholeNumberAt(tokens: readonly Token[], at: number): { value: number; count: number } | undefined {
  const [small, number] = [readBelowHundred(tokens, at), numberAt(tokens, at)]
  return small && number?.count === small.count && number.value === small.value ? small : undefined
}

function readLevel(tokens: readonly Token[], at: number): Level | undefined {
  if (isSpelled(tokens, at) || isOneOf(otherNames, tokens, at - 1)) return undefined
  const name = said(tokens, at) ?? ''
  const most = Object.hasOwn(vertebrae, name) ? vertebrae[name]! : 0
  const number = most > 0 ? wholeNumberAt(tokens, at + 1) : undefined
  if (!number || number.value < 1 || number.value > most) return undefined
  const end = at + 1 + number.count
  if (isCounted(tokens, end) || readUnit(tokens, end) || said(tokens, end) === 'vasc') return undefined
  return { letter: name.toUpperCase(), value: number.value, count: 1 + number.count }
}
const isJoined = (tokens: readonly Token[], at: number) =>
  tokens[at]?.text === '-' || tokens[at]?.text === '/' || said(tokens, at) === 'dash'

/** "l four l five" → L4-L5; "l four five" → L4-5; "l five s one" → L5-S1; "c six" → C6. */
export function vertebra(tokens: readonly Token[], at: number): Written | undefined {
  const first = readLevel(tokens, at)
  if (!first) return undefined
  const text = `${first.letter}${first.value}`
  const join = isJoined(tokens, at + first.count) ? 1 : 0
  const next = at + first.count + join
  const second = readLevel(tokens, next)
  const follows = second && order(second) > order(first)
  // S1 and S2 are heart sounds.
  if (second && follows && !(first.letter === 'S' && second.letter === 'S' && !join))
    return { text: `${text}-${second.letter}${second.value}`, count: first.count + join + second.count }
  const last = wholeNumberAt(tokens, next)
  const isNext = last?.value === first.value + 1 || (first.letter === 'L' && first.value === 5 && last?.value === 1)
  return last && (isNext || join > 0) && last.value <= 12
    ? { text: `${text}-${last.value}`, count: first.count + join + last.count }
    : { text, count: first.count }
}
const order = ({ letter, value }: Level) => 'CTLS'.indexOf(letter) * 20 + value

/** "t two n one m zero" → T2 N1 M0. */
export function tumorStage(tokens: readonly Token[], at: number): Written | undefined {
  const parts: string[] = []
  let next = at
  for (const letter of ['t', 'n', 'm']) {
    const value = said(tokens, next) === letter ? (readDigit(tokens, next + 1) ?? said(tokens, next + 1)) : undefined
    if (value === undefined || (typeof value === 'string' && !/^(?:x|is)$/.test(value))) break
    next += 2
    const grade = /^[abcd]$/.exec(said(tokens, next) ?? '')?.[0] ?? ''
    if (grade !== '') next += 1
    parts.push(
      `${letter.toUpperCase()}${typeof value === 'string' ? value.toUpperCase().replace('IS', 'is') : value}${grade}`,
    )
  }
  return parts.length > 1 ? { text: parts.join(' '), count: next - at } : undefined
}

/** Names of letters and a number, as they are spoken and as they are written. */
const names: readonly (readonly [string, string])[] = [
  ['a one c', 'A1c'],
  ['p c o two', 'pCO2'],
  ['p o two', 'pO2'],
  ['s p o two', 'SpO2'],
  ['f i o two', 'FiO2'],
  ['h c o three', 'HCO3'],
  ['c o two', 'CO2'],
  ['o two', 'O2'],
  ['f e v one', 'FEV1'],
  ['h one n one', 'H1N1'],
  ['p two y twelve', 'P2Y12'],
  ['g six p d', 'G6PD'],
  ['h two', 'H2'],
  ['h one', 'H1'],
  ['b twelve', 'B12'],
  ['b six', 'B6'],
  ['d three', 'D3'],
  ['d two', 'D2'],
  ['d ten', 'D10'],
  ['d five', 'D5'],
  ['c d four', 'CD4'],
  ['c d eight', 'CD8'],
  ['cd four', 'CD4'],
  ['cd eight', 'CD8'],
  ['cd twenty', 'CD20'],
  ['her two', 'HER2'],
  ['i v i g', 'IVIG'],
  ['fio two', 'FiO2'],
  ['spo two', 'SpO2'],
  ['free t four', 'free T4'],
  ['free t three', 'free T3'],
  ['vitamin d three', 'vitamin D3'],
  ['vitamin d two', 'vitamin D2'],
  ['vitamin b six', 'vitamin B6'],
  ['vitamin b twelve', 'vitamin B12'],
  ['gad seven', 'GAD-7'],
  ['phq nine', 'PHQ-9'],
  ['phq two', 'PHQ-2'],
  ['d fifty', 'D50'],
  ['covid nineteen', 'COVID-19'],
  ['twenty four seven', '24/7'],
  ['fifty fifty', '50/50'],
  ['omega three', 'omega-3'],
  ['ca nineteen nine', 'CA 19-9'],
  ['ca fifteen three', 'CA 15-3'],
  ['ca one twenty five', 'CA 125'],
  ['c a one twenty five', 'CA 125'],
  ['ca twenty seven twenty nine', 'CA 27.29'],
]
const spoken = names.map(([words, text]) => ({ words: words.split(' '), text }))
const followedByValue = /O2$|^CD|^A1c$/
/** Whether a name begins with this word. */
export const beginsName = (word: string): boolean => byFirstWord.has(word)
const byFirstWord = Map.groupBy(spoken, ({ words }) => words[0]!)

/** "hemoglobin a one c" → A1c; "vitamin d three" → vitamin D3; "b twelve" → B12. */
export function namedByNumber(tokens: readonly Token[], at: number): Written | undefined {
  const found = byFirstWord.get(said(tokens, at) ?? '')?.find(({ words }) => saysAt(tokens, at, ...words))
  if (!found || (found.words[0]!.length === 1 && isSpelled(tokens, at))) return undefined
  const end = at + found.words.length
  // After names of oxygen and vitamins, the value follows at once: "s p o two ninety five percent".
  const isShortName = found.words[0]!.length < 3 && !followedByValue.test(found.text)
  const scale = said(tokens, end) ?? ''
  if (/^(?:hundred|thousand|million)$/.test(scale)) return undefined
  if (isShortName && isNumberWord(found.words.at(-1)) && wholeNumberAt(tokens, end - 1)?.count !== 1) return undefined
  // "her two children", "d five days".
  if (
    found.text === 'HER2' &&
    !/^(?:positive|negative|status|neu|equivocal|amplified|amplification)$/.test(said(tokens, end) ?? '')
  )
    return undefined
  return isCounted(tokens, end) || readUnit(tokens, end) ? undefined : { text: found.text, count: found.words.length }
}

const cranial = /^(?:cranial|nerve|nerves)$/
const stages = /^(?:stage|grade|class|type|phase)$/
/** The letter after a stage: "stage three b" → stage 3B. */
export function stage(tokens: readonly Token[], at: number): Written | undefined {
  if (!stages.test(said(tokens, at - 1) ?? '')) return undefined
  const number = numberAt(tokens, at)
  const letter = said(tokens, at + (number?.count ?? 1))
  if (!number?.isSpoken || number.value > 5) return undefined
  if (letter !== 'a' && letter !== 'b' && letter !== 'c') return undefined
  const text = `${number.digits}${letter.toUpperCase()}`
  if (letter !== 'a' || isStageOver(tokens, at + number.count + 1)) return { text, count: number.count + 1 }
  // "stage four a laryngeal cancer", "grade two a systolic murmur"
  return said(tokens, at - 1) === 'stage'
    ? { text, count: number.count + 1, unsure: [`${number.digits} a`] }
    : undefined
}
const afterStage =
  /^(?:chronic|ckd|cancer|carcinoma|kidney|breast|lung|adenocarcinoma|disease|melanoma|non|lymphoma|ovarian|cervical|endometrial|colon)$/
const isStageOver = (tokens: readonly Token[], at: number) =>
  tokens[at]?.kind !== 'word' || afterStage.test(said(tokens, at)!)

/** "a s a three" → ASA 3. */
export function anesthesiaClass(tokens: readonly Token[], at: number): Written | undefined {
  if (!saysAt(tokens, at, 'a', 's', 'a')) return undefined
  const isClass = said(tokens, at + 3) === 'class' ? 1 : 0
  const number = readDigit(tokens, at + 3 + isClass)
  return number ? { text: `ASA ${isClass ? 'class ' : ''}${number}`, count: 4 + isClass } : undefined
}

/** "cranial nerves two through twelve" → 2 through 12. */
export function cranialNerve(tokens: readonly Token[], at: number): Written | undefined {
  const number = numberAt(tokens, at)
  if (!number?.isSpoken || number.value > 12) return undefined
  const near = [1, 2, 3, 4].some((back) => cranial.test(said(tokens, at - back) ?? ''))
  return near ? { text: number.digits, count: number.count } : undefined
}
