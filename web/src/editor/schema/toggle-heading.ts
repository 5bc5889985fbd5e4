import { headingLengthMost } from '@dictara/dictation/note-text'
import type { Node } from '@tiptap/pm/model'
import type { Command, EditorState, Transaction } from '@tiptap/pm/state'
import { stretchesOf } from './blank-mark.ts'

interface Block {
  node: Node
  from: number
}

/** Removes the empty line of a section without text when its heading becomes text. */
const dropLine = (tr: Transaction, after: number) => {
  const $after = tr.doc.resolve(after)
  const [line, next] = [$after.nodeAfter, tr.doc.maybeChild($after.index(0) + 1)]
  if (line?.type.name === 'paragraph' && line.content.size === 0 && next?.type !== line.type)
    tr.delete(after, after + line.nodeSize)
}

/** Removes the empty line above that is directly below its own heading: the text of a former heading replaces it. */
const dropLineAbove = (tr: Transaction, from: number) => {
  const above = tr.doc.resolve(from).nodeBefore
  const isWaiting = above?.type.name === 'paragraph' && above.content.size === 0
  if (isWaiting && tr.doc.resolve(from - above.nodeSize).nodeBefore?.type.name === 'heading')
    tr.delete(from - above.nodeSize, from)
}

/** The first block of a note stays a heading: its text moves below a blank heading that keeps the section. */
const demoteFirst = (tr: Transaction, { node }: Block, paragraph: Node['type']) => {
  tr.insert(0, node.type.create(node.attrs))
  const at = node.type.create().nodeSize + 1
  tr.setBlockType(at, at, paragraph)
}

const promote = (tr: Transaction, { from }: Block, heading: Node['type']) => {
  const at = tr.mapping.map(from)
  const above = tr.doc.resolve(at).nodeBefore
  if (above?.type === heading && above.content.size === 0) {
    // A blank heading stands directly above: the paragraph becomes its text.
    tr.setBlockType(at + 1, at + 1, heading, above.attrs).delete(at - above.nodeSize, at)
  } else tr.setBlockType(at + 1, at + 1, heading, { sectionId: null })
}

const blocksOf = ({ doc, selection: { from, to } }: EditorState) => {
  const blocks: Block[] = []
  doc.nodesBetween(from, to, (node, offset) => {
    blocks.push({ node, from: offset })
    return false
  })
  return blocks
}

/** Why the selected lines cannot become headings, as a text for people. */
const whyNoHeading = (state: EditorState): string | undefined => {
  const lines = blocksOf(state).flatMap(({ node }) => (node.type === state.schema.nodes.paragraph ? [node] : []))
  // The blank would lose its second and its question, and nobody would be asked.
  if (lines.some((line) => stretchesOf(line).length > 0)) return 'A heading has no blanks. Answer the blank first.'
  if (lines.some((line) => line.content.size > headingLengthMost))
    return `A heading has at most ${headingLengthMost} letters.`
  return undefined
}

/** Turns the selected paragraphs into headings, or, if all are headings, into paragraphs (EDIT-07, EDIT-10). */
const toggle: Command = (state, dispatch) => {
  const { heading, paragraph } = state.schema.nodes
  if (!heading || !paragraph) return false
  const blocks = blocksOf(state)
  const paragraphs = blocks.filter(({ node }) => node.type === paragraph)
  const tr = state.tr
  if (paragraphs.length) {
    for (const block of paragraphs) promote(tr, block, heading)
  } else {
    for (const block of blocks.toReversed()) {
      const hasText = block.node.content.size > 0
      if (hasText) dropLine(tr, block.from + block.node.nodeSize)
      if (block.from > 0) tr.setBlockType(block.from + 1, block.from + 1, paragraph)
      else if (hasText) demoteFirst(tr, block, paragraph)
      if (hasText) dropLineAbove(tr, block.from)
    }
  }
  if (!tr.docChanged) return false
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Toggles the heading, or reports why that is not possible. */
export const toggleHeading =
  (onRefused: (why: string) => void): Command =>
  (state, dispatch, view) => {
    const why = whyNoHeading(state)
    if (why) onRefused(why)
    return !why && toggle(state, dispatch, view)
  }
