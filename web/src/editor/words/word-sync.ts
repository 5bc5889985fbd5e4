import { isHistoryTransaction } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { RecognisedWord, TokenWords } from '../sections.ts'
import { afterPaint } from '../after-paint.ts'
import { createFollower } from './follow-spoken.ts'
import { createWordHighlights } from './word-highlights.ts'
import { WordMap } from './word-map.ts'

/** Paints the words of one editor's view: the unsure ones always, the spoken one while there is one. */
const createPainter = (view: EditorView, map: () => WordMap) => {
  const highlights = createWordHighlights(view, map)
  const follower = createFollower(view.dom)
  let spokenAt: number | null = null
  let shown: number | undefined
  const speak = (seconds: number | null) => {
    spokenAt = seconds
    const place = seconds === null ? undefined : map().rangeAt(view.state.doc, seconds)
    const range = highlights.speak(place)
    if (range && place?.from !== shown) follower.follow(range)
    shown = place?.from
  }
  const update = () => {
    highlights.update()
    if (spokenAt !== null) speak(spokenAt)
  }
  // The page moves ranges with the text by itself; what remains to correct can wait until the key is on the screen.
  const later = afterPaint(update)
  const stop = () => {
    later.cancel()
    highlights.stop()
    follower.stop()
  }
  update()
  return { speak, update, updateLater: later.ask, stop }
}

/** Keeps text and recording together in one editor; `hear` plays from a second of the recording. */
export const createWordSync = (hear: (seconds: number) => void) => {
  let map = new WordMap([])
  let painter: ReturnType<typeof createPainter> | undefined
  const hearAt = (doc: Node, pos: number) => {
    const seconds = map.secondsAt(doc, pos)
    if (seconds !== undefined) hear(seconds)
    return seconds !== undefined
  }
  const plugin = new Plugin({
    state: {
      init: () => null,
      apply: (tr) => {
        if (tr.docChanged) map.carry(tr.before, tr.doc, tr.mapping, isHistoryTransaction(tr))
        return null
      },
    },
    props: {
      handleClick: (view, pos, event) => {
        const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
        if (isPlain) hearAt(view.state.doc, pos)
        // The caret goes there too.
        return false
      },
    },
    view: (view) => {
      painter = createPainter(view, () => map)
      return {
        update: ({ state }, before) => {
          if (state.doc !== before.doc) painter?.updateLater()
        },
        destroy: () => painter?.stop(),
      }
    },
  })
  return {
    plugin,
    hearAt,
    /** Other words or another map: places them in the document as it is now. */
    setWords: (doc: Node, words: readonly RecognisedWord[], tokens: readonly TokenWords[] = []) => {
      map = new WordMap(words, tokens)
      map.placeAll(doc)
      painter?.update()
    },
    /** Highlights the word spoken at a time; null: nothing plays. */
    speak: (seconds: number | null) => painter?.speak(seconds),
  }
}
