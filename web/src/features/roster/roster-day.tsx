import type { StoredUser } from '@dictara/contract/identity'
import type { RosterEntry } from '@dictara/contract/roster'
import { shownDay } from '@dictara/browser/moments'
import { Button, Skeleton } from 'antd'
import { CopyPlus, Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { type CardActs, RosterCard } from './roster-card.tsx'
import { dayName } from './roster-days.ts'

/** More than fits on a screen. The page draws at most this many at first, so that a day of hundreds stays cheap. */
const shownFirst = 40

export interface DayActs extends CardActs {
  /** Absent if nobody can be added. */
  onAdd?: (() => void) | undefined
  /** Absent if there is nobody to copy. */
  onCopy?: (() => void) | undefined
  onPrint: () => void
  /** The card that the arrow keys have reached. */
  current: string | undefined
}

interface RosterDayProps extends DayActs {
  day: string
  isToday: boolean
  isPast: boolean
  showsFacility: boolean
  /** Undefined until the entries are known. */
  entries: readonly RosterEntry[] | undefined
  user: StoredUser
  copiedFrom: string
}

/** One day of a roster. */
export function RosterDay({ day, isToday, isPast, entries, ...props }: RosterDayProps) {
  const { user, copiedFrom, current, showsFacility, onAdd, onCopy, onPrint, onDictate, onDelete, onRecord } = props
  const [isWhole, setWhole] = useState(false)
  const name = dayName(day)
  const shown = isWhole ? entries : entries?.slice(0, shownFirst)
  const hidden = (entries?.length ?? 0) - (shown?.length ?? 0)
  const done = entries?.filter(({ note }) => note !== null).length ?? 0
  const said = `${name} ${shownDay(day)}${isToday ? ', today' : ''}`
  const add = onAdd && (
    <Button
      size="small"
      className="roster-add"
      icon={<Plus size={14} aria-hidden />}
      aria-label={`Add Patient on ${said}`}
      onClick={onAdd}
    >
      Add Patient
    </Button>
  )
  return (
    <section
      className={isToday ? 'roster-day is-today' : isPast ? 'roster-day is-past' : 'roster-day'}
      data-day={day}
      aria-label={said}
      tabIndex={-1}
    >
      <header>
        <h2>
          {name} {isToday && <span className="roster-today">TODAY</span>}
        </h2>
        <p>
          {shownDay(day)}
          {entries && entries.length > 0 && (
            <>
              <span aria-hidden title={`${done} of ${entries.length} done`}>{` · ${done}/${entries.length}`}</span>
              <span className="visually-hidden">{`, ${done} of ${entries.length} done`}</span>
            </>
          )}
        </p>
        {entries && entries.length > 0 && (
          <button type="button" className="roster-button roster-print" aria-label={`Print ${said}`} onClick={onPrint}>
            <Printer size={16} aria-hidden />
          </button>
        )}
      </header>
      {isToday && add}
      {!entries && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {entries?.length === 0 && <p className="roster-nobody">No patients</p>}
      {shown && shown.length > 0 && (
        <ul className="roster-cards">
          {shown.map((entry, index) => (
            <RosterCard
              key={entry.patientRosterId}
              entry={entry}
              user={user}
              isCurrent={current ? current === entry.patientRosterId : isToday && index === 0}
              showsFacility={showsFacility}
              onDictate={onDictate}
              onDelete={onDelete}
              onRecord={onRecord}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button size="small" type="link" onClick={() => setWhole(true)}>
          Show {hidden} more
        </Button>
      )}
      {!isToday && add}
      {onCopy && (
        <button type="button" className="roster-button roster-copy" onClick={onCopy}>
          <CopyPlus size={14} aria-hidden />
          {isToday ? 'Copy yesterday’s list' : `Copy ${dayName(copiedFrom)}’s list`}
        </button>
      )}
    </section>
  )
}
