import { failureOrThrow } from '@dictara/browser/call'
import type { RecordingDetails } from '@dictara/browser/recordings'
import { type FieldRule, bedId, firstName, lastName, medicalRecordNumber } from '@dictara/contract/fields'
import { earliestBirth, patientRefusals, patientSexes } from '@dictara/contract/patients'
import { type FormEvent, type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { unreachable } from '../ui/use-loaded.ts'
import { addPatient } from '../server-calls.ts'

interface NewPatientProps {
  facilityId: string
  /** The search text: usually the name. */
  searched: string
  onAdded(patient: RecordingDetails['patient']): void
  onClose(): void
}

/** Splits "Dubois, Greta" and "Greta Dubois" into two names; other texts give empty names. */
export function namesIn(searched: string): { first: string; last: string } {
  const [last = '', first] = searched.split(',').map((part) => part.trim())
  if (/\d/.test(searched)) return { first: '', last: '' }
  if (first !== undefined) return { first, last }
  const [one = '', ...more] = last.split(/\s+/)
  return more.length > 0 ? { first: one, last: more.join(' ') } : { first: '', last: one }
}

const wordsOf = (rules: readonly FieldRule[], value: string) =>
  rules.find(({ required, pattern, max }) =>
    value === '' ? required : (pattern && !pattern.test(value)) || (max !== undefined && value.length > max),
  )?.message ?? ''

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** As the contract checks it. */
  rules?: readonly FieldRule[]
}

function Field({ label, rules = [], ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={input.required ? 'required' : undefined}>
        {label}
      </label>
      <input
        id={id}
        autoComplete="off"
        {...input}
        onChange={({ currentTarget }) => {
          const value = currentTarget.value.trim()
          currentTarget.setCustomValidity(value === '' && !input.required ? '' : wordsOf(rules, value))
        }}
      />
    </div>
  )
}

/** Adds a patient whom no EHR has provided, without leaving the recorder, and selects them (Q207). */
export function NewPatient({ facilityId, searched, onAdded, onClose }: NewPatientProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [refused, setRefused] = useState<{ code: string; message: string }>()
  const [isBusy, setBusy] = useState(false)
  const [names] = useState(() => namesIn(searched))
  useEffect(() => dialog.current!.showModal(), [])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const of = (name: string) => String(form.get(name) ?? '').trim()
    setBusy(true)
    setRefused(undefined)
    try {
      const patient = await addPatient({
        facilityId,
        firstName: of('firstName'),
        lastName: of('lastName'),
        birthDate: of('birthDate'),
        gender: of('gender') as (typeof patientSexes)[number],
        medicalRecordNumber: of('record') || null,
        bedId: of('bed') || null,
        isAnother: refused?.code === patientRefusals.looksAlike.code,
      })
      // An open dialog keeps the focus from other elements.
      dialog.current?.close()
      onAdded(patient)
    } catch (error) {
      const { kind, code, message } = failureOrThrow(error)
      setRefused({ code, message: kind === 'refused' ? message : unreachable })
      setBusy(false)
    }
  }

  const isAlike = refused?.code === patientRefusals.looksAlike.code
  return (
    <dialog ref={dialog} className="new-patient" aria-label="New patient" onClose={onClose}>
      <form onSubmit={(event) => void send(event)} onInput={() => setRefused(undefined)}>
        <h2>New patient</h2>
        <Field
          name="firstName"
          label="First name"
          required
          defaultValue={names.first}
          rules={firstName.rules}
          autoFocus
        />
        <Field name="lastName" label="Last name" required defaultValue={names.last} rules={lastName.rules} />
        <Field name="birthDate" label="Date of birth" required type="date" min={earliestBirth} />
        <Sex />
        <Field name="record" label="MRN" placeholder="Made for you if empty" rules={medicalRecordNumber.rules} />
        <Field name="bed" label="Bed" rules={bedId.rules} />
        {refused && (
          <Notice tone={isAlike ? 'warning' : 'error'} title={refused.message}>
            {isAlike && 'Choose that patient in the search, or add this one if it is somebody else.'}
          </Notice>
        )}
        <div className="new-patient-actions">
          <button type="button" className="button" onClick={() => dialog.current!.close()}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" aria-disabled={isBusy}>
            {isAlike ? 'Add anyway' : 'Add patient'}
          </button>
        </div>
      </form>
    </dialog>
  )
}

function Sex() {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className="required">
        Sex
      </label>
      <select id={id} name="gender" required defaultValue="">
        <option value="" disabled>
          Choose
        </option>
        {patientSexes.map((sex) => (
          <option key={sex}>{sex}</option>
        ))}
      </select>
    </div>
  )
}
