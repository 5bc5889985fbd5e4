import { type DeskNote, useFigures } from './use-desk-note.ts'

/** The sections of the note; one leads to where it is typed. */
export function Outline({ note }: { note: DeskNote }) {
  const { sections, facts } = useFigures(note)
  if (sections.length === 0) return <p>No sections yet.</p>
  return (
    <ol className="desk-outline">
      {sections.map(({ id, heading, words }, index) => (
        <li key={id}>
          <button type="button" aria-current={index + 1 === facts?.section || undefined} onClick={() => note.goTo(id)}>
            <span>{heading || 'Section without heading'}</span>
            <span>{words === 0 ? 'empty' : `${words} ${words === 1 ? 'word' : 'words'}`}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
