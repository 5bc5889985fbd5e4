import type { NotePlace } from '@dictara/contract/notes'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type SectionBlocks, sectionsOf } from '../note-document.ts'
import { isSameMarks, redraw } from '../redraw.ts'
import { readCaret } from '../schema/caret-first.ts'
import { findPlace, placeOf, type SectionLines } from './comment-places.ts'
import { whenQuiet } from '../when-quiet.ts'

/** A comment on a place in the note; its section has the editor's id. */
export interface HangingComment {
  readonly id: string
  readonly comment: string
  readonly place: NotePlace
}

/** The current place of a comment in the text, in document order; `words` is the text there. */
export interface FoundComment {
  readonly id: string
  readonly state: 'there' | 'changed' | 'gone'
  readonly words: string
}

interface PlacedComment extends FoundComment {
  readonly from: number
  readonly to: number
}

export interface CommentListeners {
  /** Typing has paused, and some comments have a new place. */
  onComments(found: readonly FoundComment[]): void
  /** Somebody went to a comment: by a click on its words, or by a key. */
  onComment(id: string): void
  onAnnounce(text: string): void
}

const drawn = new PluginKey<DecorationSet>('noteComments')

const linesOf = ({ id, blocks }: SectionBlocks): SectionLines => ({
  id,
  text: blocks.map(({ textContent }) => textContent).join('\n'),
})

/** The position of a character of a section's lines: every line before it has a start and an end token. */
function positionOf({ from, blocks }: SectionBlocks, character: number): number {
  let [start, index] = [0, 0]
  while (index < blocks.length - 1 && start + blocks[index]!.content.size < character) {
    start += blocks[index]!.content.size + 1
    index += 1
  }
  return from + 1 + character + index
}

/** The character of a section's lines at a position. */
function characterAt({ from, blocks }: SectionBlocks, pos: number): number {
  let [start, index] = [from + 1, 0]
  while (index < blocks.length - 1 && start + blocks[index]!.content.size < pos) {
    start += blocks[index]!.nodeSize
    index += 1
  }
  return pos - from - 1 - index
}

/** The places of comments in a document, with lost ones last. */
function placed(doc: Node, comments: readonly HangingComment[]): PlacedComment[] {
  const sections = sectionsOf(doc)
  const lines = comments.length > 0 ? sections.map(linesOf) : []
  const found = comments.map(({ id, place }): PlacedComment => {
    const here = findPlace(lines, place)
    const index = sections.findIndex((section) => section.id === here?.sectionId)
    const [section, line] = [sections[index], lines[index]]
    if (!here || !section || !line)
      return { id, state: 'gone', words: '', from: doc.content.size, to: doc.content.size }
    return {
      id,
      state: here.isChanged ? 'changed' : 'there',
      words: line.text.slice(here.from, here.to),
      from: positionOf(section, here.from),
      to: positionOf(section, here.to),
    }
  })
  return found.toSorted((one, other) => one.from - other.from || one.to - other.to)
}

const isGone = ({ state }: FoundComment) => state === 'gone'
const isSameFound = (one: readonly FoundComment[], other: readonly FoundComment[]) =>
  one.length === other.length &&
  one.every(({ id, state, words }, index) => {
    const before = other[index]!
    return id === before.id && state === before.state && words === before.words
  })

/** The selection, or the word at the caret, within one section. */
function chosenIn({ doc, selection }: EditorState): { section: SectionBlocks; from: number; to: number } | undefined {
  const section = sectionsOf(doc).find(({ from, to }) => from <= selection.from && selection.from < to)
  if (!section) return undefined
  const [from, to] = [selection.from, selection.to].map((pos) =>
    characterAt(section, Math.min(pos, section.to - 1)),
  ) as [number, number]
  if (from < to) return { section, from, to }
  const { text } = linesOf(section)
  const before = /\S*$/.exec(text.slice(0, from))?.[0].length ?? 0
  const after = /^\S*/.exec(text.slice(from))?.[0].length ?? 0
  return { section, from: from - before, to: from + after }
}

/**
 * Underlines the words of a note's comments with decorations: they are no part of its text. The marks move with every
 * edit and are searched again once typing pauses (docs/decisions/0011).
 */
