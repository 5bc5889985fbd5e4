import type { Blank } from '@dictara/dictation/note-text'
import { Mark } from '@tiptap/core'
import type { Mark as PlacedMark, Node } from '@tiptap/pm/model'

/** The mark of the blank that a piece of text belongs to. */
export const blankMarkOf = (node: Node | null | undefined): PlacedMark | undefined =>
  node?.marks.find(({ type }) => type.name === 'blank')

/** Converts a blank's mark to the form of the text grammar. */
export const blankOfMark = ({ attrs }: PlacedMark): Blank => ({
  id: String(attrs.id),
  second: Number(attrs.second),
  ...(attrs.question ? { question: String(attrs.question) } : {}),
})

/** A blank of the document: the range of its four letters. */
export interface PlacedBlank extends Blank {
  readonly from: number
  readonly to: number
}

interface Stretch {
  readonly mark: PlacedMark
  readonly text: string
  /** Number of characters in the block before it. */
  readonly offset: number
}

const stretches = new WeakMap<Node, readonly Stretch[]>()

/** The parts of a block that are marked as blanks, regardless of other formats; computed once for each block. */
export const stretchesOf = (block: Node): readonly Stretch[] => {
  const known = stretches.get(block)
  if (known) return known
  const found: { mark: PlacedMark; text: string; offset: number }[] = []
  block.forEach((node, offset) => {
    const mark = blankMarkOf(node)
    if (!mark) return
    const last = found.at(-1)
    if (last?.mark.attrs.id === mark.attrs.id && last!.offset + last!.text.length === offset)
      last!.text += node.text ?? ''
    else found.push({ mark, text: node.text ?? '', offset })
  })
  stretches.set(block, found)
  return found
}

/** The blanks of the document, in order. */
export const blanksIn = (doc: Node): PlacedBlank[] => {
  const blanks: PlacedBlank[] = []
  doc.forEach((block, start) => {
    for (const { mark, offset, text } of stretchesOf(block)) {
      const from = start + 1 + offset
      blanks.push({ ...blankOfMark(mark), from, to: from + text.length })
    }
  })
  return blanks
}

/** Number of blanks in a document; called after every key. */
export const countBlanks = (doc: Node): number =>
  doc.children.reduce((sum, block) => sum + stretchesOf(block).length, 0)

/**
 * A blank (Q202): four letters of the text with the second at which it was spoken and a question. It consists of
 * letters and not of a separate element, so that the caret, selections and the browser's own movements treat it like a
 * word.
 */
export const blankMark = Mark.create({
  name: 'blank',
  // Text typed beside a blank does not belong to it.
  inclusive: false,
  addAttributes: () => ({
    id: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-blank'),
      renderHTML: ({ id }) => ({ 'data-blank': id }),
    },
    second: {
      default: 0,
      parseHTML: (element) => Number(element.getAttribute('data-second')) || 0,
      renderHTML: ({ second }) => ({ 'data-second': String(second) }),
    },
    question: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-question') ?? '',
      renderHTML: ({ question }) => (question ? { 'data-question': question, title: question } : {}),
    },
  }),
  parseHTML: () => [
    {
      tag: 'span[data-blank]',
      // Also for a blank that somebody types into: the browser puts the letter into its element, and the keeper removes
      // the rest of the blank.
      getAttrs: (element: HTMLElement) => (element.textContent.includes('_') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', { ...HTMLAttributes, class: 'dictara-blank' }, 0],
})
