import { closeHistory } from '@tiptap/pm/history'
import type { Node, Slice } from '@tiptap/pm/model'
import { type Command, type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Transform } from '@tiptap/pm/transform'
import type { Stretch } from './doubt.ts'
import type { Doubt } from './place-words.ts'
import { changeTo, markName, reachBehind, sentenceLetter } from './reading.ts'
import type { WordMap } from './word-map.ts'

/** One form of an uncertain token: the text with the changes around it, and the token's position in that. */
interface Form {
  /** The first form is the original token. */
  reading: string
  slice: Slice
  from: number
  to: number
}

/** An uncertain token in the range `from` to `to`, which includes the surrounding text that a reading changes. */
interface Turned {
  doubt: Doubt
  from: number
  to: number
  forms: readonly Form[]
}

/** The uncertain token at the caret. */
export interface ReadingPlace {
  said: string
  /** Its readings; the first is the original one. */
  readings: readonly string[]
  /** Index of the current reading. */
  now: number
  /** Where it ends. */
  to: number
}

export interface ReadingListeners {
  /** The caret came to a token with several readings, or left it (null). */
  onReading(place: ReadingPlace | null): void
  onAnnounce(text: string): void
}

/** The replaced tokens, whose positions follow the text. */
const turnedTokens = new PluginKey<readonly Turned[]>('turnedTokens')

/** Whether a transaction replaced a token, after which words have other positions. */
export const isTurn = (tr: Transaction) => tr.getMeta(turnedTokens) !== undefined

const textKey = 'Alt+Enter'
const called = (reading: string, isSaid = false) => {
  const name = isSaid ? undefined : markName(reading)
  return name ? `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}` : `“${reading}”`
}

/** A screen reader's text about an uncertain token: its current reading, and what the key does. */
export const announcementOf = ({ readings, now, said }: Pick<ReadingPlace, 'readings' | 'now' | 'said'>): string => {
  const next = (now + 1) % readings.length
  const then = next === 0 ? `back to ${called(said, true)}` : called(readings[next]!)
  const is = now === 0 ? `${called(said, true)} as it was said` : `Now ${called(readings[now]!)}`
  return `${is}. ${textKey}: ${then}.`
}

/** The text of a block around a word, with one of its readings. */
const formOf = (doc: Node, range: { from: number; to: number }, word: Stretch, reading: string): Form => {
  const { parent, pos } = doc.resolve(word.from)
  const start = pos - doc.resolve(word.from).parentOffset
  const [before, behind] = [parent.textContent.slice(0, word.from - start), parent.textContent.slice(word.to - start)]
  const change = changeTo(before, behind, reading)
  const paragraph = doc.type.schema.nodes.paragraph!
  const tr = new Transform(doc)
  const letter = change.startsSentence ? sentenceLetter(behind.slice(change.behind)) : undefined
  if (letter !== undefined) {
    const at = word.to + change.behind + letter
    const capital = doc.textBetween(at, at + 1).toUpperCase()
    tr.replaceWith(at, at + 1, doc.type.schema.text(capital, doc.nodeAt(at)?.marks))
  }
  const [from, to] = [word.from - change.before, word.to + change.behind]
  const text = change.put.replaceAll('\n', '')
  const put = text ? doc.type.schema.text(text, doc.nodeAt(word.from)?.marks) : []
  tr.replaceWith(from, to, put)
  let end = from + text.trimEnd().length
  for (let breaks = change.put.length - text.length; breaks > 0; breaks -= 1) {
    tr.split(end, 1, [{ type: paragraph, attrs: { newParagraph: true } }])
    end += 2
  }
  const begins = from + (text.length - text.trimStart().length)
  const whole = tr.doc.slice(range.from, tr.mapping.map(range.to, 1))
  return { reading, slice: whole, from: begins - range.from, to: end - range.from }
}

/** A token of the document, with each of its forms. */
const turnedOf = (doc: Node, word: Stretch & { doubt: Doubt }): Turned => {
  const { doubt } = word
  const $word = doc.resolve(word.from)
  const text = $word.parent.textContent
  const before = text.slice(0, $word.parentOffset)
  const behind = text.slice($word.parentOffset + word.to - word.from)
  const from = word.from - (before.length - before.trimEnd().length)
  const range = { from, to: word.to + reachBehind(behind) }
  const said = {
    reading: doubt.said,
    slice: doc.slice(range.from, range.to),
    from: word.from - from,
    to: word.to - from,
  }
  const others = doubt.readings.map((reading) => formOf(doc, range, word, reading))
  return { doubt, ...range, forms: [said, ...others] }
}

