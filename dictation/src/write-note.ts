import { withDefault } from './default-texts.ts'
import { isNumberPart, readCommands, writeNumbers } from './english/index.ts'
import { lettersOf, noPhrases, type Phrases } from './expand-phrases.ts'
import { knownHeadings } from './headings.ts'
import { headingText, type NoteHeading, writeText } from './note-text.ts'
import { layOut, type PlacedToken } from './paragraphs.ts'
import { type Part, readSections } from './read-sections.ts'
import { asTokens, spellBrackets, withHyphens } from './recognised-tokens.ts'
import { emptyRequired, type TemplateHeading } from './required-headings.ts'
import type { RecognisedWord, Token } from './token.ts'

export interface WrittenContent {
  /** The text in the form of a note: letters, formats, and the blanks of phrases. */
  value: string
  type: 'Text'
  newParagraph: boolean
  /** The number of blank lines before it (Q123). */
  count: number
}

export interface WrittenSection {
  heading: NoteHeading
  content: WrittenContent[]
  /** Offsets count in the section's plain text, its values joined by `\n`. */
  tokens: PlacedToken[]
}

/** Text that was inserted and not dictated: by a phrase, or as the default text of a heading (null). */
export interface Insertion {
  phraseId: string | null
  /** The number of letters, as `lettersOf` counts them. */
  letters: number
}

export interface WrittenNote {
  sections: WrittenSection[]
  insertions: Insertion[]
  /** The required headings without text, spelled as in the note. */
  emptyRequired: string[]
}

export interface Headings {
  templateHeadings: readonly TemplateHeading[]
  systemHeadings: readonly { name: string; spoken: readonly string[] }[]
  /**
   * Directional Flow (Q077): the dictation begins under the template's first heading, and "next heading" or "next
   * section" goes to the following one. A spoken heading can still go anywhere. After the last heading, the words stay
   * as said.
   */
  isInOrder?: boolean
}

const noHeading: NoteHeading = { customUIHeading: '', systemHeading: 'NONE' }
const asStored = (heading: NoteHeading): NoteHeading => ({
  customUIHeading: headingText(heading.customUIHeading),
  systemHeading: heading.systemHeading,
})

const asWritten = (tokens: readonly Token[]): Token[] => withHyphens(writeNumbers(spellBrackets(tokens)))

function writeSection(heading: NoteHeading, tokens: readonly Token[]): WrittenSection {
  const layout = layOut(asWritten(tokens))
  const content = layout.lines.map(({ runs, blankLines }, index) => ({
    value: writeText(runs),
    type: 'Text' as const,
    newParagraph: index > 0,
    count: blankLines,
  }))
  return { heading, content, tokens: layout.tokens }
}

/**
 * The parts in the order of the note: the text without a heading, the template's headings in its order, then others as
 * they were said.
 */
function inOrder(parts: readonly Part[], template: readonly TemplateHeading[], phrases: Phrases): Part[] {
  const given = template.map((heading) => {
    const stored = asStored(heading)
    const said = parts.find((part) => part.heading.customUIHeading === stored.customUIHeading)
    const { second, tokens } = said ?? { second: 0, tokens: [] }
    return { heading: said?.heading ?? stored, second, tokens: [...withDefault(heading, tokens, { phrases, second })] }
  })
  const names = new Set(given.map(({ heading }) => heading.customUIHeading))
  const others = parts.filter(({ heading }) => !names.has(heading.customUIHeading))
  return [
    ...others.filter(({ heading }) => heading === noHeading),
    ...given,
    ...others.filter(({ heading }) => heading !== noHeading),
  ]
}

/**
 * Writes the sectioned note of a dictation: spoken punctuation, numbers, headings of the template or the system, and
 * the author's phrases where they were called for. The template's headings come in its order, with their default text
 * or empty if nobody dictated them. Other sections follow in the order in which they were said.
 */
export function writeWholeNote(
  words: readonly RecognisedWord[],
  { templateHeadings, systemHeadings, isInOrder = false }: Headings,
  phrases: Phrases = noPhrases,
): WrittenNote {
  const first = isInOrder ? templateHeadings[0] : undefined
  const parts = readSections(readCommands(asTokens(words, isNumberPart)), {
    words,
    known: knownHeadings(templateHeadings, systemHeadings),
    phrases,
    flow: first && templateHeadings,
    first: first ? asStored(first) : noHeading,
  })
  const ordered = inOrder(parts, templateHeadings, phrases)
  const sections = ordered
    .map(({ heading, tokens }) => writeSection(heading, tokens))
    .filter(({ heading, content }) => heading !== noHeading || content.length > 0)
  const insertions = ordered.flatMap(({ tokens }) =>
    tokens.flatMap(({ inserted }) =>
      inserted ? [{ phraseId: inserted.phraseId, letters: lettersOf(inserted.lines) }] : [],
    ),
  )
  return { sections, insertions, emptyRequired: emptyRequired(templateHeadings, sections) }
}

/** Does the same as `writeWholeNote` for an author without phrases. Returns only the sections. */
export const writeNote = (words: readonly RecognisedWord[], headings: Headings): WrittenSection[] =>
  writeWholeNote(words, headings).sections

/** Writes one passage without headings in the form of a note. A phrase keeps its first letter. */
export function toWritten(spoken: string): string {
  const words = spoken.split(/\s+/).map((word) => ({ word, start: 0, end: 0, confidence: null }))
  return layOut(asWritten(readCommands(asTokens(words, isNumberPart))), false)
    .lines.map(({ text, blankLines }, index) => (index === 0 ? text : '\n'.repeat(1 + blankLines) + text))
    .join('')
}
