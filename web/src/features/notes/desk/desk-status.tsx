import { headingText } from '@dictara/dictation/note-text'
import { Button } from 'antd'
import type { MouseEvent } from 'react'
import { useToday } from '../../jobs/index.ts'
import { shownKeys } from '../keys/keys.ts'
import type { AuthorsWords } from '../phrases/use-authors-words.ts'
import { type DeskNote, useFigures } from '../text/use-desk-note.ts'

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** Keeps the caret in the text. */
const stay = (event: MouseEvent) => event.preventDefault()

/** The line below the note: its size and the current position. */
export function DeskStatus({
  note,
  words,
  isPainted,
  onKeys,
}: {
  note: DeskNote
  words: AuthorsWords
  isPainted: boolean
  onKeys: () => void
}) {
  const { facts, shown } = useFigures(note)
  const required = words.empty(shown)
  // Fill in a required section that is in the note first; add a missing one only when none is left.
  const isIn = (name: string) => shown.some(({ heading }) => headingText(heading.customUIHeading) === name)
  const first = required.find(isIn) ?? required[0]
  // Wait until both are known: a later arrival would move the line.
  const isKnown = facts && words.isRequiredKnown
  const { data: today } = useToday(isPainted)
  return (
    <div className="desk-status">
      <div className="desk-figures">
        {isKnown && (
          <>
            <span>{many(facts.words, 'word')}</span>
            {facts.unsure > 0 && (
              <button type="button" onMouseDown={stay} onClick={() => note.walkUnsure(1)}>
                {facts.unsure} unsure<span className="desk-hint"> ({shownKeys('unsure')})</span>
              </button>
            )}
            {facts.blanks > 0 && (
              <button type="button" onMouseDown={stay} onClick={() => note.walkBlanks(1)}>
                {many(facts.blanks, 'blank')}
                <span className="desk-hint"> ({shownKeys('nextBlank')})</span>
              </button>
            )}
            {required.length > 0 && (
              <button
                type="button"
                className="desk-required"
                title={required.join(', ')}
                onMouseDown={stay}
                onClick={() => note.fillIn(first!, words.headings)}
              >
                {many(required.length, 'required heading')} empty
              </button>
            )}
            <span className="desk-place">
              section {facts.section} of {facts.sections}
            </span>
          </>
        )}
        {isKnown && today && (
          <span className="desk-today">
            today {many(today.jobs, 'job')}, {many(today.lines, 'line')} · pool {today.waiting}
          </span>
        )}
      </div>
      <Button type="text" size="small" className="desk-status-keys" onMouseDown={stay} onClick={onKeys}>
        ? Keys
      </Button>
    </div>
  )
}
