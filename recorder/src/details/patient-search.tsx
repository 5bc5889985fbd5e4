import { bornWords } from '@dictara/browser/moments'
// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the combobox pattern of ARIA 1.2: no native list shows name, date of birth and MRN, and its keys are those of the input
import type { RecordingDetails } from '@dictara/browser/recordings'
import { useId, useState, type KeyboardEvent } from 'react'
import { patientName } from '../ui/words.ts'
import type { Listed } from './use-listed.ts'
import { NewPatient } from './new-patient.tsx'
import { usePatientSearch } from './use-patient-search.ts'

type Patient = RecordingDetails['patient']

interface PatientSearchProps {
  /** Empty while the facilities are loading; the search runs afterwards. */
  facilityId: string
  /** What prevents the start. */
  problem?: string | undefined
  onChoose(patient: Patient): void
}

/** Search as you type by name, date of birth or MRN; a combobox with a list, for keyboard and pointer. */
export function PatientSearch({ facilityId, problem, onChoose }: PatientSearchProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [isAdding, setAdding] = useState(false)
  const search = usePatientSearch(facilityId, typed, isOpen && facilityId !== '')
  const shown = (isOpen && search.value) || []
  const at = Math.min(active, shown.length - 1)

  const choose = (patient: Patient | undefined) => {
    if (!patient) return
    setOpen(false)
    setTyped('')
    onChoose(patient)
  }

  const press = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move) {
      event.preventDefault()
      setOpen(true)
      setActive(shown.length ? (at + move + shown.length) % shown.length : 0)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(shown[at])
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    }
  }

  return (
    <div className="field">
      <label htmlFor={id} className="required">
        Patient
      </label>
      <div
        className="combobox"
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      >
        <input
          id={id}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search by name, date of birth or MRN"
          value={typed}
          required
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-status`}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setActive(0)
            setOpen(true)
          }}
          onKeyDown={press}
        />
        <div id={`${id}-list`} role="listbox" aria-label="Patients" className="options" hidden={shown.length === 0}>
          {shown.map((patient, index) => (
            <div
              key={patient.pid}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className="option"
              ref={(element) => void (index === at && element?.scrollIntoView({ block: 'nearest' }))}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(patient)}
            >
              <span className="option-name">{patientName(patient)}</span>
              <span className="option-facts">{`${bornWords(patient.birthDate)} · MRN ${patient.medicalRecordNumber}`}</span>
            </div>
          ))}
        </div>
      </div>
      <output className={problem && !isOpen ? 'hint hint-error' : 'hint'} id={`${id}-status`}>
        {isOpen ? wordsFor(search) : problem}
      </output>
      <button
        type="button"
        className="button button-quiet button-flush"
        disabled={!facilityId}
        onClick={() => setAdding(true)}
      >
        New patient
      </button>
      {isAdding && (
        <NewPatient facilityId={facilityId} searched={typed} onAdded={choose} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

const remembered = 'The server cannot be reached. These are patients you found or chose here recently.'
const noneRemembered = 'The server cannot be reached, and no patient you found or chose here recently matches.'

function wordsFor(search: Listed<Patient[]>): string {
  if (search.state === 'loading') return 'Searching…'
  if (search.state === 'failed') return search.message
  const count = search.value.length
  if (search.isRemembered) return count === 0 ? noneRemembered : remembered
  if (count === 0) return 'No patient of this facility matches.'
  return count === 1 ? '1 patient' : `${count === 50 ? 'The first 50' : count} patients`
}
