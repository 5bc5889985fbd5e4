import type { Token } from './token.ts'

/** Where a piece of written text stands in the text, and which recognised words it came from. */
export interface PlacedToken {
  text: string
  /** Offsets in characters, the end excluded. */
  from: number
  to: number
  wordIndexes: number[]
}

export interface Line {
  text: string
  /** True when a blank line stands before it. */
  isParagraph: boolean
}

export interface Layout {
  lines: Line[]
  /** Offsets count in the lines joined by `\n`. */
  tokens: PlacedToken[]
}

const capital = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

/**
 * Joins tokens to lines: marks cling to what stands before them, sentences begin with a capital letter.
 * @param isSentence false for a phrase, whose first letter stays as it is.
 */
export function layOut(tokens: readonly Token[], isSentence = true): Layout {
  const lines: Line[] = []
  const placed: PlacedToken[] = []
  let text = ''
  let isParagraph = false
  let startsSentence = isSentence
  let clings = true
  let lineStart = 0

  const endLine = () => {
    if (text === '') return
    lines.push({ text, isParagraph: isParagraph && lines.length > 0 })
    lineStart += text.length + 1
    text = ''
    isParagraph = false
  }
  for (const token of tokens) {
    if (token.kind === 'line' || token.kind === 'paragraph') {
      endLine()
      if (token.kind === 'paragraph') isParagraph = true
      startsSentence = isSentence
      clings = true
      continue
    }
    const isMark = token.kind === 'mark' || token.kind === 'joining'
    if (isMark && (text === '' || text.endsWith(token.text))) continue
    if (!clings && !isMark) text += ' '
    const shown = startsSentence && token.kind === 'word' ? capital(token.text) : token.text
    const from = lineStart + text.length
    text += shown
    placed.push({ text: shown, from, to: lineStart + text.length, wordIndexes: [...token.from] })
    if (token.kind === 'word') startsSentence = isSentence && /[.?!]$/.test(shown)
    else if (/[.?!]/.test(token.text)) startsSentence = isSentence
    clings = token.kind === 'opening' || token.kind === 'joining'
  }
  endLine()
  return { lines, tokens: placed }
}
