import { type AllergyItem, noneKnown } from './items.ts'
import { phraseAt, phraseSet, wordSet } from './phrase-table.ts'
import { allergens, noneKnownPhrases, reactions } from './tables/allergens.ts'
import { drugAt } from './tables/drugs.ts'
import { functionWords } from './tables/function-words.ts'
import { deniedIn } from './told-of.ts'
import { evidenceOf, type ReadSection, type Token, wordsBetween } from './words.ts'

const ofAllergies = /\ballerg|\bintoleran|adverse reactions/
/** A section that is not only about allergies is read like any other section. */
const ofMore = /medications and|and (?:current )?medications|history|problems|meds/

/**
 * The allergies of a section: in an allergy section everything that it names, elsewhere only what the text calls an
 * allergy.
 */
export function findAllergies(read: ReadSection): AllergyItem[] {
  const denied = deniedIn(read)
  return read.sentences.flatMap(({ start, end }) => {
    if (isNone(read.tokens, start, end)) return []
    return ofAllergies.test(read.heading) && !ofMore.test(read.heading)
      ? listed(read, start, end, denied)
      : told(read, start, end, denied)
  })
}
const noAllergy = phraseSet(
  `
    is tolerated, are tolerated, was tolerated, were tolerated, tolerates, tolerated well, not an allergy,
    not a true allergy, not true allergies, has tolerated, have been tolerated
  `,
)
/** Words that show that a substance is no allergy: "iodine is tolerated", "that is not an allergy". */
function isNone(tokens: readonly Token[], start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (phraseAt(noAllergy, tokens, at, end)) return true
  return false
}

/** Words before a substance that show an allergy to it. */
const allergicTo = phraseSet(`
    allergic to, allergy to, allergies to, intolerant of, intolerant to, intolerance to, intolerance of,  allergies include, allergy includes, allergies are, allergies :, allergy :,
    hypersensitivity to, adverse reaction to, allergic reaction to, reaction to, anaphylaxis to, drug allergies :,
    medication allergies :, drug allergies include, allergies including, allergic to medications including,
    hives from, hives with, hives to, rash from, rash with, rash to, anaphylaxis with, anaphylaxis from,
    does not tolerate, cannot tolerate, did not tolerate, could not tolerate, unable to tolerate, drug allergies to
  `)
const isAllergy = phraseSet('allergy, allergies, intolerance, hypersensitivity, allergic reaction, sensitivity')
/** Marks and words between one substance and the next. */
const between = new Set([',', 'and', 'or', '/', '&'])

/** Reads an allergy section: each of its parts begins with a substance, which a reaction may follow. */
function listed(read: ReadSection, start: number, end: number, denied: Uint8Array): AllergyItem[] {
  const { tokens } = read
  const items: AllergyItem[] = []
  for (let at = start; at < end; ) {
    const none = phraseAt(noneKnownPhrases, tokens, at, end)
    const substance = none
      ? undefined
      : (substanceAt(tokens, at, end) ?? (isStart(tokens, at, start) ? wordsAt(tokens, at, end) : undefined))
    const count = none?.count ?? substance ?? 1
    if (none) items.push({ kind: 'allergy', substance: noneKnown, ...evidenceOf(read, at, at + count) })
    else if (substance) {
      const item = allergyAt(read, at, at + count, end, denied)
      items.push(item.allergy)
      at = item.end
      continue
    }
    at += count
  }
  return items
}

/** Reads allergies outside an allergy section: "allergic to penicillin", "a sulfa allergy", "NKDA". */
function told(read: ReadSection, start: number, end: number, denied: Uint8Array): AllergyItem[] {
  const { tokens } = read
  const items: AllergyItem[] = []
  for (let at = start; at < end; at += 1) {
    const none = phraseAt(noneKnownPhrases, tokens, at, end)
    if (none && (none.count > 1 || tokens[at]!.text.startsWith('nk'))) {
      items.push({ kind: 'allergy', substance: noneKnown, ...evidenceOf(read, at, at + none.count) })
      at += none.count - 1
      continue
    }
    const behind = phraseAt(allergicTo, tokens, at, end)
    if (behind) {
      at += behind.count
      for (let count = substanceAt(tokens, at, end); count; count = substanceAt(tokens, at, end)) {
        const item = allergyAt(read, at, at + count, end, denied)
        items.push(item.allergy)
        at = item.end
        while (at < end && between.has(tokens[at]!.text)) at += 1
      }
      at -= 1
      continue
    }
    const count = substanceAt(tokens, at, end)
    if (count && phraseAt(isAllergy, tokens, at + count, end)) {
      items.push(allergyAt(read, at, at + count, end, denied).allergy)
      at += count - 1
    }
  }
  return items
}

