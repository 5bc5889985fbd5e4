import type { RecordingDetails } from '@dictara/browser/recordings'
import { shownDay } from '@dictara/browser/shown-day'
import { patientName } from '../ui/words.ts'

interface RecentPatientsProps {
  patients: readonly RecordingDetails['patient'][]
  onChoose(patient: RecordingDetails['patient']): void
}

/** For whom this person dictated last, one press away; each with what tells them apart (Q185). */
export function RecentPatients({ patients, onChoose }: RecentPatientsProps) {
  if (patients.length === 0) return null
  return (
    <ul className="recent" aria-label="Your last patients">
      {patients.map((patient) => (
        <li key={patient.pid}>
          <button type="button" className="recent-patient" onClick={() => onChoose(patient)}>
            <span className="option-name">{patientName(patient)}</span>
            <span className="option-facts">{`${shownDay(patient.birthDate)} · MRN ${patient.medicalRecordNumber}`}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
