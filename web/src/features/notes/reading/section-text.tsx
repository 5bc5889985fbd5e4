import type { Section } from '@dictara/contract/notes'
import { InlineText } from '../../../editor/inline-text.tsx'
import './section-text.css'

/** The paragraphs of a section, read-only. */
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

/** A whole note, read-only: each section under its heading. */
export const ReadNote = ({ sections }: { sections: readonly Section[] }) =>
  sections.map((section) => (
    <section key={section.id}>
      {section.heading.customUIHeading && <h2>{section.heading.customUIHeading}</h2>}
      <SectionText section={section} />
    </section>
  ))
