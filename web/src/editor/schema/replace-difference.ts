import type { Fragment } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { SectionBlocks } from '../note-document.ts'

/**
 * Changes a section's blocks to `next` by replacing only what differs, so that a caret elsewhere in the section stays.
 * @returns whether anything differs
 */
export const replaceDifference = (tr: Transaction, { from, to }: SectionBlocks, next: Fragment): boolean => {
  const before = tr.doc.slice(from, to).content
  const start = before.findDiffStart(next, 0)
  const end = before.findDiffEnd(next)
  if (start === null || !end) return false
  // With repeated letters, the two ends may overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const target = tr.doc.type.create(null, next)
  tr.replace(from + start, from + end.a + overlap, target.slice(start, end.b + overlap))
  return true
}
