import type { Node } from '@tiptap/pm/model'
import { Decoration } from '@tiptap/pm/view'
import type { TextChange } from './text-changes.ts'

const letters = new Intl.Segmenter()

/**
 * The last letter before a place carries the text deleted after it. It gets an element of its own, since formats may
 * split a word and the deletion must be shown once.
 */
const letterBefore = (text: string) => [...letters.segment(text.slice(-20))].at(-1)?.segment.length ?? 0

/** Deleted text is shown at the end of a line, so its line end goes before it. */
const drawnAtEnd = (taken: string) => (taken.endsWith('\n') ? `\n${taken.slice(0, -1)}` : taken)

/**
 * Draws changes in the note: new text is an `ins`; the style sheet writes deleted text after the letter before it, or
 * before its block. So deleted text takes no place in the document, and the caret never enters it.
 */
export const changeMarks = (doc: Node, changes: readonly TextChange[]): Decoration[] =>
  changes.flatMap(({ from, to, taken }) => {
    const marks: Decoration[] = []
    if (to > from) marks.push(Decoration.inline(from, to, { nodeName: 'ins', class: 'dictara-added' }, { shows: '' }))
    if (taken.trim() === '') return marks
    const $from = doc.resolve(from)
    const before = letterBefore($from.parent.textContent.slice(0, $from.parentOffset))
    const isAtEnd = $from.parentOffset === $from.parent.content.size
    const shows = before > 0 && isAtEnd ? drawnAtEnd(taken) : taken
    const look = { class: before > 0 ? 'dictara-taken' : 'dictara-taken-before', 'data-taken': shows }
    return [
      ...marks,
      before > 0
        ? Decoration.inline(from - before, from, look, { shows })
        : Decoration.node($from.before(), $from.after(), look, { shows }),
    ]
  })