/** Index of the form in the document; -1: somebody has changed it since. */
const formNow = (doc: Node, { from, to, forms }: Turned) => {
  const slice = doc.slice(from, to)
  return forms.findIndex((form) => form.slice.eq(slice))
}

const touches = ({ selection }: EditorState, from: number, to: number) => selection.from <= to && selection.to >= from

/** The uncertain token at the caret or selection, replaced already or not. */
const placeAt = (state: EditorState, map: WordMap): (Turned & { now: number }) | undefined => {
  const { doc, selection } = state
  const { parent } = selection.$from
  const start = selection.from - selection.$from.parentOffset
  const words = parent.type.name === 'paragraph' ? map.unsureIn(parent) : []
  const here = words.flatMap(({ doubt, ...word }) => {
    const [from, to] = [start + word.from, start + word.to]
    return doubt && touches(state, from, to) ? [{ ...word, doubt, from, to }] : []
  })
  const selected = here.find(({ from, to }) => from === selection.from && to === selection.to)
  if (selected) return { ...turnedOf(doc, selected), now: 0 }
  for (const turned of turnedTokens.getState(state) ?? []) {
    if (!touches(state, turned.from, turned.to)) continue
    const now = formNow(doc, turned)
    const form = now > 0 ? turned.forms[now]! : undefined
    if (form && touches(state, turned.from + form.from, turned.from + form.to)) return { ...turned, now }
  }
  return here[0] && { ...turnedOf(doc, here[0]), now: 0 }
}

const shown = ({ doubt, from, forms, now }: Turned & { now: number }): ReadingPlace => ({
  said: doubt.said,
  readings: forms.map(({ reading }) => reading),
  now,
  to: from + forms[now]!.to,
})
const isSame = (one: ReadingPlace | null, other: ReadingPlace | null) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Replaces uncertain words by their other readings (Q209, Q210): each reading once, then the original again. The
 * current reading is found by comparing the text, so that undo, redo and typing need no records.
 */
export const createReadings = (map: () => WordMap, { onReading, onAnnounce }: ReadingListeners) => {
  const plugin = new Plugin<readonly Turned[]>({
    key: turnedTokens,
    state: {
      init: () => [],
      apply: (tr, known) => {
        const turned: Turned | undefined = tr.getMeta(turnedTokens)
        const kept = turned ? [...known.filter(({ doubt }) => doubt !== turned.doubt), turned] : known
        if (!tr.docChanged || kept.length === 0) return kept
        return kept
          .map((one) => ({ ...one, from: tr.mapping.map(one.from, -1), to: tr.mapping.map(one.to, 1) }))
          .filter(({ from, to }) => from < to)
      },
    },
    view: () => {
      let last: ReadingPlace | null = null
      return {
        update: (view) => {
          const place = view.editable ? placeAt(view.state, map()) : undefined
          const now = place && place.forms.length > 1 ? shown(place) : null
          if (!isSame(now, last)) onReading(now)
          last = now
        },
      }
    },
    props: {
      handleKeyDown: (_, { key }) => {
        if (key === 'Escape') onReading(null)
        return false
      },
    },
  })
  /** Replaces the uncertain token at the caret by its next reading, or by the given one; false if there is none. */
  const turn =
    (to?: number): Command =>
    (state, dispatch) => {
      const place = placeAt(state, map())
      if (!place || place.forms.length < 2 || !dispatch) return false
      const { now, ...turned } = place
      const next = to ?? (now + 1) % turned.forms.length
      const form = turned.forms[next]!
      const tr = closeHistory(state.tr).replace(turned.from, turned.to, form.slice)
      const [from, end] = [turned.from + form.from, turned.from + form.to]
      // The original word is selected, as F6 selects it. After a replacement, the caret is behind the new word.
      tr.setSelection(TextSelection.create(tr.doc, next === 0 ? from : end, end)).setMeta(turnedTokens, turned)
      dispatch(tr.scrollIntoView())
      onAnnounce(
        announcementOf({ said: turned.doubt.said, readings: turned.forms.map(({ reading }) => reading), now: next }),
      )
      return true
    }
  /** The announcement when the caret comes to an uncertain token. */
  const hint = (state: EditorState) => {
    const place = placeAt(state, map())
    if (place && place.now === 0 && place.forms.length > 1) onAnnounce(announcementOf(shown(place)))
  }
  return { plugin, turn, hint }
}
