import type { RecordingDetails } from '@dictara/browser/recordings'
import { bornWords } from '@dictara/browser/moments'
import { EditIcon } from '../ui/icons.tsx'
import { patientName } from '../ui/words.ts'

/** Shows the patient of the dictation to the speaker (Q185). */
export function ConfirmLine({ details, onChange }: { details: RecordingDetails; onChange?: (() => void) | undefined }) {
  const { patient, facility, template, workType, isStat } = details
  return (
    <section className="confirm" aria-label="This dictation is about">
      <div>
        <p className="confirm-patient">
          <strong>{patientName(patient)}</strong>
          <span>{bornWords(patient.birthDate)}</span>
          <span>MRN {patient.medicalRecordNumber}</span>
        </p>
        <p className="confirm-facts">
          {isStat ? <strong className="stat">STAT</strong> : null}
          {[facility.facilityName, template?.templateName ?? 'No template', workType ?? 'No work type yet'].join(' · ')}
        </p>
      </div>
      {onChange ? (
        <button type="button" className="button button-quiet" onClick={onChange}>
          <EditIcon />
          <span className="wide-words">Change details</span>
        </button>
      ) : null}
    </section>
  )
}