export const createNoteComments = ({ onComments, onComment, onAnnounce }: CommentListeners) => {
  let comments: readonly HangingComment[] = []
  let told: readonly FoundComment[] = []
  let quiet: ReturnType<typeof whenQuiet> | undefined

  const find = (view: EditorView): PlacedComment[] => {
    const found = placed(readCaret(view).doc, comments)
    if (!isSameFound(found, told)) {
      told = found.map(({ id, state, words }) => ({ id, state, words }))
      onComments(told)
    }
    return found
  }
  const settle = (view: EditorView): PlacedComment[] => {
    const found = find(view)
    const marks = found
      .filter(({ from, to }) => to > from)
      .map(({ id, from, to }) => {
        const title = comments.find((one) => one.id === id)?.comment ?? ''
        return Decoration.inline(from, to, { class: 'dictara-comment', title }, { shows: id })
      })
    const { doc } = view.state
    const before = drawn.getState(view.state) ?? DecorationSet.empty
    if (!isSameMarks(marks, before.find())) redraw(view, (tr) => tr.setMeta(drawn, DecorationSet.create(doc, marks)))
    return found
  }
  const goTo = (view: EditorView, found: readonly PlacedComment[], comment: PlacedComment) => {
    const { doc, tr } = view.state
    view.dispatch(tr.setSelection(TextSelection.create(doc, comment.from, comment.to)).scrollIntoView())
    const said = comments.find(({ id }) => id === comment.id)?.comment ?? ''
    onAnnounce(`Comment ${found.indexOf(comment) + 1} of ${found.length}: ${said}`)
    onComment(comment.id)
  }
  const plugin = new Plugin<DecorationSet>({
    key: drawn,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, marks) => tr.getMeta(drawn) ?? (tr.docChanged ? marks.map(tr.mapping, tr.doc) : marks),
    },
    props: {
      decorations: (state) => drawn.getState(state),
      handleClick: (view, pos, event) => {
        const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
        const [mark] = isPlain ? (drawn.getState(view.state)?.find(pos, pos) ?? []) : []
        if (mark) onComment(String(mark.spec.shows))
        // The click also moves the caret.
        return false
      },
    },
    view: (view) => {
      const rest = whenQuiet(view, () => {
        settle(view)
        return false
      })
      quiet = rest
      return {
        update: ({ state }, before) => {
          if (comments.length > 0 && state.doc !== before.doc) rest.ask()
        },
        destroy: rest.end,
      }
    },
  })
  return {
    plugin,
    /** Sets the comments of the note; they are drawn once typing pauses. */
    show: (view: EditorView, now: readonly HangingComment[]) => {
      comments = now
      if (!quiet?.isBusy()) return void settle(view)
      find(view)
      quiet.ask()
    },
    /** The place of the selection, or of the word at the caret, and where it begins; undefined if there is none. */
    choose: (state: EditorState): { place: Omit<NotePlace, 'second'>; from: number } | undefined => {
      const chosen = chosenIn(state)
      const place = chosen && placeOf(linesOf(chosen.section), chosen.from, chosen.to)
      return chosen && place && { place, from: positionOf(chosen.section, place.start) }
    },
    /** Selects the words of a comment; false if they are gone. */
    goTo: (view: EditorView, id: string): boolean => {
      const found = settle(view)
      const comment = found.find((one) => one.id === id)
      if (!comment || isGone(comment)) return false
      goTo(view, found, comment)
      return true
    },
    /** Selects the words of the next comment, and of the first after the last; false if there is none. */
    walk: (view: EditorView): boolean => {
      const found = settle(view)
      const there = found.filter((comment) => !isGone(comment))
      const { from, to } = view.state.selection
      const isHere = (comment: PlacedComment) => comment.from === from && comment.to === to
      // Two comments may have the same words.
      const here = there.findLastIndex(isHere)
      const next = here < 0 ? there.find((comment) => comment.from >= from) : there[here + 1]
      const comment = next ?? there[0]
      if (comment) goTo(view, found, comment)
      else onAnnounce('There are no comments in this note.')
      return comment !== undefined
    },
  }
}

/** The part of the editor's interface that handles comments. */
export const commentHandle = (
  view: EditorView,
  comments: ReturnType<typeof createNoteComments>,
  secondsAt: (doc: Node, pos: number) => number | undefined,
) => ({
  /** Underlines the words of these comments. */
  showComments: (now: readonly HangingComment[]) => comments.show(view, now),
  /**
   * The place of the selection, or of the word at the caret, with its second in the recording; undefined if there is no
   * word.
   */
  placeForComment: (): NotePlace | undefined => {
    const chosen = comments.choose(readCaret(view))
    return chosen && { ...chosen.place, second: secondsAt(view.state.doc, chosen.from) ?? null }
  },
  /** Selects the words of a comment; false if they are gone. */
  goToComment: (id: string) => {
    view.focus()
    return comments.goTo(view, id)
  },
  /** Selects a place of the note; false if its words are gone. */
  goToPlace: (place: NotePlace) => {
    view.focus()
    const { doc } = readCaret(view)
    const [found] = placed(doc, [{ id: '', comment: '', place }])
    if (!found || isGone(found)) return false
    view.dispatch(view.state.tr.setSelection(TextSelection.create(doc, found.from, found.to)).scrollIntoView())
    return true
  },
  /** Selects the words of the next comment; false if there is none. */
  walkComments: () => {
    view.focus()
    return comments.walk(view)
  },
  /** Puts the caret behind the selection, so that typing replaces nothing. */
  leaveSelection: () => {
    const { tr, selection } = readCaret(view)
    if (!selection.empty) view.dispatch(tr.setSelection(TextSelection.create(tr.doc, selection.to)))
  },
})
