import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a mistake of harms a patient: what is given, how much, whether at all, and on which side. */
export const clinicalKinds = ['drugs', 'numbersWithUnits', 'negation', 'side'] as const
export type ClinicalKind = (typeof clinicalKinds)[number]

const setOf = (words: string) => new Set(words.split(' '))

const negations = setOf(
  "no not none never neither nor without denies denied deny denying negative cannot can't isn't wasn't doesn't didn't hasn't " +
    "don't won't absent unremarkable",
)
const sides = setOf('left right bilateral bilaterally both unilateral left-sided right-sided')
const numberWords = setOf(
  'zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million point half',
)
/** Stand within a number: "one and a half", "eighty to ninety", "one forty over ninety". */
const withinNumbers = setOf('and a to over by')
const units = setOf(
  'mg mcg g kg ml l dl meq iu mmol cm mm lb lbs mmhg bpm percent % unit units milligram milligrams microgram micrograms gram ' +
    'grams kilogram kilograms milliliter milliliters liter liters deciliter milliequivalent milliequivalents centimeter ' +
    'centimeters millimeter millimeters inch inches foot feet pound pounds ounce ounces degree degrees fahrenheit celsius ' +
    'second seconds minute minutes hour hours day days week weeks month months year years time times tablet tablets capsule ' +
    'capsules puff puffs drop drops beats breaths mmhg mg/dl mg/kg mcg/kg/min g/dl ml/hr meq/l mg/ml',
)
/** Stems that name groups of drugs (WHO, the use of stems in international nonproprietary names). */
const drugStem =
  /\w(pril|sartan|olol|dipine|statin|gliptin|gliflozin|glutide|glitazone|mab|tinib|cillin|mycin|floxacin|cycline|conazole|prazole|tidine|setron|triptan|parin|xaban|gatran|semide|thiazide|caine|azepam|azolam|oxetine|profen|coxib|dronate|ciclib|lukast)$/

/** Figures, alone or with a unit behind: 5, 0.125, 142/88, 1,200, 97%, 10mg. */
const figures = /^[<>~+-]?\d[\d.,/:-]*(?<unit>%|[a-zµ]+(?:\/[a-z]+)*)?$/

const corpus = join(import.meta.dirname, '../../gateways/speech/language-model/corpus')

/** The names of drugs that the basic engine learns, word by word; longer ones first. */
function readDrugNames(): string[][] {
  const lines = readFileSync(join(corpus, 'drugs.txt'), 'utf8').split('\n')
  const names = lines.flatMap((line) => (line.startsWith('@drug: ') ? line.slice('@drug: '.length).split(', ') : []))
  return names.map((name) => name.split(' ')).toSorted((a, b) => b.length - a.length)
}

/** What kind of clinical word each word of a text is; undefined for others. Words come in lower case, without marks around them. */
export function clinicalKindsOf(words: readonly string[], drugNames = readDrugNames()): (ClinicalKind | undefined)[] {
  const kinds = words.map((word): ClinicalKind | undefined => {
    if (negations.has(word)) return 'negation'
    if (sides.has(word)) return 'side'
    if (drugStem.test(word)) return 'drugs'
    return units.has(figures.exec(word)?.groups?.['unit'] ?? '') ? 'numbersWithUnits' : undefined
  })
  const byFirst = Map.groupBy(drugNames, ([first]) => first!)
  for (const [at, word] of words.entries()) {
    const name = byFirst.get(word)?.find((names) => names.every((part, index) => words[at + index] === part))
    if (name) kinds.fill('drugs', at, at + name.length)
  }
  for (let at = 0; at < words.length; ) {
    const end = endOfNumber(words, at)
    if (end > at && units.has(words[end] ?? '')) kinds.fill('numbersWithUnits', at, end + 1)
    at = Math.max(end, at + 1)
  }
  return kinds
}

/** Where the number that begins at a word ends; the same place where none begins. */
function endOfNumber(words: readonly string[], at: number): number {
  const isNumber = (word = '') => numberWords.has(word) || figures.test(word)
  let end = at
  while (isNumber(words[end])) {
    end += 1
    let next = end
    while (withinNumbers.has(words[next] ?? '')) next += 1
    if (next > end && isNumber(words[next])) end = next
  }
  return end
}
