import { findNextHeading, headingAfter } from './directional-flow.ts'
import { endsSentence, markBehind, phraseReader, type Phrases } from './expand-phrases.ts'
import { findHeading, type HeadingContext, type KnownHeading } from './headings.ts'
import { headingText, type NoteHeading } from './note-text.ts'
import type { RecognisedWord, Token } from './token.ts'

/** The text that was dictated under one heading. */
export interface Part {
  heading: NoteHeading
  tokens: Token[]
  /** The second at which the heading was said. */
  second: number
}

export interface Reading {
  words: readonly RecognisedWord[]
  known: readonly KnownHeading[]
  phrases: Phrases
  /** The headings that "next heading" steps through; absent if the dictation does not follow their order. */
  flow?: readonly NoteHeading[] | undefined
  /** The heading under which the dictation begins. */
  first: NoteHeading
}

/**
 * Divides the tokens of a dictation at the spoken headings, and inserts the phrases that are called for under each
 * heading.
 */
export function readSections(tokens: readonly Token[], { words, known, phrases, flow, first }: Reading): Part[] {
  const reader = phraseReader(tokens, words, phrases)
  const parts: Part[] = [{ heading: first, tokens: [], second: 0 }]
  // The headings in the order in which they were said. In `parts`, the current one is always the last.
  const dictatedUnder = [first]
  let before: Token | undefined
  const isAfterPause = (at: number) => tokens[at]?.isAfterPause === true
  const context: HeadingContext = { known, isAfterPause, flow }

  const go = ({ customUIHeading, systemHeading }: NoteHeading, at: number) => {
    const name = headingText(customUIHeading)
    const same = parts.find(({ heading }) => heading.customUIHeading === name)
    // The heading was said before, so the following text continues its section.
    if (same) parts.splice(parts.indexOf(same), 1)
    const second = words[tokens[at]!.from[0]!]?.start ?? 0
    const heading = same?.heading ?? { customUIHeading: name, systemHeading }
    const goesOn: Token[] = same ? [...same.tokens, { text: '', kind: 'paragraph', from: [] }] : []
    parts.push({ heading, tokens: goesOn, second: same?.second ?? second })
    dictatedUnder.push(heading)
  }
  /** @returns the number of tokens that a heading or a phrase took; 0 if the token is plain text */
  const readCommand = (at: number): number => {
    const part = parts.at(-1)!
    const { customUIHeading } = part.heading
    const put = ({ token, count }: { token: Token; count: number }) => {
      part.tokens.push(token, ...markBehind(tokens[at + count - 1]!))
      before = token
      return count
    }
    const inserted = reader.inserted(at, customUIHeading)
    if (inserted) return put(inserted)
    const next = flow && findNextHeading(tokens, at, context)
    const following = next && (next.named ?? headingAfter(flow, dictatedUnder))
    if (following) {
      go(following, at)
      before = tokens[at + next.count - 1]
      return next.count
    }
    const found = findHeading(tokens, at, context, before)
    if (found) {
      go(found.heading, at)
      before = tokens[at + found.count - 1]
      return found.count
    }
    const last = part.tokens.at(-1)
    const isFresh = last === undefined || endsSentence(last)
    const isHeading = (end: number) => findHeading(tokens, end, context) !== undefined
    const alone = isFresh ? reader.alone(at, customUIHeading, isHeading) : undefined
    return alone ? put(alone) : 0
  }

  for (let at = 0; at < tokens.length; ) {
    const count = readCommand(at)
    if (count === 0) {
      before = tokens[at]!
      parts.at(-1)!.tokens.push(before)
    }
    at += Math.max(1, count)
  }
  return parts
}
