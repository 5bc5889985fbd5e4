import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/field.tsx'
import { type Loaded, unreachable } from '../ui/use-loaded.ts'
import { ChosenPatient } from './chosen-patient.tsx'
import { PatientSearch } from './patient-search.tsx'
import type { useDetails } from './use-details.ts'

/** Facility, patient, template and work type of a dictation. */
export function DetailsForm({ details }: { details: ReturnType<typeof useDetails> }) {
  const { facilities, templates, workTypes, choice } = details
  if (facilities.state === 'failed') return <Retry what="The facilities could not be loaded." failed={facilities} />
  if (facilities.value?.length === 0)
    return (
      <Notice tone="warning" title="You have no facility to dictate for.">
        Please ask your clinic administrator to link you to a facility.
      </Notice>
    )
  return (
    <div className="details">
      {details.isRemembered ? <Remembered /> : null}
      <SelectField
        label="Facility"
        required
        value={choice.facility?.facilityId ?? ''}
        disabled={facilities.state === 'loading'}
        onChoose={details.chooseFacility}
      >
        <option value="">{facilities.state === 'loading' ? 'Loading…' : 'Choose a facility'}</option>
        {facilities.value?.map(({ facilityId, facilityName }) => (
          <option key={facilityId} value={facilityId}>
            {facilityName}
          </option>
        ))}
      </SelectField>
      <PatientField details={details} />
      <SelectField
        label="Template"
        value={choice.template?.id ?? ''}
        disabled={templates.state === 'loading'}
        onChoose={details.chooseTemplate}
      >
        <option value="">{templates.state === 'loading' ? 'Loading…' : 'No template'}</option>
        {templates.value?.map(({ id, templateName }) => (
          <option key={id} value={id}>
            {templateName}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Work type"
        value={choice.workType}
        disabled={!choice.facility || workTypes.state === 'loading'}
        onChoose={details.chooseWorkType}
      >
        <option value="">Choose later</option>
        {workTypes.value?.workTypes.map((workType) => (
          <option key={workType}>{workType}</option>
        ))}
      </SelectField>
      {templates.state === 'failed' ? <Retry what="The templates could not be loaded." failed={templates} /> : null}
      {workTypes.state === 'failed' ? <Retry what="The work types could not be loaded." failed={workTypes} /> : null}
    </div>
  )
}

function PatientField({ details: { choice, choosePatient } }: { details: ReturnType<typeof useDetails> }) {
  if (choice.patient) return <ChosenPatient patient={choice.patient} onChange={() => choosePatient(undefined)} />
  if (choice.facility) return <PatientSearch facilityId={choice.facility.facilityId} onChoose={choosePatient} />
  return (
    <div className="field">
      <span className="label">Patient</span>
      <p className="hint">Choose the facility first.</p>
    </div>
  )
}

function Remembered() {
  return (
    <Notice tone="warning" title="The server cannot be reached.">
      These are the facilities, templates and work types that you had last, and the patients whom you found or chose on
      this computer lately. You can dictate: it is kept here, and sent when the server can be reached again.
    </Notice>
  )
}

function Retry({ what, failed }: { what: string; failed: Extract<Loaded<unknown>, { state: 'failed' }> }) {
  return (
    <Notice
      tone="error"
      title={what}
      actions={
        <button type="button" className="button" onClick={failed.retry}>
          Try again
        </button>
      }
    >
      {failed.message === unreachable
        ? 'The server cannot be reached. They come by themselves as soon as it can; a new dictation can be begun then. What was recorded before is kept, and can be opened below.'
        : failed.message}
    </Notice>
  )
}
