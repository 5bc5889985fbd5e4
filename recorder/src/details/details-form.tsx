import type { RecordingDetails } from '@dictara/browser/recordings'
import type { RefObject } from 'react'
import { FacilityIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { InlineSelect } from '../ui/field.tsx'
import { Shortcut } from '../ui/shortcut.tsx'
import { shortcutName, useShortcuts } from '../ui/use-shortcuts.ts'
import { type Loaded, unreachable } from '../ui/use-loaded.ts'
import { ChosenPatient } from './chosen-patient.tsx'
import { PatientSearch } from './patient-search.tsx'
import { RecentPatients } from './recent-patients.tsx'
import type { useDetails } from './use-details.ts'

interface DetailsFormProps {
  details: ReturnType<typeof useDetails>
  /** What prevents the start, shown at the patient. */
  problem?: string | undefined
  /** The element in which the patient is chosen. */
  place?: RefObject<HTMLDivElement | null>
  onChosen?(patient: RecordingDetails['patient']): void
}

/** Patient first, the facility beside it; template and work type in a less prominent line. */
export function DetailsForm({ details, problem, place, onChosen }: DetailsFormProps) {
  const { facilities, templates, workTypes, recent, choice } = details
  useShortcuts({ KeyT: () => details.chooseStat(!choice.isStat) })
  if (facilities.state === 'failed') return <Retry what="Couldn’t load the facilities." failed={facilities} />
  if (facilities.value?.length === 0)
    return (
      <Notice tone="warning" title="You aren’t assigned to a facility yet.">
        Ask your clinic administrator to add you to one.
      </Notice>
    )
  const choose = (patient: RecordingDetails['patient']) => {
    details.choosePatient(patient)
    onChosen?.(patient)
  }
  return (
    <div className="details">
      {details.isRemembered ? <Remembered /> : null}
      <div className="details-patient" ref={place}>
        {choice.patient ? (
          <ChosenPatient
            patient={choice.patient}
            dateOfEncounter={choice.dateOfEncounter}
            onChange={() => details.choosePatient(undefined)}
          />
        ) : (
          <PatientSearch facilityId={choice.facility?.facilityId ?? ''} problem={problem} onChoose={choose} />
        )}
        <InlineSelect
          label="Facility"
          icon={<FacilityIcon />}
          required
          value={choice.facility?.facilityId ?? ''}
          disabled={facilities.state === 'loading'}
          onChoose={details.chooseFacility}
        >
          {choice.facility ? null : (
            <option value="">{facilities.state === 'loading' ? 'Loading…' : 'Choose a facility'}</option>
          )}
          {facilities.value?.map(({ facilityId, facilityName }) => (
            <option key={facilityId} value={facilityId}>
              {facilityName}
            </option>
          ))}
        </InlineSelect>
      </div>
      {choice.patient ? null : <RecentPatients patients={recent} onChoose={choose} />}
      <div className="details-more">
        <InlineSelect
          label="Template"
          isNamed
          value={choice.template?.id ?? ''}
          disabled={templates.state === 'loading'}
          onChoose={details.chooseTemplate}
        >
          <option value="">{templates.state === 'loading' ? 'Loading…' : 'No template'}</option>
          {offered(templates.value, choice.template).map(({ id, templateName }) => (
            <option key={id} value={id}>
              {templateName}
            </option>
          ))}
        </InlineSelect>
        {details.isTemplateKept ? <span className="hint details-kept">kept from your last dictation</span> : null}
        <InlineSelect
          label="Work type"
          isNamed
          value={choice.workType}
          disabled={!choice.facility || workTypes.state === 'loading'}
          onChoose={details.chooseWorkType}
        >
          <option value="">Choose later</option>
          {workTypes.value?.workTypes.map((workType) => (
            <option key={workType}>{workType}</option>
          ))}
        </InlineSelect>
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={choice.isStat}
            aria-keyshortcuts={shortcutName('KeyT')}
            checked={choice.isStat}
            onChange={(event) => details.chooseStat(event.currentTarget.checked)}
          />
          STAT
          <Shortcut code="KeyT" />
        </label>
      </div>
      {templates.state === 'failed' ? <Retry what="Couldn’t load the templates." failed={templates} /> : null}
      {workTypes.state === 'failed' ? <Retry what="Couldn’t load the work types." failed={workTypes} /> : null}
    </div>
  )
}

/** Also the current choice, even if it is no longer offered. */
const offered = (
  templates: readonly NonNullable<RecordingDetails['template']>[] = [],
  chosen: RecordingDetails['template'] | undefined,
) => (chosen && !templates.some(({ id }) => id === chosen.id) ? [chosen, ...templates] : templates)

function Remembered() {
  return (
    <Notice tone="warning" title="The server cannot be reached.">
      You see the facilities, templates and work types you had last, and patients you found or chose on this computer
      recently. You can dictate: the recording is kept here and sent when the server is back.
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
        ? 'The server cannot be reached. Once it can, this list loads and you can start a new dictation. Earlier recordings are safe and listed below.'
        : failed.message}
    </Notice>
  )
}
