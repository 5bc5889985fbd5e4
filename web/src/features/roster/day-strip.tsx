import type { RosterEntry } from '@dictara/contract/roster'
import { shownDay } from '@dictara/browser/moments'
import { dayName } from './roster-days.ts'

interface DayStripProps {
  week: readonly string[]
  shown: string
  today: string
  entriesOf: (day: string) => readonly RosterEntry[] | undefined
  onDay: (day: string) => void
}

/** The days of the week with the number of patients on each, for pages that show one day at a time. */
export const DayStrip = ({ week, shown, today, entriesOf, onDay }: DayStripProps) => (
  <nav className="roster-strip" aria-label="Days of the week">
    {week.map((day) => {
      const count = entriesOf(day)?.length
      const said = `${dayName(day)} ${shownDay(day)}${day === today ? ', today' : ''}, ${count ?? 'unknown'} patients`
      return (
        <button
          key={day}
          type="button"
          aria-current={day === shown ? 'date' : undefined}
          className={day === today ? 'is-today' : undefined}
          onClick={() => onDay(day)}
        >
          <span aria-hidden>{dayName(day).slice(0, 2)}</span>
          <strong aria-hidden>{Number(day.slice(-2))}</strong>
          <span aria-hidden>{count === undefined ? '–' : count || '·'}</span>
          <span className="visually-hidden">{said}</span>
        </button>
      )
    })}
  </nav>
)
