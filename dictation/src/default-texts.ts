import { phraseToken, type Phrases } from './expand-phrases.ts'
import type { TemplateHeading } from './required-headings.ts'
import type { Token } from './token.ts'

/** The text under a heading: the dictated text, which follows or replaces the default text. */
export function withDefault(
  { defaultValue = '', appendToDefault = false }: TemplateHeading,
  dictated: readonly Token[],
  { phrases, second }: { phrases: Phrases; second: number },
): readonly Token[] {
  const isDictated = dictated.some(({ kind }) => kind === 'word' || kind === 'phrase')
  if (defaultValue === '' || (isDictated && !appendToDefault)) return dictated
  const token = phraseToken({ id: null, phrase: defaultValue, dynamic: true }, [], phrases, second)
  if (!token) return dictated
  return isDictated ? [token, { kind: 'line', text: '', from: [] }, ...dictated] : [token]
}
