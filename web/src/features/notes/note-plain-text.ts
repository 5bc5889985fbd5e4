import { parseInline } from '../../editor/schema/inline-marks.ts'
import type { Section } from '../../editor/sections.ts'

const plain = (value: string) =>
  parseInline(value)
    .map(({ text }) => text)
    .join('')

/** The note as plain text, for the clipboard: headings in lines of their own, a blank line between sections. */
export const notePlainText = (sections: readonly Section[]): string =>
  sections
    .map(({ heading, content }) =>
      [
        ...(heading.customUIHeading ? [heading.customUIHeading] : []),
        ...content.map(({ value, count }) => '\n'.repeat(count) + plain(value)),
      ].join('\n'),
    )
    .join('\n\n')
