import { type Blank, blankText } from '@dictara/dictation/note-text'
import { closeHistory } from '@tiptap/pm/history'
import { type Command, type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { blanksIn, type PlacedBlank } from './blank-mark.ts'

/** Id of the blank that the person went to: by F2, or by a click. */
const openBlank = new PluginKey<string | null>('openBlank')

/** The selected blank in its current state. */
export const openedBlank = (state: EditorState): PlacedBlank | undefined => {
  const id = openBlank.getState(state)
  return id ? blanksIn(state.doc).find((blank) => blank.id === id) : undefined
}

/** Selects a blank of the transaction's document. */
export const goToBlank = (tr: Transaction, blank: PlacedBlank) =>
  tr
    .setSelection(TextSelection.create(tr.doc, blank.from, blank.to))
    .setMeta(openBlank, blank.id)
    .scrollIntoView()

const opening = (state: EditorState, blank: PlacedBlank) => goToBlank(state.tr, blank)

export interface BlankListeners {
  /** The person went to a blank, or left it (null). */
  onBlank(blank: PlacedBlank | null): void
  /** Requests the field of the selected blank. */
  onEnterBlank(): void
  /** A request was refused or done differently; `why` is a text for people. */
  onRefused(why: string): void
}

/** Remembers the selected blank until the person moves or types. */
export const blankTravel = ({ onBlank, onEnterBlank }: Pick<BlankListeners, 'onBlank' | 'onEnterBlank'>) =>
  new Plugin<string | null>({
    key: openBlank,
    state: {
      init: () => null,
      apply: (tr, id) => tr.getMeta(openBlank) ?? (id && !tr.docChanged && !tr.selectionSet ? id : null),
    },
    view: () => ({
      update: (view, before) => {
        const [was, is] = [openBlank.getState(before), openBlank.getState(view.state)]
        if (was !== is || (is && before.doc !== view.state.doc)) onBlank(openedBlank(view.state) ?? null)
      },
    }),
    props: {
      handleClick: (view, pos) => {
        const blank = blanksIn(view.state.doc).find(({ from, to }) => from < pos && pos < to)
        if (blank) view.dispatch(opening(view.state, blank))
        return Boolean(blank)
      },
      handleKeyDown: (view, { key, ctrlKey, altKey, metaKey, shiftKey }) => {
        const isEnter = key === 'Enter' && !ctrlKey && !altKey && !metaKey && !shiftKey
        if (!isEnter || !openBlank.getState(view.state)) return false
        onEnterBlank()
        return true
      },
    },
  })

/** Replaces the selection by a blank; not possible in a heading. */
export const insertBlank =
  (second: number): Command =>
  (state, dispatch) => {
    const { blank } = state.schema.marks
    const { $from, $to } = state.selection
    if (!blank || $from.parent.type.name === 'heading' || $to.parent.type.name === 'heading') return false
    const formats = (state.storedMarks ?? $from.marks()).filter(({ type }) => type !== blank)
    const mark = blank.create({ id: crypto.randomUUID(), second: Math.round(second * 100) / 100 })
    const tr = closeHistory(state.tr).replaceSelectionWith(state.schema.text(blankText, mark.addToSet(formats)), false)
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Selects the next or previous blank, and continues at the other end. */
export const walkBlanks =
  (by: -1 | 1, onArrive: (blank: Blank) => void): Command =>
  (state, dispatch) => {
    const blanks = blanksIn(state.doc)
    const { from, to } = state.selection
    const isHere = (blank: PlacedBlank) => blank.from === from && blank.to === to
    const next =
      by > 0
        ? (blanks.find((blank) => blank.from >= from && !isHere(blank)) ?? blanks[0])
        : (blanks.findLast((blank) => blank.from < from) ?? blanks.at(-1))
    if (!next || !dispatch) return false
    dispatch(opening(state, next))
    onArrive(next)
    return true
  }

const placeOf = (view: EditorView, id: string) => blanksIn(view.state.doc).find((blank) => blank.id === id)

/** Replaces a blank by the answer, as one undo step. */
export const answerBlank = (view: EditorView, id: string, answer: string): boolean => {
  const place = placeOf(view, id)
  const text = answer.replace(/\s+/g, ' ').trim()
  if (!place || !text) return false
  const { tr, schema } = view.state
  const marks = (tr.doc.nodeAt(place.from)?.marks ?? []).filter(({ type }) => type.name !== 'blank')
  tr.replaceWith(place.from, place.to, schema.text(text, marks))
  tr.setSelection(TextSelection.create(tr.doc, place.from + text.length))
  view.dispatch(closeHistory(tr).scrollIntoView())
  return true
}

/** Sets the question of a blank; an empty text removes it. */
export const askAtBlank = (view: EditorView, id: string, question: string): boolean => {
  const place = placeOf(view, id)
  const type = view.state.schema.marks.blank
  if (!place || !type) return false
  const asked = question.replace(/\s+/g, ' ').trim()
  const { tr } = view.state
  const mark = type.create({ id, second: place.second, question: asked })
  tr.removeMark(place.from, place.to, type).addMark(place.from, place.to, mark)
  view.dispatch(closeHistory(tr).setMeta(openBlank, id))
  return true
}
