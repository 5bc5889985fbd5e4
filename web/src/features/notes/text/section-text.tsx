import type { Section } from '@dictara/contract/notes'
import { readText, type TextFormat } from '@dictara/dictation/note-text'
import type { ReactNode } from 'react'
import './section-text.css'

const elementOf: Record<TextFormat, (inner: ReactNode) => ReactNode> = {
  bold: (inner) => <strong>{inner}</strong>,
  italic: (inner) => <em>{inner}</em>,
  underline: (inner) => <u>{inner}</u>,
  strike: (inner) => <s>{inner}</s>,
}

/** The text of a value with its four formats; never as HTML of its own. */
export function InlineText({ value }: { value: string }) {
  return readText(value).map(({ text, formats, blank }, index) => {
    const shown = blank ? <span title={blank.question}>{text}</span> : text
    const formatted = formats.reduceRight<ReactNode>((inner, format) => elementOf[format](inner), shown)
    // oxlint-disable-next-line react/no-array-index-key -- runs of one value never move
    return <span key={index}>{formatted}</span>
  })
}

/** The paragraphs of a section, read only. */
export function SectionText({ section }: { section: Section }) {
  return (
    <div className="section-text">
      {section.content.map(({ value, count }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- shown once, as it stands
        <p key={index} style={count > 0 ? { marginBlockStart: `${count}lh` } : undefined}>
          <InlineText value={value} />
        </p>
      ))}
    </div>
  )
}

/** A whole note, read only: each section under its heading. */
export const ReadNote = ({ sections }: { sections: readonly Section[] }) =>
  sections.map((section) => (
    <section key={section.id}>
      {section.heading.customUIHeading && <h2>{section.heading.customUIHeading}</h2>}
      <SectionText section={section} />
    </section>
  ))
