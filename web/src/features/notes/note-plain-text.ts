import { sectionPlainText } from '@dictara/dictation/note-text'
import type { Section } from '../../editor/sections.ts'

/** The note as plain text, for the clipboard: headings in lines of their own, a blank line between sections. */
export const notePlainText = (sections: readonly Section[]): string =>
  sections
    .map(({ heading, content }) =>
      [
        ...(heading.customUIHeading ? [heading.customUIHeading] : []),
        ...(content.length ? [sectionPlainText(content)] : []),
      ].join('\n'),
    )
    .join('\n\n')
