import { headingLengthMost } from '@dictara/dictation/note-text'
import type { Node } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { newSectionId } from '../sections.ts'
import { readCaret } from './caret-first.ts'

/** Meta of a transaction that commits every heading, including the caret's: sent when the editor loses focus. */
export const commitHeadings = 'commitHeadings'

/** Converts `text` to upper case in place, one character at a time, so that no position inside the heading is lost. */
const upperCase = (tr: Transaction, text: string, from: number) => {
  let at = from
  for (const character of text) {
    const upper = character.toUpperCase()
    if (upper !== character) {
      tr.replaceWith(tr.mapping.map(at), tr.mapping.map(at + character.length), tr.doc.type.schema.text(upper))
    }
    at += character.length
  }
}

/** Every section has a line to type in, so that typing at its end does not change its heading. */
const giveLines = (tr: Transaction) => {
  const { paragraph, heading } = tr.doc.type.schema.nodes
  let end = tr.doc.content.size
  for (let index = tr.doc.childCount - 1; index >= 0; index -= 1) {
    const isBare = tr.doc.child(index).type === heading && tr.doc.maybeChild(index + 1)?.type !== paragraph
    const { nodeSize } = tr.doc.child(index)
    if (isBare && paragraph) tr.insert(end, paragraph.create())
    end -= nodeSize
  }
}

/**
 * Corrects the headings of a note after every edit: each has a unique id of this note (EDIT-31); it is upper case once
 * the caret has left (EDIT-57); text too long for a heading continues below it; a paragraph follows every heading.
 * `knownIds` are the ids this note has had; the keeper adds the ids it creates.
 */
export const sectionKeeper = (knownIds: Set<string>) => {
  // Headings already checked, since this runs at every key.
  const settled = new WeakSet<Node>()
  return new Plugin({
    appendTransaction(transactions, _before, state) {
      const isCommit = transactions.some((tr) => tr.getMeta(commitHeadings))
      if (!isCommit && !transactions.some((tr) => tr.docChanged || tr.selectionSet)) return null
      const tr = state.tr
      const seen = new Set<string>()
      const caret = state.selection.$head
      state.doc.forEach((block, offset) => {
        if (block.type.name !== 'heading') return
        let id: string | null = block.attrs.sectionId
        if (!id || seen.has(id) || !knownIds.has(id)) {
          id = newSectionId()
          knownIds.add(id)
          tr.setNodeAttribute(tr.mapping.map(offset), 'sectionId', id)
        }
        seen.add(id)
        if (settled.has(block)) return
        const text = block.textContent
        const start = offset + 1
        const isLeft = isCommit || caret.pos < start || caret.pos > offset + block.nodeSize - 1
        if (isLeft && text !== text.toUpperCase()) upperCase(tr, text, start)
        const { paragraph } = state.schema.nodes
        if (paragraph && block.content.size > headingLengthMost) {
          tr.split(tr.mapping.map(start + headingLengthMost), 1, [{ type: paragraph }])
        } else if (text === text.toUpperCase()) settled.add(block)
      })
      if (tr.docChanged || transactions.some(({ docChanged }) => docChanged)) giveLines(tr)
      return tr.docChanged ? tr : null
    },
    props: {
      handleDOMEvents: {
        blur: (view) => {
          if (view.editable) view.dispatch(readCaret(view).tr.setMeta(commitHeadings, true))
        },
      },
    },
  })
}
