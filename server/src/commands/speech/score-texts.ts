import { alignWords } from '@dictara/dictation'
import { type ClinicalKind, clinicalKinds, clinicalKindsOf } from './clinical-words.ts'

interface Errors {
  /** Words of the reference. */
  words: number
  /** Substituted, deleted and inserted. */
  wrong: number
  /** Wrong by words, 0 is perfect; null where the reference has no such word. */
  rate: number | null
}

export interface Score {
  all: Errors
  clinical: Errors & Record<ClinicalKind, Errors>
}

/** Splits a text into words, ignoring case and surrounding marks. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/\s+/)
    .map((word) => word.replaceAll(/^["'“”‘([{.,;:!?…–—-]+(?!\d)|["'“”)\]}.,;:!?…–—-]+$/g, ''))
    .filter(Boolean)

/**
 * Counts the wrong words of a text: of all words, and of those whose mistakes harm a patient (names of drugs, numbers with their
 * units, negations, sides). In those kinds an inserted word also counts.
 */
export function scoreTexts(reference: string, hypothesis: string): Score {
  const [right, given] = [wordsOf(reference), wordsOf(hypothesis)]
  const [rightKinds, givenKinds] = [clinicalKindsOf(right), clinicalKindsOf(given)]
  const all = { words: right.length, wrong: 0 }
  const clinical = { words: 0, wrong: 0 }
  const byKind = Object.fromEntries(clinicalKinds.map((kind) => [kind, { words: 0, wrong: 0 }])) as Record<
    ClinicalKind,
    { words: number; wrong: number }
  >
  for (const step of alignWords(right, given)) {
    const isWrong = step.kind !== 'same'
    const expected = 'reference' in step ? rightKinds[step.reference] : undefined
    // A word that was said counts as what it is there; only one that is wrong as what it looks like.
    const got = isWrong && 'hypothesis' in step ? givenKinds[step.hypothesis] : undefined
    if (expected) for (const counts of [clinical, byKind[expected]]) counts.words += 1
    if (!isWrong) continue
    all.wrong += 1
    if (expected ?? got) clinical.wrong += 1
    for (const kind of new Set([expected, got])) if (kind) byKind[kind].wrong += 1
  }
  const kinds = Object.entries(byKind).map(([kind, counts]) => [kind, withRate(counts)])
  return {
    all: withRate(all),
    clinical: { ...withRate(clinical), ...(Object.fromEntries(kinds) as Record<ClinicalKind, Errors>) },
  }
}

const withRate = ({ words, wrong }: { words: number; wrong: number }): Errors => ({
  words,
  wrong,
  rate: words === 0 ? null : Number((wrong / words).toFixed(4)),
})
