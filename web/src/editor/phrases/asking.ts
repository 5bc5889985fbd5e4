import { type Command, type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { readCaret } from '../schema/caret-first.ts'
import { headingAtCaret } from '../schema/section-moves.ts'

/** A list of phrases that is asked for at the caret: what is typed from `from` on is looked for, and what it becomes replaces it. */
export interface Asking {
  readonly from: number
  readonly to: number
  readonly words: string
  /** By a slash in the text, which may be meant as one. */
  readonly bySlash: boolean
  /** Heading of the section, as it is written. */
  readonly heading: string
}

/** Where the list was asked for, and whether a slash stands there. */
interface Asked {
  readonly from: number
  readonly bySlash: boolean
}

const asked = new PluginKey<Asked | null>('phrasesAsked')

/** What is looked for is at most as long as a key. */
const wordsMost = 100

/** The list that is asked for now. */
export const askingOf = (state: EditorState): Asking | null => {
  const now = asked.getState(state)
  if (!now) return null
  const { head } = state.selection
  const text = state.doc.textBetween(now.from, head)
  return {
    from: now.from,
    to: head,
    words: now.bySlash ? text.slice(1) : text,
    bySlash: now.bySlash,
    heading: headingAtCaret(state).node.textContent,
  }
}

/** A slash alone, put in by a key: in whatever way the keyboard of this machine does that. */
const isSlash = (tr: Transaction) => {
  const [step, ...others] = tr.steps
  if (!(step instanceof ReplaceStep) || others.length > 0 || step.slice.size !== 1) return false
  return step.slice.content.firstChild?.text === '/' && !tr.getMeta('history$') && !tr.getMeta('paste')
}

/** What may stand before the first letter of a word. */
const beforeWord = /^[\s([{"'“‘–—]?$/u

const begun = ({ doc, selection }: EditorState): Asked | null => {
  const { $head, empty, head } = selection
  if (!empty || $head.parent.type.name === 'heading') return null
  const before = $head.parent.textBetween(Math.max(0, $head.parentOffset - 2), $head.parentOffset)
  const isHere = before.endsWith('/') && doc.textBetween(head - 1, head) === '/'
  return isHere && beforeWord.test(before.slice(0, -1)) ? { from: head - 1, bySlash: true } : null
}

/** Whether what stands from there to the caret is still looked for. */
const isAsked = ({ from, bySlash }: Asked, { selection, doc }: EditorState) => {
  const { $head, empty, head } = selection
  if (!empty || head < from || from < $head.start()) return false
  const text = doc.textBetween(from, head)
  return bySlash ? text.startsWith('/') && !/^\/\s/u.test(text) && text.length <= wordsMost : text.length <= wordsMost
}

export const askAt = (tr: Transaction, at: Asked | null) => tr.setMeta(asked, at)

/** The keys of the list while it is open; true: the key is used up. */
export interface AskingListeners {
  /** Whether a slash opens the list. */
  mayAsk(): boolean
  onAsking(asking: Asking | null): void
  onListKey(event: KeyboardEvent): boolean
  /** Tab, where no list is open; true: it put a phrase in. */
  onTab(view: EditorView): boolean
}

const isPlain = ({ ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) => !ctrlKey && !altKey && !metaKey && !shiftKey

/**
 * Opens the list of phrases where a slash begins a word, and follows what is typed there. A key of the note costs nothing by it: of
 * a letter it looks whether it is a slash.
 */
export const askingPlugin = ({ mayAsk, onAsking, onListKey, onTab }: AskingListeners) =>
  new Plugin<Asked | null>({
    key: asked,
    state: {
      init: () => null,
      apply(tr, now, _before, state) {
        const meta = tr.getMeta(asked) as Asked | null | undefined
        if (meta !== undefined) return meta
        if (!now) return tr.docChanged && isSlash(tr) && mayAsk() ? begun(state) : null
        const next = tr.docChanged ? { ...now, from: tr.mapping.map(now.from, -1) } : now
        return isAsked(next, state) ? next : null
      },
    },
    view: () => ({
      update(view, before) {
        const [was, is] = [asked.getState(before), asked.getState(view.state)]
        if (is) onAsking(askingOf(view.state))
        else if (was) onAsking(null)
      },
    }),
    props: {
      handleDOMEvents: {
        keydown(view, event) {
          // An input method takes the keys first; Safari tells of its last one when it has put its letters in.
          if (view.composing || event.isComposing || event.keyCode === 229 || !view.editable) return false
          if (asked.getState(view.state)) {
            readCaret(view)
            if (!asked.getState(view.state) || !onListKey(event)) return false
          } else if (event.key !== 'Tab' || !isPlain(event) || !onTab(view)) return false
          event.preventDefault()
          return true
        },
        blur(view) {
          if (asked.getState(view.state)) view.dispatch(askAt(view.state.tr, null))
          return false
        },
      },
    },
  })

/** Opens the list at the caret, without a slash; false in a heading. One that is open stays. */
export const askHere: Command = (state, dispatch) => {
  if (asked.getState(state)) return true
  const { selection, doc, tr } = state
  const { $to } = selection
  if ($to.parent.type.name === 'heading') return false
  dispatch?.(askAt(tr.setSelection(TextSelection.create(doc, $to.pos)), { from: $to.pos, bySlash: false }))
  return true
}
