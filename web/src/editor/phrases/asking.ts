import { type Command, type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { readCaret } from '../schema/caret-first.ts'
import { headingAtCaret } from '../schema/section-moves.ts'

/**
 * An open list of phrases at the caret: the text typed from `from` on is the search, and the chosen phrase replaces it.
 */
export interface Asking {
  readonly from: number
  readonly to: number
  readonly words: string
  /** Opened by a slash in the text, which may also be meant literally. */
  readonly bySlash: boolean
  /** Heading of the section, as written. */
  readonly heading: string
}

/** The position where the list was opened, and whether a slash is there. */
interface Asked {
  readonly from: number
  readonly bySlash: boolean
}

const asked = new PluginKey<Asked | null>('phrasesAsked')

/** The search text is at most as long as a key. */
const wordsMost = 100

/** The list that is open now. */
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

/** Whether a single slash was typed, by whichever input event this keyboard causes. */
const isSlash = (tr: Transaction) => {
  const [step, ...others] = tr.steps
  if (!(step instanceof ReplaceStep) || others.length > 0 || step.slice.size !== 1) return false
  return step.slice.content.firstChild?.text === '/' && !tr.getMeta('history$') && !tr.getMeta('paste')
}

/** Characters that may stand before the first letter of a word. */
const beforeWord = /^[\s([{"'“‘–—]?$/u

const begun = ({ doc, selection }: EditorState): Asked | null => {
  const { $head, empty, head } = selection
  if (!empty || $head.parent.type.name === 'heading') return null
  const before = $head.parent.textBetween(Math.max(0, $head.parentOffset - 2), $head.parentOffset)
  const isHere = before.endsWith('/') && doc.textBetween(head - 1, head) === '/'
  return isHere && beforeWord.test(before.slice(0, -1)) ? { from: head - 1, bySlash: true } : null
}

/** Whether the text up to the caret is still a search. */
const isAsked = ({ from, bySlash }: Asked, { selection, doc }: EditorState) => {
  const { $head, empty, head } = selection
  if (!empty || head < from || from < $head.start()) return false
  const text = doc.textBetween(from, head)
  return bySlash ? text.startsWith('/') && !/^\/\s/u.test(text) && text.length <= wordsMost : text.length <= wordsMost
}

export const askAt = (tr: Transaction, at: Asked | null) => tr.setMeta(asked, at)

/** Handles the keys of the list while it is open; true: the key was used. */
export interface AskingListeners {
  /** Whether a slash opens the list. */
  mayAsk(): boolean
  onAsking(asking: Asking | null): void
  onListKey(event: KeyboardEvent): boolean
  /** Tab while no list is open; true: it inserted a phrase. */
  onTab(view: EditorView): boolean
}

const isPlain = ({ ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) => !ctrlKey && !altKey && !metaKey && !shiftKey

/**
 * Opens the list of phrases when a slash begins a word, and follows what is typed after it. This costs other keys
 * almost nothing: each letter is only compared with a slash.
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
          // An input method gets the keys first; Safari reports its last key only after inserting the letters.
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

/** Opens the list at the caret, without a slash; false in a heading. A list that is open stays open. */
export const askHere: Command = (state, dispatch) => {
  if (asked.getState(state)) return true
  const { selection, doc, tr } = state
  const { $to } = selection
  if ($to.parent.type.name === 'heading') return false
  dispatch?.(askAt(tr.setSelection(TextSelection.create(doc, $to.pos)), { from: $to.pos, bySlash: false }))
  return true
}
