import { headingText } from '@dictara/dictation/note-text'
import type { AuthorsWords } from '../phrases/use-authors-words.ts'
import { type DeskNote, type Figures, useFigures } from '../text/use-desk-note.ts'

type SectionFigures = Figures['sections'][number]

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** The remaining work in a section; empty until it is known. */
function stateOf({ words, unsure, blanks }: SectionFigures, isRequired: boolean): string {
  if (words === 0) return isRequired ? 'required, empty' : 'empty'
  const left = [unsure ? `${unsure} unsure` : '', blanks > 0 ? many(blanks, 'blank') : ''].filter(Boolean)
  return left.length > 0 ? left.join(' · ') : unsure === undefined ? '' : 'ok'
}

const isEmptyRequired = ({ heading, words }: SectionFigures, required: readonly string[]) =>
  words === 0 && required.includes(headingText(heading))

/** The sections of the note and the remaining work in each. A press goes to the section. */
export function Outline({ note, words }: { note: DeskNote; words: AuthorsWords }) {
  const { sections, facts, shown } = useFigures(note)
  if (sections.length === 0) return <p>No sections yet.</p>
  // Wait until the remaining work is known, because it would move the sections.
  if (!facts || !words.isRequiredKnown) return null
  const required = words.empty(shown)
  const isIn = (name: string) => sections.some(({ heading }) => headingText(heading) === name)
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
            {/* If words are not marked because little was understood, do not say that a section is fine. */}
            <span className={isEmptyRequired(section, required) ? 'is-required' : undefined}>
              {stateOf(
                facts.isLittleUnderstood ? { ...section, unsure: section.unsure || undefined } : section,
                isEmptyRequired(section, required),
              )}
            </span>
          </button>
        </li>
      ))}
      {required
        .filter((name) => !isIn(name))
        .map((name) => (
          <li key={name} className="desk-missing">
            <button type="button" title={`Add ${name} in its place`} onClick={() => note.fillIn(name, words.headings)}>
              <span>{name}</span>
              <span className="is-required">required, not in the note</span>
              <span className="desk-add">Add</span>
            </button>
          </li>
        ))}
    </ol>
  )
}
