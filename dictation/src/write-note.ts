import { findHeading, knownHeadings } from './headings.ts'
import { headingText, type NoteHeading, writeLetters } from './note-text.ts'
import { layOut, type PlacedToken } from './paragraphs.ts'
import { readPunctuation } from './punctuation.ts'
import { type RecognisedWord, type Token, word } from './token.ts'
import { writeNumbers } from './written-numbers.ts'

export interface WrittenContent {
  /** Text with `&`, `<` and `>` escaped: values may carry inline tags elsewhere. */
  value: string
  type: 'Text'
  newParagraph: boolean
  /** Blank lines before it (Q123). */
  count: number
}

export interface WrittenSection {
  heading: NoteHeading
  content: WrittenContent[]
  /** Offsets count in the section's plain text, its values joined by `\n`. */
  tokens: PlacedToken[]
}

export interface Headings {
  templateHeadings: readonly NoteHeading[]
  systemHeadings: readonly { name: string; spoken: readonly string[] }[]
}

const noHeading: NoteHeading = { customUIHeading: '', systemHeading: 'NONE' }
const asTokens = (words: readonly { word: string }[]): Token[] =>
  words.flatMap(({ word: text }, index) => (text.trim() === '' ? [] : [word(text.trim(), [index])]))

function writeSection(heading: NoteHeading, tokens: readonly Token[]): WrittenSection {
  const layout = layOut(writeNumbers(tokens))
  const content = layout.lines.map(({ text, isParagraph }, index) => ({
    value: writeLetters(text),
    type: 'Text' as const,
    newParagraph: index > 0,
    count: isParagraph ? 1 : 0,
  }))
  return { heading, content, tokens: layout.tokens }
}

/**
 * The sectioned note of a dictation: spoken punctuation, plain numbers, and headings of the template or the system.
 * The template's headings come in its order, empty when nobody dictated them; other sections follow as they were said.
 */
export function writeNote(words: readonly RecognisedWord[], headings: Headings): WrittenSection[] {
  const known = knownHeadings(headings.templateHeadings, headings.systemHeadings)
  const tokens = readPunctuation(asTokens(words))
  const parts: { heading: NoteHeading; tokens: Token[] }[] = [{ heading: noHeading, tokens: [] }]
  for (let at = 0; at < tokens.length; ) {
    const found = findHeading(tokens, at, known)
    if (found) {
      const { customUIHeading, systemHeading } = found.heading
      const same = parts.find(({ heading }) => heading.customUIHeading === customUIHeading)
      // Said again: what follows belongs to the section that stands already.
      if (same) parts.splice(parts.indexOf(same), 1)
      parts.push({
        heading: { customUIHeading, systemHeading },
        tokens: same ? [...same.tokens, { text: '', kind: 'paragraph', from: [] }] : [],
      })
      at += found.count
    } else {
      parts.at(-1)!.tokens.push(tokens[at]!)
      at += 1
    }
  }
  const sections = parts.map((part) => writeSection(part.heading, part.tokens))
  const [preface, ...said] = sections.toSorted(
    (a, b) => Number(b.heading === noHeading) - Number(a.heading === noHeading),
  )
  return [
    ...(preface && preface.content.length > 0 ? [preface] : []),
    ...inTemplateOrder(said, headings.templateHeadings),
  ]
}

function inTemplateOrder(said: readonly WrittenSection[], template: readonly NoteHeading[]): WrittenSection[] {
  const named = (name: string) => said.find(({ heading }) => heading.customUIHeading === headingText(name))
  const names = new Set(template.map(({ customUIHeading }) => headingText(customUIHeading)))
  return [
    ...template.map(
      (heading) =>
        named(heading.customUIHeading) ??
        writeSection({ ...heading, customUIHeading: headingText(heading.customUIHeading) }, []),
    ),
    ...said.filter(({ heading }) => !names.has(heading.customUIHeading)),
  ]
}

/** One passage without headings, in the form a note has it; a phrase keeps its first letter. */
export function toWritten(spoken: string): string {
  const tokens = readPunctuation(asTokens(spoken.split(/\s+/).map((text) => ({ word: text }))))
  return layOut(writeNumbers(tokens), false)
    .lines.map(({ text }) => text)
    .join('\n')
}
