import { type Blank, headingText, type Run } from './note-text.ts'
import type { AuthorPhrase, PhraseIndex } from './phrase-index.ts'
import { type PhraseRun, phraseLines } from './phrase-text.ts'
import { soundOf } from './spoken-key.ts'
import type { RecognisedWord, Token } from './token.ts'

/** The phrases and settings that a dictation can use. */
export interface Phrases {
  index: PhraseIndex
  /** A key spoken as a whole sentence inserts its phrase, as “insert” with the key always does. */
  keyAlone: boolean
  /** The values of the fields of dynamic phrases; null means unknown, and becomes a blank. */
  fields: Readonly<Record<string, string | null>>
  /** Returns the id for a new blank. */
  newBlankId(): string
  /** Called for each inserted phrase and default text: the words that called for it, its lines, and when it was said, in seconds. */
  onPut?(from: readonly number[], lines: readonly (readonly PhraseRun[])[], second: number): void
}

export const noPhrases: Phrases = {
  index: { longest: () => 0, find: () => [], nearest: () => undefined },
  keyAlone: false,
  fields: {},
  newBlankId: () => '',
}

/** A phrase token, and the number of tokens that the command took. */
export interface FoundPhrase {
  token: Token
  count: number
}

const command = /^insert[,"'“”]*$/i
/** Whether a dictation may call for a phrase by “insert”. If not, the phrases need not be loaded. */
export const sayInsert = (words: readonly Pick<RecognisedWord, 'word'>[]): boolean =>
  words.some(({ word }) => command.test(word.trim()))

const stop = /[.?!]$/
const withoutMark = (word: string) => word.toLowerCase().replace(/[.,;:!?]+$/, '')
/** The most words in a key that is matched by similar sound. */
const keyWordsMost = 8
const endOfKey = /[.?!;:]$/
const isBreak = ({ kind }: Token) => kind === 'line' || kind === 'paragraph'
/** Whether a token ends a sentence. */
export const endsSentence = (token: Token): boolean => isBreak(token) || stop.test(token.text)

/** The number of inserted letters; a blank counts as none, because somebody fills it. */
export const lettersOf = (lines: readonly (readonly Run[])[]): number =>
  lines.flat().reduce((sum, { text, blank }) => sum + (blank ? 0 : [...text].length), 0)

/** A phrase as a token, with its fields filled; undefined when it has no visible content. */
export function phraseToken(
  { id, phrase, dynamic }: Pick<AuthorPhrase, 'phrase' | 'dynamic'> & { id: string | null },
  from: readonly number[],
  { fields, newBlankId, onPut }: Pick<Phrases, 'fields' | 'newBlankId' | 'onPut'>,
  second: number,
): Token | undefined {
  const blankOf = (question?: string): Blank => ({ id: newBlankId(), second, question })
  const lines = phraseLines(phrase, dynamic ? fields : null, blankOf)
  const text = lines.map((runs) => runs.map((run) => run.text).join('')).join('\n')
  if (text.trim() === '') return undefined
  onPut?.(from, lines, second)
  return { kind: 'phrase', text, from, inserted: { phraseId: id, lines } }
}

/** Reads commands in the tokens of one dictation. */
export function phraseReader(tokens: readonly Token[], words: readonly RecognisedWord[], phrases: Phrases) {
  const { index, keyAlone } = phrases
  const heardAs = (token: Token) => token.from.map((word) => words[word]!.word)
  const mayStand = (heading: string) => (one: AuthorPhrase) =>
    one.headings === null || one.headings.some((name) => headingText(name) === heading)

  /** The phrases called for by the tokens from `at` on, longest key first. */
  function* called(at: number, heading: string): Generator<{ phrase: AuthorPhrase; end: number }> {
    const ends: { end: number; sound: string; heard: string }[] = []
    const heard: string[] = []
    let sound = ''
    for (let end = at; end < tokens.length; end += 1) {
      const token = tokens[end]!
      // A mark with which the engine ended a sentence also ends the key.
      if (token.kind === 'phrase' || (token.isWritten && endOfKey.test(token.text))) break
      const raw = heardAs(token)
      heard.push(...raw.map(withoutMark))
      const added = soundOf(raw.join(''))
      sound += added
      if (sound.length > index.longest(sound)) break
      if (added) ends.push({ end: end + 1, sound, heard: heard.join(' ') })
      if (token.kind === 'word' && endOfKey.test(token.text) && added.length > 1) break
    }
    for (const one of ends.toReversed())
      for (const phrase of index.find(one.sound, one.heard))
        if (mayStand(heading)(phrase)) yield { phrase, end: one.end }
  }

  function found(phrase: AuthorPhrase, at: number, end: number): FoundPhrase | undefined {
    const from = tokens.slice(at, end).flatMap((token) => token.from)
    const token = phraseToken(phrase, from, phrases, words[from[0]!]?.start ?? 0)
    return token && { token, count: end - at }
  }

  /** The position of the next pause, mark or command. */
  function endOfCall(from: number): number {
    let end = from
    while (tokens[end]?.kind === 'word' && !command.test(tokens[end]!.text)) {
      end += 1
      if (/[.,;:!?]$/.test(tokens[end - 1]!.text)) break
    }
    return end
  }

  return {
    /** The phrase that “insert” at a token calls for and that is allowed under the heading. */
    inserted(at: number, heading: string): FoundPhrase | undefined {
      const token = tokens[at]!
      if (token.kind !== 'word' || !command.test(token.text)) return undefined
      for (const { phrase, end } of called(at + 1, heading)) {
        const one = found(phrase, at, end)
        if (one) return one
      }
      // The words up to the next pause are no key: take the key that sounds similar, if the choice is clear.
      const end = endOfCall(at + 1)
      const heard = tokens
        .slice(at + 1, end)
        .flatMap(heardAs)
        .map(withoutMark)
      const near = heard.length > 0 && heard.length <= keyWordsMost ? index.nearest(heard) : undefined
      return near && mayStand(heading)(near) ? found(near, at, end) : undefined
    },
    /** The phrase whose key is the whole sentence that begins at a token, if the clinic allows it. */
    alone(at: number, heading: string, isHeading: (at: number) => boolean): FoundPhrase | undefined {
      if (!keyAlone || tokens[at]!.kind !== 'word') return undefined
      for (const { phrase, end } of called(at, heading)) {
        const [last, next] = [tokens[end - 1]!, tokens[end]]
        const isOver = !next || (next.kind !== 'word' && next.kind !== 'phrase' && endsSentence(next))
        if (!isOver && !endsSentence(last) && !isHeading(end)) continue
        const one = found(phrase, at, end)
        if (one) return one
      }
      return undefined
    },
  }
}

/** The mark that stood at the end of a command, as engines write it that punctuate themselves. */
export function markBehind(token: Token): Token[] {
  const mark = token.kind === 'word' ? /[.,;:!?]$/.exec(token.text)?.[0] : undefined
  return mark ? [{ kind: 'mark', text: mark, from: [] }] : []
}
