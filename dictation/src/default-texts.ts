import { phraseToken, type Phrases } from './expand-phrases.ts'
import { headingText, type NoteHeading, plainText } from './note-text.ts'
import type { Token } from './token.ts'

/** A heading of a template, with what a note does about it. */
export interface TemplateHeading extends NoteHeading {
  /** Stands where nothing was dictated; a phrase, whose fields are filled. */
  defaultValue?: string
  /** What was dictated stands behind the default text, not instead of it. */
  appendToDefault?: boolean
  /** Has to have a text. */
  required?: boolean
}

/** What stands under a heading: what was dictated, behind the default text or instead of it. */
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

/** The required headings under which nothing stands, as a note spells them, in the order of the template. */
export function emptyRequired(
  template: readonly TemplateHeading[],
  sections: readonly { heading: Pick<NoteHeading, 'customUIHeading'>; content: readonly { value: string }[] }[],
): string[] {
  const isFilled = (name: string) =>
    sections.some(
      ({ heading, content }) =>
        headingText(heading.customUIHeading) === name && content.some(({ value }) => plainText(value).trim() !== ''),
    )
  return template
    .filter(({ required }) => required)
    .map(({ customUIHeading }) => headingText(customUIHeading))
    .filter((name) => !isFilled(name))
}
