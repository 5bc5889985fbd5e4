import type { Run } from './note-text.ts'
import { isAbbreviation } from './recognised-tokens.ts'
import type { Token } from './token.ts'

/** Where a piece of written text stands in the text, and which recognised words it came from. */
export interface PlacedToken {
  text: string
  /** Offsets in characters, the end excluded. */
  from: number
  to: number
  wordIndexes: number[]
  /**
   * Set where the words may have been meant otherwise: the other readings, the likeliest first; a mark ("." or ":") that clings to the
   * word before it, a break ("\n" or "\n\n"), or text. Empty: unsure, and nothing to offer.
   */
  unsure?: readonly string[]
}

export interface Line {
  /** The letters of the runs. */
  text: string
  runs: Run[]
  /** Blank lines before it. */
  blankLines: number
}

export interface Layout {
  lines: Line[]
  /** Offsets count in the lines joined by `\n`. */
  tokens: PlacedToken[]
}

/** Whether a text ends with a full stop that is an abbreviation's. */
const endsAbbreviated = (text: string) => isAbbreviation(text.slice(text.lastIndexOf(' ') + 1))
const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
const sentenceOver = /[.?!]["'”’)\]]*\s*$/
const opens = /[\s([]$/
const closes = /^[.,;:!?)\]]/
const textOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** Lines in the making: plain letters and runs are added at the end of the last. */
function createLines() {
  const lines: Line[] = []
  let [runs, plain, text] = [[] as Run[], '', '']
  let [start, blankLines] = [0, 0]
  const flush = () => {
    if (plain !== '') runs.push({ text: plain, formats: [] })
    plain = ''
  }
  return {
    lines,
    get text() {
      return text
    },
    /** Where what is added next stands in the lines joined by line feeds. */
    get at() {
      return start + text.length
    },
    add(letters: string) {
      plain += letters
      text += letters
    },
    addRuns(added: readonly Run[]) {
      flush()
      runs.push(...added)
      text += textOf(added)
    },
    end() {
      if (text === '') return
      flush()
      lines.push({ text, runs, blankLines: lines.length > 0 ? blankLines : 0 })
      start += text.length + 1
      ;[runs, text, blankLines] = [[], '', 0]
    },
    blank(atLeast: number) {
      blankLines = Math.max(blankLines, atLeast)
    },
    oneMoreBlank() {
      blankLines += 1
    },
  }
}

/**
 * Joins tokens to lines: marks cling to what stands before them, sentences begin with a capital letter. A phrase stands as it is, on
 * lines of its own where it has several; what follows goes on behind it.
 * @param isSentence false for a passage whose first letter stays as it is.
 */
export function layOut(tokens: readonly Token[], isSentence = true): Layout {
  const made = createLines()
  const placed: PlacedToken[] = []
  let startsSentence = isSentence
  let clings = true
  let isAfterPhrase = false

  const place = (from: number, text: string, token: Token) =>
    placed.push({
      text,
      from,
      to: from + text.length,
      wordIndexes: [...token.from],
      ...(token.unsure && { unsure: token.unsure }),
    })
  const addPhrase = (token: Token) => {
    for (const [index, line] of token.inserted!.lines.entries()) {
      if (index > 0 && made.text === '') made.oneMoreBlank()
      else if (index > 0) made.end()
      const text = textOf(line)
      if (text === '') continue
      if (index === 0 && !clings && !closes.test(text)) made.add(' ')
      place(made.at, text, token)
      made.addRuns(line)
    }
    startsSentence = made.text === '' ? isSentence : sentenceOver.test(made.text)
    clings = made.text === '' || opens.test(made.text)
  }
  for (const token of tokens) {
    if (token.kind === 'line' || token.kind === 'paragraph') {
      made.end()
      if (token.kind === 'paragraph') made.blank(1)
      startsSentence = true
      clings = true
      continue
    }
    if (token.kind === 'phrase') {
      addPhrase(token)
      isAfterPhrase = true
      continue
    }
    const isMark = token.kind === 'mark' || token.kind === 'joining'
    // A phrase keeps the mark that it ends with, and so does an abbreviation.
    const isOverAlready = isAfterPhrase && /^[.,;:?!]$/.test(token.text) && /[.,;:?!]$/.test(made.text)
    const isThere = isOverAlready || (/^[.,;:?!]$/.test(token.text) && made.text.endsWith(token.text))
    if (isMark && (made.text === '' || isThere)) {
      placed.at(-1)?.wordIndexes.push(...token.from)
      if (/[.?!]/.test(token.text)) startsSentence = true
      continue
    }
    if (!clings && !isMark) made.add(' ')
    const shown = startsSentence && token.kind === 'word' ? capital(token.text) : token.text
    const last = placed.at(-1)
    // A mark that the engine wrote behind a word is part of it.
    if (isMark && token.from.length === 0 && last?.to === made.at && !isAfterPhrase) {
      last.text += shown
      last.to += shown.length
    } else place(made.at, shown, token)
    made.add(shown)
    if (token.kind === 'word') startsSentence = /[.?!]$/.test(shown) && !endsAbbreviated(shown)
    else if (token.kind !== 'opening')
      startsSentence = /[.?!]/.test(token.text) || (startsSentence && token.text === ')')
    clings = token.kind === 'opening' || token.kind === 'joining'
    isAfterPhrase = false
  }
  made.end()
  return { lines: made.lines, tokens: placed }
}
