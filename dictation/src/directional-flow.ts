import { findHeading, type HeadingContext, isToldOf, plainWord } from './headings.ts'
import { headingText, type NoteHeading } from './note-text.ts'
import type { Token } from './token.ts'

const marksBehind = new Set([':', '.', ','])

/**
 * Reads the command "next heading" or "next section". Returns the number of tokens that it took, including the mark
 * after it, and the heading if one is named directly after it.
 */
export function findNextHeading(
  tokens: readonly Token[],
  at: number,
  context: HeadingContext,
): { count: number; named?: NoteHeading } | undefined {
  const what = plainWord(tokens[at + 1])
  if (plainWord(tokens[at]) !== 'next' || (what !== 'heading' && what !== 'section')) return undefined
  if (isToldOf(tokens[at - 1])) return undefined
  // "next heading plan" names a heading.
  const named = what === 'heading' ? findHeading(tokens, at + 1, context) : undefined
  if (named) return { count: 1 + named.count, named: named.heading }
  const isMarked = tokens[at + 2]?.kind === 'mark' && marksBehind.has(tokens[at + 2]!.text)
  return { count: isMarked ? 3 : 2 }
}

/** The template heading that follows the last template heading dictated so far; undefined after the template's last one. */
export function headingAfter(template: readonly NoteHeading[], dictatedUnder: readonly NoteHeading[]) {
  const nameOf = ({ customUIHeading }: NoteHeading) => headingText(customUIHeading)
  const names = template.map(nameOf)
  const last = dictatedUnder.map((heading) => names.indexOf(nameOf(heading))).findLast((index) => index >= 0)
  return template[(last ?? -1) + 1]
}
