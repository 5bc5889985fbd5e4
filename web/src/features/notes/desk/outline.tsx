import { type DeskNote, type Figures, useFigures } from './use-desk-note.ts'

type SectionFigures = Figures['sections'][number]

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** What is left to do in a section; nothing is said of it until that is known. */
function stateOf({ words, unsure, blanks }: SectionFigures): string {
  if (words === 0) return 'empty'
  const left = [unsure ? `${unsure} unsure` : '', blanks > 0 ? many(blanks, 'blank') : ''].filter(Boolean)
  return left.length > 0 ? left.join(' · ') : unsure === undefined ? '' : 'ok'
}

/** The sections of the note, and what is left to do in each; one leads to where it is typed. */
export function Outline({ note }: { note: DeskNote }) {
  const { sections, facts } = useFigures(note)
  if (sections.length === 0) return <p>No sections yet.</p>
  // What is left to do in them is known a moment later, and would move them.
  if (!facts) return null
  return (
    <ol className="desk-outline">
      {sections.map((section, index) => (
        <li key={section.id}>
          <button
            type="button"
            title={many(section.words, 'word')}
            aria-current={index + 1 === facts.section || undefined}
            onClick={() => note.goTo(section.id)}
          >
            <span>{section.heading || 'Section without heading'}</span>
            {/* Where nothing is marked because little was understood, nothing is said to be well. */}
            <span>{stateOf(facts.isLittleUnderstood ? { ...section, unsure: undefined } : section)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
