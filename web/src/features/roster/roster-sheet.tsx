import { shownDay } from '@dictara/browser/moments'
import { stageOf } from '@dictara/browser/stages'
import type { RosterEntry } from '@dictara/contract/roster'
import { usePaper } from '../../ui/use-paper.ts'
import { dayName } from './roster-days.ts'

interface RosterSheetProps {
  day: string
  /** Heading of the page. */
  title: string
  entries: readonly RosterEntry[]
  onDone: () => void
}

/** The day on paper, visible only in print. It prints as soon as it is drawn. */
export function RosterSheet({ day, title, entries, onDone }: RosterSheetProps) {
  usePaper(true, onDone)
  return (
    <article className="roster-sheet" aria-hidden="true">
      <h1>{title}</h1>
      <p>{`${dayName(day)} ${shownDay(day)} · ${entries.length} patients`}</p>
      <table>
        <thead>
          <tr>
            {['', 'Bed', 'Patient', 'Born', 'MRN', 'Facility', 'Note'].map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.patientRosterId}>
              <td>{entry.note ? '☑' : '☐'}</td>
              <td>{entry.bedId ?? ''}</td>
              <td>{entry.patientName}</td>
              <td>{entry.birthDate ? shownDay(entry.birthDate) : 'Not known'}</td>
              <td>{entry.medicalRecordNumber}</td>
              <td>{entry.facility.facilityName}</td>
              <td>{entry.note ? `${entry.note.jobNumber} ${stageOf(entry.note).label}` : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
