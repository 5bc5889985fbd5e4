import { Button } from 'antd'
import type { MouseEvent } from 'react'
import { useToday } from '../../jobs/index.ts'
import { shownKeys } from './keys.ts'
import { type DeskNote, useFigures } from './use-desk-note.ts'

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** The caret stays in the text. */
const stay = (event: MouseEvent) => event.preventDefault()

/** The line below the note: how much there is of it, and where one is. */
export function DeskStatus({ note, isPainted, onKeys }: { note: DeskNote; isPainted: boolean; onKeys: () => void }) {
  const { facts } = useFigures(note)
  const { data: today } = useToday(isPainted)
  return (
    <div className="desk-status">
      {facts && (
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
          <span className="desk-place">
            section {facts.section} of {facts.sections}
          </span>
        </>
      )}
      {today && (
        <span className="desk-today">
          today {many(today.jobs, 'job')}, {many(today.lines, 'line')} · pool {today.waiting}
        </span>
      )}
      <Button type="text" size="small" className="desk-status-keys" onMouseDown={stay} onClick={onKeys}>
        ? keys
      </Button>
    </div>
  )
}
