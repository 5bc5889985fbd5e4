import { blankText } from '@dictara/dictation/note-text'
import type { Node } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { sharedEnds } from '../words/blocks.ts'
import { stretchesOf } from './blank-mark.ts'

const wholeBlanks = new RegExp(`^(?:${blankText})+$`)
const isId = (id: unknown) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(id))

/** Removes the mark from a broken blank, and the underscores left of it. */
const dropRest = (tr: Transaction, from: number, text: string) => {
  const type = tr.doc.type.schema.marks.blank
  const at = tr.mapping.map(from, 1)
  if (type) tr.removeMark(at, at + text.length, type)
  for (const { index, 0: letters } of [...text.matchAll(/_+/g)].toReversed())
    tr.delete(at + index, at + index + letters.length)
}

/** Gives each blank in a part of the text a unique id. */
const giveIds = (tr: Transaction, from: number, count: number, seen: Set<string>, mark: Node['marks'][number]) => {
  for (let index = 0; index < count; index += 1) {
    const isFree = isId(mark.attrs.id) && !seen.has(String(mark.attrs.id)) && index === 0
    const id = isFree ? String(mark.attrs.id) : crypto.randomUUID()
    seen.add(id)
    if (isFree) continue
    const at = tr.mapping.map(from, 1) + index * blankText.length
    tr.removeMark(at, at + blankText.length, mark.type)
    tr.addMark(at, at + blankText.length, mark.type.create({ ...mark.attrs, id }))
  }
}

/** Whether the part that an edit changed contains a blank. Usually it does not, and this runs at every key. */
const hasBlankInChanged = (before: Node, after: Node) => {
  const { head, tail } = sharedEnds(before, after)
  for (let index = head; index < after.childCount - tail; index += 1)
    if (stretchesOf(after.child(index)).length > 0) return true
  return false
}

/**
 * Keeps the blanks of a note whole after every edit (Q202). A blank that was typed into, cut or made part of a heading
 * is answered or removed: the rest of its letters is deleted in the same step. A copy gets its own id. The person is
 * told if a heading removed a blank.
 */
export const blankKeeper = (onRefused: (why: string) => void) => {
  let isLost = false
  return new Plugin({
    view: () => ({
      update: () => {
        if (isLost) onRefused('A heading has no blanks: the blank of this line went. Undo brings it back.')
        isLost = false
      },
    }),
    appendTransaction(transactions, before, { doc, tr }) {
      if (!transactions.some(({ docChanged }) => docChanged) || !hasBlankInChanged(before.doc, doc)) return null
      const seen = new Set<string>()
      doc.forEach((block, start) => {
        for (const { mark, text, offset } of stretchesOf(block)) {
          const from = start + 1 + offset
          const isInHeading = block.type.name === 'heading'
          isLost ||= isInHeading
          if (isInHeading || !wholeBlanks.test(text)) dropRest(tr, from, text)
          else giveIds(tr, from, text.length / blankText.length, seen, mark)
        }
      })
      return tr.docChanged ? tr : null
    },
  })
}
