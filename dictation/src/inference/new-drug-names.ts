import { amountEnd, frequencyEnd, isNumber, routeEnd } from './dosing.ts'
import { nameEndOf } from './drug-names.ts'
import { phraseAt, phraseSet, wordSet } from './phrase-table.ts'
import { forms, routes } from './tables/dosing.ts'
import { drugAt } from './tables/drugs.ts'
import { functionWords } from './tables/function-words.ts'
import type { ReadSection } from './words.ts'

/** Names that are in no table but have a dose. They count as drugs everywhere in the note. */
export type NewNames = ReadonlySet<string>

/** The words of a section that no table knows and that have a dose like a drug: "Xyzafen 10 mg daily". */
export function findNewNames(read: ReadSection): string[] {
  const isList = ofMedications.test(read.heading)
  return read.sentences.flatMap(({ start, end }) => {
    const names: string[] = []
    for (let at = start; at + 1 < end; at += 1) if (isNewName(read, at, end, isList)) names.push(read.tokens[at]!.text)
    return names
  })
}
const ofMedications = /\b(?:medications?|meds|medicines?|prescriptions?|drugs)\b(?!.*\ballerg)/
const strengths = phraseSet(
  'mg, mcg, g, mg / kg, units, %, milligrams, micrograms, grams, mg / ml, puffs, puff, tablets, tablet, capsules, capsule, drops, drop, sprays, spray, meq, international units, iu',
)
const longestName = 25
function isNewName({ tokens }: ReadSection, at: number, end: number, isList: boolean): boolean {
  const { text, kind } = tokens[at]!
  const isWord =
    kind === 'word' && text.length >= 5 && text.length <= longestName && !functionWords.has(text) && !noNames.has(text)
  if (
    !isWord ||
    drugAt(tokens, at, end) ||
    phraseAt(forms, tokens, at, end) ||
    phraseAt(routes, tokens, at, end) ||
    frequencyEnd(tokens, at, end)
  )
    return false
  let from = nameEndOf(tokens, at + 1, end)
  const form = phraseAt(forms, tokens, from, end)
  if (form) from += form.count
  if (!isNumber(tokens[from]))
    return isList && at + 1 < end && from > at + 1 && frequencyEnd(tokens, from, end) !== undefined
  const last = amountEnd(tokens, from, end)
  if (last === undefined || !phraseAt(strengths, tokens, from + 1, last)) return false
  return isList || routeEnd(tokens, last, end) !== undefined || frequencyEnd(tokens, last, end) !== undefined
}
const noNames = wordSet(`
  glucose potassium protein hemoglobin dose doses total about increased decreased every another level creatinine
  sugar sugars sodium caffeine nicotine alcohol weight volume strength least maximum fluid water oxygen times daily
  nightly taking takes starting continue tapered reduced raised tablet tablets current previous needed therapy
  morning evening night weekly bedtime weeks months years saturation fraction stenosis contains extra only
  additional then titrate patch medication medications insulin drops eyes increase decrease
`)
