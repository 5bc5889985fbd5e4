import { nameOfItem } from '@dictara/contract/collection'
import type { FieldValues, WorkPhrase } from '@dictara/contract/note-phrases'
import { blankText, headingText } from '@dictara/dictation/note-text'
import { phraseLines } from '@dictara/dictation/phrase-text'

/** A phrase as shown in a list and found by a search. */
export interface BookPhrase extends WorkPhrase {
  /** Its text on one line, with fields filled in; a field without a value is shown as a blank. */
  readonly preview: string
  /** Key and text as a search compares them: without case and accents. */
  readonly foldedKey: string
  readonly foldedText: string
  /** The headings under which it may stand, in comparable form; null: anywhere. */
  readonly under: ReadonlySet<string> | null
}

/** Search results at a place, best first, and the number of further matches that belong under other headings. */
export interface FoundPhrases {
  readonly phrases: readonly BookPhrase[]
  readonly elsewhere: number
}

export interface PhraseBook {
  readonly size: number
  /** The phrases could not be loaded, so there are none. */
  readonly isUnread?: boolean
  readonly fields: FieldValues
  find(words: string, heading: string): FoundPhrases
  /**
   * The longest key at the end of the text, and its length there in letters. Only phrases allowed under this heading
   * count.
   */
  keyAtEnd(text: string, heading: string): { phrase: BookPhrase; length: number } | undefined
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** “week 2” before “week 10”. */
const byKey = new Intl.Collator('en', { numeric: true }).compare

const isWordly = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/**
 * How many characters before the caret are searched for a key. Keys have at most 100 characters, but may be typed with
 * extra spaces.
 */
const lookedAt = 160

/** `heading` as stored. */
const mayStand = ({ under }: BookPhrase, heading: string) => under === null || under.has(heading)

const prepared = (phrase: WorkPhrase, fields: FieldValues): BookPhrase => {
  const preview = phraseLines(phrase.phrase, phrase.dynamic ? fields : null, () => ({ id: '', second: 0 }))
    .map((line) => line.map(({ text, blank }) => (blank ? blankText : text)).join(''))
    .join(' ')
  return {
    ...phrase,
    preview,
    foldedKey: folded(phrase.key),
    foldedText: folded(preview),
    under: phrase.headings && new Set(phrase.headings.map(headingText)),
  }
}

/**
 * Prepares the phrases of a note's author once: a search goes through all of them at every key (2,000 within a frame).
 */
export const createPhraseBook = (phrases: readonly WorkPhrase[], fields: FieldValues): PhraseBook =>
  bookOf(
    phrases.map((phrase) => prepared(phrase, fields)),
    fields,
  )

/** The book to use if the phrases cannot be loaded. */
export const unreadBook: PhraseBook = { ...createPhraseBook([], {}), isUnread: true }

/** How many phrases are prepared at once: about 2 ms of work. */
const atOnce = 50

/** Prepares the phrases piece by piece, so that typing is not delayed. */
export async function readPhraseBook(phrases: readonly WorkPhrase[], fields: FieldValues): Promise<PhraseBook> {
  const done: BookPhrase[] = []
  for (let from = 0; from < phrases.length; from += atOnce) {
    for (const phrase of phrases.slice(from, from + atOnce)) done.push(prepared(phrase, fields))
    await new Promise((later) => setTimeout(later))
  }
  return bookOf(done, fields)
}

const isSameFind = (one: FoundPhrases, other: FoundPhrases) =>
  one.elsewhere === other.elsewhere &&
  one.phrases.length === other.phrases.length &&
  one.phrases.every((phrase, at) => phrase === other.phrases[at])

function bookOf(inAnyOrder: readonly BookPhrase[], fields: FieldValues): PhraseBook {
  const all = inAnyOrder.toSorted((one, other) => byKey(one.foldedKey, other.foldedKey))
  const byName = Map.groupBy(all, ({ key }) => nameOfItem(key))
  const found = (chosen: readonly BookPhrase[], heading: string): FoundPhrases => {
    const stored = headingText(heading)
    const here = chosen.filter((phrase) => mayStand(phrase, stored))
    return { phrases: here, elsewhere: chosen.length - here.length }
  }
  /** The previous search: a longer search text looks only through its results, and equal results keep the same list. */
  let before = { text: '', matched: all, found: { phrases: all, elsewhere: 0 } as FoundPhrases }
  return {
    size: all.length,
    fields,
    find(words, heading) {
      const text = folded(words)
      const asked = text.split(/\s+/).filter(Boolean)
      const whole = asked.join(' ')
      const matched: BookPhrase[] = []
      const ranks: BookPhrase[][] = [[], [], []]
      for (const phrase of text.startsWith(before.text) ? before.matched : all) {
        const { foldedKey, foldedText } = phrase
        if (!asked.every((word) => foldedKey.includes(word) || foldedText.includes(word))) continue
        matched.push(phrase)
        ranks[foldedKey.startsWith(whole) ? 0 : asked.every((word) => foldedKey.includes(word)) ? 1 : 2]!.push(phrase)
      }
      const now = found(ranks.flat(), heading)
      before = { text, matched, found: isSameFind(now, before.found) ? before.found : now }
      return before.found
    },
    keyAtEnd(text, heading) {
      const last = text.slice(-lookedAt)
      const stored = headingText(heading)
      if (byName.size === 0 || last === '' || /\s$/u.test(last)) return undefined
      for (let from = 0; from < last.length; from += 1) {
        // A key does not begin within a word, nor at the second half of a surrogate pair.
        if (isWordly(last[from - 1]) && isWordly(last[from])) continue
        if (/\s/u.test(last[from]!)) continue
        const phrase = byName.get(nameOfItem(last.slice(from)))?.find((one) => mayStand(one, stored))
        if (phrase) return { phrase, length: last.length - from }
      }
      return undefined
    },
  }
}
