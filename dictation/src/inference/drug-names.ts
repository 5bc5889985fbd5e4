import { listOf, phraseAt, phraseSet, wordSet } from './phrase-table.ts'
import { forms, nameEnds, routes } from './tables/dosing.ts'
import { drugAt } from './tables/drugs.ts'
import { functionWords } from './tables/function-words.ts'
import type { Token } from './words.ts'

/**
 * The end of the name of a drug: "metoprolol succinate", "lisinopril/hydrochlorothiazide", "RSV vaccine", "aromatase
 * inhibitor".
 */
export function drugNameEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  const found = drugAt(tokens, at, end)
  if (!found) return kindEnd(tokens, at, end)
  let last = at + found.count
  for (;;) {
    const isPair = tokens[last]?.text === '/' && last < end
    const next = isPair
      ? drugAt(tokens, last + 1, end)
      : tokens[last]?.isJoined && last < end
        ? drugAt(tokens, last, end)
        : undefined
    // "Lantus insulin"
    const same = next ? undefined : drugAt(tokens, last, end)
    if (same && same.drug.drugClass === found.drug.drugClass && last < end) last += same.count
    // "Tdap vaccine"
    const isShot = germs.has(tokens[at]!.text) && last < end && shots.test(tokens[last]!.text)
    if (!next) return isShot ? last + 1 : brandEnd(tokens, nameEndOf(tokens, last, end), end)
    last += next.count + (isPair ? 1 : 0)
  }
}
/** A capitalised word before the dose belongs to the name: "Tylenol Arthritis 650 mg". */
function brandEnd(tokens: readonly Token[], at: number, end: number): number {
  const isBrand =
    at + 1 < end &&
    tokens[at]!.isCapital &&
    tokens[at]!.kind === 'word' &&
    tokens[at + 1]!.kind === 'number' &&
    !functionWords.has(tokens[at]!.text) &&
    !phraseAt(forms, tokens, at, end) &&
    !phraseAt(routes, tokens, at, end) &&
    !drugAt(tokens, at, end)
  return isBrand ? at + 1 : at
}
const kinds = /^(?:inhibitors?|blockers?|agonists?|antagonists?)$/
const shots = /^(?:vaccines?|vaccination|booster|shots?|series)$/
const germs = wordSet(`
  flu influenza pneumococcal pneumonia covid rsv hpv mmr tetanus tdap shingles zoster hepatitis meningococcal varicella
  rotavirus polio rabies moderna pfizer typhoid dtap pertussis measles chickenpox prevnar smallpox mpox hib yellow b12
  allergy cortisone depo
`)
const kindMost = 4
/** A class of drugs whose name begins with another word: "RSV vaccine", "TNF inhibitor". */
function kindEnd(tokens: readonly Token[], at: number, end: number): number | undefined {
  for (let last = at + 1; last < Math.min(end, at + kindMost); last += 1) {
    if (
      (tokens[last - 1]!.kind !== 'word' && !tokens[last - 1]!.isJoined) ||
      functionWords.has(tokens[last - 1]!.text) ||
      notKind.has(tokens[last - 1]!.text)
    )
      return undefined
    const isShot = last > at && shots.test(tokens[last]!.text) && germs.has(tokens[at]!.text)
    if (isShot || kinds.test(tokens[last]!.text)) return last + 1
  }
  return undefined
}
const notKind = wordSet(`
  declined declines needs given receive received refused new annual her his one a single last first second third
  big long jump moon recommended offered lupus factor
`)

/** The end of a name with the salt, release form or device after it. */
export function nameEndOf(tokens: readonly Token[], at: number, end: number): number {
  let last = at
  for (let more = phraseAt(nameEnds, tokens, last, end); more; more = phraseAt(nameEnds, tokens, last, end))
    last += more.count
  return last
}

/**
 * Words after a drug with which it is no treatment but a test, an effect or a disease: "digoxin level", "iron
 * deficiency", "magnesium 1.8".
 */
const notTreatment = phraseSet(
  `
    level, levels, trough, troughs, peak, deficiency, deficient, overdose, toxicity, poisoning, dependence,
    dependency, abuse, misuse, withdrawal, use disorder, induced, intolerance, allergy, allergies, sensitivity,
    resistant, resistance, resistant organism, seeking, naive, antibody, antibodies, negative, positive, screen,
    concentration, clearance, studies, study, panel, saturation, binding capacity, intake, overload, challenge,
    receptor, channel, gap, score, stores, susceptible, sensitive, infusion reaction, contract, related, eluting,
    agreement, free diet, crisis, balance, stone, oxalate, scoring, deposition, deposits, supplementation was
  `,
)
const measuredToo = new Set(
  listOf(
    `
    iron, calcium, magnesium, potassium, zinc, folate, folic acid, vitamin d, vitamin b12, b12, testosterone,
    estradiol, progesterone, insulin, lithium, digoxin, phenytoin, vancomycin, theophylline, valproate, tacrolimus,
    dextrose, cortisone, vitamin k, potassium chloride, estrogen, bicarbonate
  `,
  ),
)
/** Names that are drugs only with a dose, because they are laboratory values otherwise. */
const needsDose = new Set(['potassium', 'b12'])
/** Whether the name that ends before a token is not used as a treatment there. */
export function isNoTreatment(tokens: readonly Token[], at: number, end: number, hasDose: boolean): boolean {
  if (phraseAt(notTreatment, tokens, at, end) || (!hasDose && needsDose.has(tokens[at - 1]!.text))) return true
  const isValue =
    tokens[at]?.kind === 'number' ||
    ['of', 'was', 'is', 'low', 'normal', 'high', '<', 'elevated'].includes(tokens[at]?.text ?? '')
  return isValue && at < end && !hasDose && measuredToo.has(tokens[at - 1]!.text)
}