/** Finds a known substance at a token. An article before it does not belong to it. */
function substanceAt(tokens: readonly Token[], at: number, end: number): number | undefined {
  const [allergen, drug] = [phraseAt(allergens, tokens, at, end), drugAt(tokens, at, end)]
  const count = Math.max(allergen?.count ?? 0, drug?.count ?? 0)
  return count === 0 ? undefined : count
}
const isStart = (tokens: readonly Token[], at: number, start: number) =>
  at === start || [',', 'and', ';'].includes(tokens[at - 1]!.text)
/** Finds an unknown substance at the start of an entry: "Zyxomab: hives". */
function wordsAt(tokens: readonly Token[], at: number, end: number): number | undefined {
  let last = at
  while (
    last < end &&
    last - at < 3 &&
    tokens[last]!.kind === 'word' &&
    !functionWords.has(tokens[last]!.text) &&
    !notSubstance.has(tokens[last]!.text) &&
    !phraseAt(reactions, tokens, last, end)
  )
    last += 1
  const next = tokens[last]
  const isEntry =
    last === end ||
    [',', ':', '(', '-', '–', '—', 'and', 'causes', 'caused', 'gives', 'which', 'with'].includes(next?.text ?? '')
  return last > at && isEntry ? last - at : undefined
}
const notSubstance = wordSet(`
  allergy allergies allergic known drug drugs medication medications reviewed updated reaction reactions unknown
  seasonal environmental food he she patient verified confirmed chart list intolerance intolerances severe mild
  denies states mother history
`)

/** The longest distance from a substance to its reaction after it, in tokens. */
const reactionMost = 12
/** One substance with its reaction: "Penicillin (hives)", "sulfa, which causes a rash", "hives with codeine". */
function allergyAt(
  read: ReadSection,
  start: number,
  last: number,
  end: number,
  denied: Uint8Array,
): { allergy: AllergyItem; end: number } {
  const { tokens } = read
  const substance = wordsBetween(read, start, last)
  const base = { kind: 'allergy' as const, substance, ...(denied[start] && { negated: true }) }
  for (let at = last; at < Math.min(end, last + reactionMost); at += 1) {
    const told = at === last ? toldReaction(tokens, at, end) : undefined
    if (told)
      return {
        allergy: { ...base, reaction: wordsBetween(read, ...told), ...evidenceOf(read, start, told[1]) },
        end: told[1],
      }
    const found = phraseAt(reactions, tokens, at, end)
    if (found) {
      const to = reactionsEnd(tokens, at + found.count, end)
      return { allergy: { ...base, reaction: wordsBetween(read, at, to), ...evidenceOf(read, start, to) }, end: to }
    }
    if (tokens[at]!.text === ')' || endsEntry(tokens, at, end)) break
  }
  return { allergy: { ...base, ...evidenceOf(read, start, last) }, end: last }
}
const gives = /^(?:causes|caused|gives|gave|makes|made)$/
const toldMost = 6
/** An unknown reaction: "caused tremor", "(serum sickness as a toddler)". */
function toldReaction(tokens: readonly Token[], at: number, end: number): readonly [number, number] | undefined {
  const isOpen = tokens[at]?.text === '('
  if (at >= end || (!isOpen && !gives.test(tokens[at]!.text))) return undefined
  let from = at + 1
  while (from < end && /^(?:a|an|the|him|her|them|me|his|some|severe|mild)$/.test(tokens[from]!.text)) from += 1
  if (phraseAt(reactions, tokens, from, end)) return undefined
  let last = from
  while (last < end && last - from < toldMost && tokens[last]!.kind === 'word') last += 1
  return last > from && (!isOpen || tokens[last]?.text === ')') ? [from, last] : undefined
}
/** Several reactions: "rash and fever", "hives, swelling". */
function reactionsEnd(tokens: readonly Token[], at: number, end: number): number {
  let last = at
  while (last + 1 < end && between.has(tokens[last]!.text)) {
    const from = tokens[last + 1]!.text === 'and' ? last + 2 : last + 1
    const more = phraseAt(reactions, tokens, from, end)
    if (!more) break
    last = from + more.count
  }
  return last
}
/** Whether another substance or another subject begins. */
const endsEntry = (tokens: readonly Token[], at: number, end: number) =>
  substanceAt(tokens, at, end) !== undefined ||
  ['but', 'started', 'start', 'denies', 'no', 'so'].includes(tokens[at]!.text)
