import type { RecordingDetails } from '@dictara/browser/recordings'
import { bornWords, shownDay } from '@dictara/browser/moments'
import { patientName } from '../ui/words.ts'

interface ChosenPatientProps {
  patient: RecordingDetails['patient']
  dateOfEncounter?: string | undefined
  onChange(): void
}

/** The patient of the next dictation, to be confirmed by eye (Q185). */
export function ChosenPatient({ patient, dateOfEncounter, onChange }: ChosenPatientProps) {
  return (
    <div className="field">
      <span className="label">Patient</span>
      <div className="chosen">
        <div>
          <div className="option-name">{patientName(patient)}</div>
          <div className="option-facts">{`${bornWords(patient.birthDate)} · MRN ${patient.medicalRecordNumber}`}</div>
          {dateOfEncounter ? (
            <div className="option-facts">{`Visit of ${shownDay(dateOfEncounter)}, from your roster`}</div>
          ) : null}
        </div>
        <button type="button" className="button button-quiet" aria-label="Choose another patient" onClick={onChange}>
          Change
        </button>
      </div>
    </div>
  )
}
