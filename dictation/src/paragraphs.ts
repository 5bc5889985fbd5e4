import type { Run } from './note-text.ts'
import { isAbbreviation } from './recognised-tokens.ts'
import type { Token } from './token.ts'

/** The place of a piece of written text in the whole text, and the recognised words that it came from. */
export interface PlacedToken {
  text: string
  /** Offsets in characters; the end is exclusive. */
  from: number
  to: number
  wordIndexes: number[]
  /**
   * The other readings if the words may mean something else, likeliest first. A reading is a mark ("." or ":") that
   * joins the word before it, a break ("\n" or "\n\n"), or text. Empty: unsure, without another reading.
   */
  unsure?: readonly string[]
}

export interface Line {
  /** The text of the runs. */
  text: string
  runs: Run[]
  /** The number of blank lines before it. */
  blankLines: number
}

export interface Layout {
  lines: Line[]
  /** Offsets count in the lines joined by `\n`. */
  tokens: PlacedToken[]
}

/** Whether a text ends with an abbreviation's full stop. */
const endsAbbreviated = (text: string) => isAbbreviation(text.slice(text.lastIndexOf(' ') + 1))
const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
const sentenceOver = /[.?!]["'”’)\]]*\s*$/
const opens = /[\s([]$/
const closes = /^[.,;:!?)\]]/
const textOf = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** Builds the lines: text and runs are added to the end of the last line. */
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
    /** The offset of the next added text, in the lines joined by line feeds. */
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
 * Joins tokens to lines. Marks join the text before them, and sentences begin with a capital letter. A phrase stays as
 * it is, on lines of its own if it has several, and the following text continues after it.
 * @param isSentence false for a passage whose first letter stays as it is
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
    // If a phrase or an abbreviation ends with a mark, no other mark is added.
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
    // A mark that the engine wrote after a word belongs to that word.
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
