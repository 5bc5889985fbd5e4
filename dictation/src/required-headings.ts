import { headingText, type NoteHeading, plainText } from './note-text.ts'

/** A heading of a template, and how a note treats it. */
export interface TemplateHeading extends NoteHeading {
  /** The text to use if nothing was dictated: a phrase with filled fields. */
  defaultValue?: string
  /** The dictated text follows the default text instead of replacing it. */
  appendToDefault?: boolean
  /** The note must have text under this heading. */
  required?: boolean
}

/** The required headings without text, spelled as in a note, in the order of the template. */
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
