import { said, type Token } from '../token.ts'

/** Makes a set of the words of a text, separated by spaces. */
export const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Whether the word at a position is in a set. */
export const isOneOf = (words: ReadonlySet<string>, tokens: readonly Token[], at: number): boolean =>
  words.has(said(tokens, at) ?? '')

/** Whether the words from a position on are these. */
export const saysAt = (tokens: readonly Token[], at: number, ...words: readonly string[]): boolean =>
  words.every((word, index) => said(tokens, at + index) === word)

/** Whether one of the `most` words before a position in the same sentence is in a set. */
export function isNear(words: ReadonlySet<string>, tokens: readonly Token[], at: number, most: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - most); index -= 1) {
    const { kind, text } = tokens[index]!
    if (kind === 'line' || kind === 'paragraph' || (kind === 'mark' && /^[.?!;]/.test(text))) return false
    if (words.has(text.toLowerCase())) return true
  }
  return false
}

/** Whether one of the `most` tokens from a position on is in a set, with only words before it. */
export function isSoon(words: ReadonlySet<string>, tokens: readonly Token[], at: number, most: number): boolean {
  for (let index = at; index < at + most; index += 1) {
    const name = said(tokens, index)
    if (name === undefined) return false
    if (words.has(name)) return true
  }
  return false
}
