import type { ProblemItem, Side } from './items.ts'
import { listedProblems, toldProblems } from './listed-problems.ts'
import { findMentions, type Mention } from './problem-mentions.ts'
import { sidesOfMentions } from './problem-sides.ts'
import type { SideMention } from './sides.ts'
import { sideDigits } from './tables/problems.ts'
import { deniedIn, hypotheticalIn, othersIn, uncertainIn } from './told-of.ts'
import { evidenceOf, type ReadSection, wordsBetween } from './words.ts'

/** The problems of a section, each with its negation, uncertainty and side. */
export function findProblems(read: ReadSection, sidesOf: readonly SideMention[][]): ProblemItem[] {
  const [denied, uncertain, hypothetical, others] = [
    deniedIn(read),
    uncertainIn(read),
    hypotheticalIn(read),
    othersIn(read),
  ]
  return read.sentences.flatMap(({ start, end }, sentence) => {
    const known = findMentions(read, start, end)
    const mentions = [
      ...known,
      ...listedProblems(read, start, end, known),
      ...toldProblems(read, start, end, known),
    ].toSorted((a, b) => a.start - b.start)
    const sides = sidesOfMentions(read, start, mentions, sidesOf[sentence] ?? [])
    return mentions.flatMap((mention, index): ProblemItem[] => {
      const { head, end: last, code } = mention
      if (hypothetical[head] || others[head]) return []
      const side = sides[index]
      const icd10 = code && codeFor(code, side)
      return [
        {
          kind: 'problem',
          name: nameOf(read, mention),
          ...(denied[head] && { negated: true }),
          ...(uncertain[head] && !denied[head] && { uncertain: true }),
          ...(side && { side }),
          ...(icd10 && { icd10 }),
          ...evidenceOf(read, mention.start, last),
        },
      ]
    })
  })
}

const sideWords = /\b(?:(?:left|right|bilateral|both)(?:[- ]sided)?|his|her|their|the) /g
const nameOf = (read: ReadSection, { start, end }: Mention) =>
  wordsBetween(read, start, end).replaceAll(sideWords, '').replace(/^an? /, '')

/**
 * Chooses the digit of the side in a code such as "M25.56[129]" for right, left and no side. There is none for both
 * sides.
 */
function codeFor(code: string, side: Side | undefined): string | undefined {
  const digits = sideDigits.exec(code)
  if (!digits) return code
  if (side === 'both') return undefined
  const [all, right, left, none] = digits
  return code.replace(all, (side === 'right' ? right : side === 'left' ? left : none)!)
}
