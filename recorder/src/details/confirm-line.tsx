import type { RecordingDetails } from '@dictara/browser/recordings'
import { shownDay } from '@dictara/browser/moments'
import { patientName } from '../ui/words.ts'

/** Whom the dictation is about, before the eyes of whoever speaks (Q185). */
export function ConfirmLine({ details, onChange }: { details: RecordingDetails; onChange?: (() => void) | undefined }) {
  const { patient, facility, template, workType, isStat } = details
  return (
    <section className="card confirm" aria-label="This dictation is about">
      <div>
        <p className="confirm-patient">
          <strong>{patientName(patient)}</strong>
          <span>born {shownDay(patient.birthDate)}</span>
          <span>MRN {patient.medicalRecordNumber}</span>
        </p>
        <p className="confirm-facts">
          {isStat ? <strong className="stat">STAT</strong> : null}
          {[facility.facilityName, template?.templateName ?? 'No template', workType ?? 'Work type later'].join(' · ')}
        </p>
      </div>
      {onChange ? (
        <button type="button" className="button button-quiet" onClick={onChange}>
          Change details
        </button>
      ) : null}
    </section>
  )
}
