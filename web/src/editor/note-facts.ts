import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { countBlanks } from './schema/blank-mark.ts'

/** Facts about the note for a status bar. */
export interface NoteFacts {
  readonly words: number
  /** Number of words that are marked as unsure. */
  readonly unsure: number
  /** Number of unanswered blanks. */
  readonly blanks: number
  /** The number of the caret's section, from 1. */
  readonly section: number
  readonly sections: number
  /**
   * The engine understood so little of the recording that unsure words are not marked, until the draft is written
   * again.
   */
  readonly isLittleUnderstood: boolean
}

interface WordFacts {
  countUnsure(doc: Node): number
  isLittleUnderstood(doc: Node): boolean
}

const counted = new WeakMap<Node, number>()
/** The words of a block. A block keeps its node until somebody types in it. */
const wordsOf = (block: Node) => {
  let words = counted.get(block)
  if (words === undefined) {
    words = block.textContent.match(/\S+/g)?.length ?? 0
    counted.set(block, words)
  }
  return words
}

/** Called after the paint of every key, so only changed parts are counted again. */
export const noteFactsOf = ({ doc, selection }: EditorState, heard: WordFacts): NoteFacts => {
  const here = selection.$head.index(0)
  let [words, section, sections] = [0, 0, 0]
  doc.children.forEach((block, index) => {
    if (block.type.name === 'heading') {
      sections += 1
      if (index <= here) section = sections
    } else words += wordsOf(block)
  })
  return {
    words,
    section,
    sections,
    blanks: countBlanks(doc),
    unsure: heard.countUnsure(doc),
    isLittleUnderstood: heard.isLittleUnderstood(doc),
  }
}

export const isSameNoteFacts = (one: NoteFacts, other: NoteFacts) =>
  (Object.keys(one) as (keyof NoteFacts)[]).every((key) => one[key] === other[key])
