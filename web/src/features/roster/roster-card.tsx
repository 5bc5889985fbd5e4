import type { StoredUser } from '@dictara/contract/identity'
import type { RosterEntry } from '@dictara/contract/roster'
import { stageOf } from '@dictara/browser/stages'
import { bornWords } from '@dictara/browser/moments'
import { Button, Dropdown } from 'antd'
import { Ellipsis, FileText, Mic, Trash2, UserRound } from 'lucide-react'
import { memo, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { StagePill } from '@dictara/browser/stage-pill'
import { editorOf } from '../jobs/index.ts'
import { type RecordName, recordNames } from '../patient-record/index.ts'
import type { RecordOfVisit } from './roster-record.tsx'

const slugs: Partial<Record<NonNullable<RosterEntry['note']>['status'], string>> = {
  READY: 'in-review',
  IN_REVIEW: 'in-review',
  COMPLETED: 'completed',
  BILLED: 'completed',
  INCOMPLETE: 'incomplete',
}

/** The address of a visit's note. A biller opens an unbilled note from their list. */
export function placeOfNote(user: Pick<StoredUser, 'userType'>, { jobId, status }: NonNullable<RosterEntry['note']>) {
  if (user.userType === 'biller') return status === 'BILLED' ? paths.billed(jobId) : paths.biller
  return editorOf(user, jobId, slugs[status] ?? 'in-progress')
}

export interface CardActs {
  /** Absent for people who do not dictate, and before the day. */
  onDictate?: ((entry: RosterEntry) => void) | undefined
  /** Absent once the day has passed, and for people who may only look. */
  onDelete?: ((entry: RosterEntry) => void) | undefined
  onRecord: (of: RecordOfVisit) => void
}

interface RosterCardProps extends CardActs {
  entry: RosterEntry
  user: StoredUser
  /** The buttons of the current card are Tab stops; arrows move between cards. */
  isCurrent: boolean
  /** The roster has more than one facility. */
  showsFacility: boolean
}

/** One patient of a day: name, bed, state of the note, and the button to dictate it. */
export const RosterCard = memo(function RosterCard(props: RosterCardProps) {
  const { entry, user, isCurrent, showsFacility, onDictate, onDelete, onRecord } = props
  const { patientName, bedId, facility, note, birthDate, medicalRecordNumber } = entry
  const card = useRef<HTMLLIElement>(null)
  const tabIndex = isCurrent ? 0 : -1
  const facts = `${bornWords(birthDate)} · MRN ${medicalRecordNumber}`
  const place = [bedId ?? '–', ...(showsFacility ? [facility.facilityName] : [])].join(' · ')
  return (
    <li
      ref={card}
      className="roster-card"
      data-entry={entry.patientRosterId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows walk the cards, and Enter dictates
      tabIndex={tabIndex}
      title={`${patientName}\nBed ${place}\n${facts}`}
    >
      <strong className="roster-name">{patientName}</strong>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'details', label: recordNames.details, icon: <UserRound size={16} aria-hidden /> },
            { key: 'faceSheet', label: recordNames.faceSheet, icon: <FileText size={16} aria-hidden /> },
            ...(onDelete
              ? [{ key: 'delete', label: 'Delete', icon: <Trash2 size={16} aria-hidden />, danger: true }]
              : []),
          ],
          onClick: ({ key }) => {
            // Focus the card first, because the menu closes: the drawer or the question returns the focus here.
            card.current?.focus()
            if (key === 'delete') onDelete?.(entry)
            else onRecord({ entry, drawer: key as RecordName })
          },
        }}
      >
        <Button
          type="text"
          size="small"
          className="roster-more"
          tabIndex={tabIndex}
          icon={<Ellipsis size={16} aria-hidden />}
          aria-label={`More for ${patientName}`}
        />
      </Dropdown>
      <span className="roster-facts">
        <span className="roster-bed">Bed </span>
        {place}
        <span className="visually-hidden">{facts}</span>
      </span>
      {note ? (
        <Link
          to={placeOfNote(user, note)}
          tabIndex={tabIndex}
          className="roster-note roster-go"
          aria-label={`${stageOf(note).label}: open note ${note.jobNumber} of ${patientName}`}
        >
          <StagePill job={note} />
        </Link>
      ) : (
        onDictate && (
          <button
            type="button"
            className="roster-button roster-go"
            tabIndex={tabIndex}
            aria-label={`Dictate for ${patientName}`}
            onClick={() => onDictate(entry)}
          >
            <Mic size={14} aria-hidden />
            <span>Dictate</span>
          </button>
        )
      )}
    </li>
  )
})
