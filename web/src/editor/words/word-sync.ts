import type { RecognisedWord } from '@dictara/contract/notes'
import { isHistoryTransaction } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type Command, Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { afterPaint } from '../after-paint.ts'
import type { TokenWords } from '../sections.ts'
import { whenQuiet } from '../when-quiet.ts'
import { createFollower } from './follow-spoken.ts'
import { createSpokenWord } from './spoken-word.ts'
import { createReadings, isTurn, type ReadingListeners } from './readings.ts'
import { redrawUnsure, unsureWords } from './unsure-words.ts'
import { WordMap } from './word-map.ts'

/** Highlights the spoken word of one editor, and keeps it on the screen. */
const createSpeaker = (view: EditorView, map: () => WordMap) => {
  const word = createSpokenWord(view)
  const follower = createFollower(view.dom)
  let spokenAt: number | null = null
  let shown: number | undefined
  const speak = (seconds: number | null, isFollowed = true) => {
    spokenAt = seconds
    const place = seconds === null ? undefined : map().rangeAt(view.state.doc, seconds)
    if (!place) word.hide()
    else {
      const range = word.show(place)
      if (isFollowed && place.from !== shown) follower.follow(range)
    }
    shown = place?.from
  }
  // The page moves the range with the text; corrections can wait until the key is on the screen.
  const again = afterPaint(() => speak(spokenAt))
  const stop = () => {
    again.cancel()
    word.hide()
    follower.stop()
  }
  return { speak, textChanged: () => spokenAt !== null && again.ask(), stop }
}

/** Playback of a word to check begins this much before it. */
export const leadSeconds = 1

interface WordListeners extends ReadingListeners {
  onSeek(seconds: number): void
  onHear(seconds: number): void
  soundAt(): { readonly isPlaying: boolean }
}

/** Synchronises the text and recording of one editor. */
export const createWordSync = ({ onSeek, onHear, soundAt, ...listeners }: WordListeners) => {
  let map = new WordMap([])
  let areKnown = false
  let speaker: ReturnType<typeof createSpeaker> | undefined
  let quiet: ReturnType<typeof whenQuiet> | undefined
  /** Data that arrived while somebody was typing. */
  let coming: { words: readonly RecognisedWord[]; tokens: readonly TokenWords[] } | undefined
  const take = (view: EditorView, words: readonly RecognisedWord[], tokens: readonly TokenWords[]) => {
    coming = undefined
    redrawUnsure(view, () => {
      areKnown = true
      map = new WordMap(words, tokens)
      map.placeAll(view.state.doc)
    })
  }
  const hearAt = (doc: Node, pos: number, hear = onHear) => {
    const seconds = map.secondsAt(doc, pos)
    if (seconds !== undefined) hear(seconds)
    return seconds !== undefined
  }
  const plugin = new Plugin({
    state: {
      init: () => null,
      apply: (tr) => {
        if (tr.docChanged) map.carry(tr.before, tr.doc, tr.mapping, isHistoryTransaction(tr) || isTurn(tr))
        return null
      },
    },
    props: {
      handleClick: (view, pos, event) => {
        const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
        const isUnsure = event.target instanceof Element && event.target.closest('.dictara-unsure')
        // A person who corrects a word during playback keeps their listening position.
        if (isPlain) hearAt(view.state.doc, pos, isUnsure && !soundAt().isPlaying ? onHear : onSeek)
        // The click also moves the caret.
        return false
      },
    },
    view: (view) => {
      const mine = createSpeaker(view, () => map)
      speaker = mine
      const rest = whenQuiet(view, () => {
        if (coming) take(view, coming.words, coming.tokens)
        return false
      })
      quiet = rest
      return {
        update: ({ state }, before) => {
          if (state.doc !== before.doc) mine.textChanged()
        },
        destroy: () => {
          mine.stop()
          rest.end()
        },
      }
    },
  })
  const readings = createReadings(() => map, listeners)
  /** Selects the next or previous unsure word, and plays it from shortly before. */
  const walkUnsure =
    (by: -1 | 1): Command =>
    (state, dispatch, view) => {
      const place = map.unsureBeside(state.doc, state.selection, by)
      if (!place || !dispatch) return false
      dispatch(state.tr.setSelection(TextSelection.create(state.doc, place.from, place.to)).scrollIntoView())
      onHear(Math.max(0, place.seconds - leadSeconds))
      if (view?.editable) readings.hint(view.state)
      return true
    }
  return {
    plugins: [plugin, unsureWords(() => map), readings.plugin],
    turnReading: readings.turn,
    hearAt,
    secondsAt: (doc: Node, pos: number) => map.secondsAt(doc, pos),
    secondsUntil: (doc: Node, from: number, to: number) => map.secondsUntil(doc, from, to),
    walkUnsure,
    countUnsure: (doc: Node) => map.countUnsure(doc),
    /** By section; undefined until there are words. */
    unsureOf: (doc: Node) => (areKnown ? map.unsureOf(doc) : undefined),
    isLittleUnderstood: (doc: Node) => map.isLittleUnderstood(doc),
    /**
     * Takes new words or another map, and places them in the current document. Later ones wait until typing pauses:
     * drawing under a selection makes the browser forget its column.
     */
    setWords: (view: EditorView, words: readonly RecognisedWord[], tokens: readonly TokenWords[] = []) => {
      if (!areKnown || !quiet?.isBusy()) return take(view, words, tokens)
      coming = { words, tokens }
      quiet.ask()
    },
    /** Highlights the word spoken at a time, and keeps it on the screen if `isFollowed`; null: nothing plays. */
    speak: (seconds: number | null, isFollowed = true) => speaker?.speak(seconds, isFollowed),
  }
}
