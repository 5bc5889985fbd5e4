import type { Token, Written } from '../token.ts'
import { readOrdinal } from './number-words.ts'

/** "twenty first" → 21st. A small ordinal stays a word. */
export function ordinal(tokens: readonly Token[], at: number): Written | undefined {
  const found = readOrdinal(tokens, at)
  if (!found || found.count < 2) return undefined
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[found.value % 10] ?? 'th'
  return { text: `${found.value}${ending}`, count: found.count }
}
