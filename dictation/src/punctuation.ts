import type { Token } from './token.ts'

const marks: Record<string, Pick<Token, 'text' | 'kind'>> = {
  period: { text: '.', kind: 'mark' },
  'full stop': { text: '.', kind: 'mark' },
  comma: { text: ',', kind: 'mark' },
  colon: { text: ':', kind: 'mark' },
  semicolon: { text: ';', kind: 'mark' },
  'semi colon': { text: ';', kind: 'mark' },
  'question mark': { text: '?', kind: 'mark' },
  'exclamation point': { text: '!', kind: 'mark' },
  'exclamation mark': { text: '!', kind: 'mark' },
  hyphen: { text: '-', kind: 'joining' },
  slash: { text: '/', kind: 'joining' },
  'open paren': { text: '(', kind: 'opening' },
  'open parenthesis': { text: '(', kind: 'opening' },
  'close paren': { text: ')', kind: 'mark' },
  'close parenthesis': { text: ')', kind: 'mark' },
  'next paragraph': { text: '', kind: 'paragraph' },
  'new paragraph': { text: '', kind: 'paragraph' },
  'next line': { text: '', kind: 'line' },
  'new line': { text: '', kind: 'line' },
}
const mostWords = 2

/** Words after which "period", "colon" and "comma" are what they say: "a period of", "the colon". */
const articles = new Set([
  'a',
  'an',
  'the',
  'this',
  'that',
  'each',
  'no',
  'of',
  'transverse',
  'sigmoid',
  'ascending',
  'descending',
  'grace',
])
const alsoNouns = new Set(['period', 'colon', 'comma'])

const plain = (text: string) => text.toLowerCase().replace(/[.,;:!?]+$/, '')

/** Spoken punctuation and breaks become marks; everything else stays as it was heard. */
export function readPunctuation(tokens: readonly Token[]): Token[] {
  const read: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = findMark(tokens, at)
    if (!found || isNoun(tokens, at, found.count)) {
      read.push(tokens[at]!)
      at += 1
      continue
    }
    const from = tokens.slice(at, at + found.count).flatMap((token) => token.from)
    read.push({ ...found.mark, from })
    at += found.count
  }
  return read
}

function findMark(tokens: readonly Token[], at: number) {
  for (let count = Math.min(mostWords, tokens.length - at); count > 0; count -= 1) {
    const name = tokens
      .slice(at, at + count)
      .map(({ text }) => plain(text))
      .join(' ')
    const mark = Object.hasOwn(marks, name) ? marks[name] : undefined
    if (mark) return { mark, count }
  }
  return undefined
}

function isNoun(tokens: readonly Token[], at: number, count: number): boolean {
  const name = plain(tokens[at]!.text)
  if (count > 1 || !alsoNouns.has(name)) return false
  const before = tokens[at - 1]
  return before !== undefined && articles.has(plain(before.text)) && before.text === plain(before.text)
}
