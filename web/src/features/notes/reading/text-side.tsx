import type { Section } from '@dictara/contract/notes'
import { sectionPlainText } from '@dictara/dictation/note-text'
import { compareTexts } from './compare-texts.ts'
import { SectionText } from './section-text.tsx'

/** The name of a section when two texts of it are shown side by side. */
export const nameOf = (section: Section) => section.heading.customUIHeading || 'Section without heading'

/** A section with marks on the text that the other one lacks; with its formats if both have the same words. */
export function TextSide({ section, other }: { section: Section; other: Section | null | undefined }) {
  const parts = other ? compareTexts(sectionPlainText(other.content), sectionPlainText(section.content)) : []
  if (parts.every(({ kind }) => kind === 'same')) return <SectionText section={section} />
  return (
    <p className="compared-text">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'taken') return null
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one comparison never move
        return kind === 'same' ? <span key={index}>{text}</span> : <mark key={index}>{text}</mark>
      })}
    </p>
  )
}
