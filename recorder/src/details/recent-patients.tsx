import type { RecordingDetails } from '@dictara/browser/recordings'
import { shownBirth } from '@dictara/browser/moments'
import { patientName } from '../ui/words.ts'

interface RecentPatientsProps {
  /** Undefined while they are loading: their space is kept, so that nothing moves. */
  patients: readonly RecordingDetails['patient'][] | undefined
  onChoose(patient: RecordingDetails['patient']): void
}

/** The person's last patients, to choose with one press; each with the data that distinguishes them (Q185). */
export function RecentPatients({ patients, onChoose }: RecentPatientsProps) {
  if (!patients?.length)
    return <p className="recent-none">{patients ? 'Your recent patients will appear here.' : ''}</p>
  return (
    <ul className="recent" aria-label="Recent patients">
      {patients.map((patient) => (
        <li key={patient.pid}>
          <button type="button" className="recent-patient" onClick={() => onChoose(patient)}>
            <span className="option-name" title={patientName(patient)}>
              {patientName(patient)}
            </span>
            <span className="option-facts">{shownBirth(patient.birthDate)}</span>
            <span className="option-facts">MRN {patient.medicalRecordNumber}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
