import { headingText, type NoteHeading, plainText } from './note-text.ts'

/** A heading of a template, with what a note does about it. */
export interface TemplateHeading extends NoteHeading {
  /** Stands where nothing was dictated; a phrase, whose fields are filled. */
  defaultValue?: string
  /** What was dictated stands behind the default text, not instead of it. */
  appendToDefault?: boolean
  /** Has to have a text. */
  required?: boolean
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
