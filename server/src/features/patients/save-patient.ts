import { earliestBirth, type Patient, type PatientInput, patientRefusals } from '@dictara/contract/patients'
import type { z } from 'zod'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless, refuseUnlessAsSeen } from '../../platform/refusal.ts'
import { findFacility, takePatientNumber } from '../facilities/index.ts'
import { waitForTurn } from '../people/index.ts'
import {
  deletePatient,
  findAlike,
  findByRecordNumber,
  hasDictations,
  insertPatient,
  lockPatient,
  readPatient,
  updatePatient,
} from './patients.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'patient.added': null
    'patient.edited': null
    'patient.deleted': null
  }
}

const shownDays = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** `2026-01-05` as screens show days: Jan 5, 2026. */
const asShown = (day: string) => shownDays.format(new Date(day))

/** Refuses what cannot be: a birth in the future of the facility, or before 1900. */
function refuseUnlessBorn(birthDate: string, today: string) {
  refuseUnless(birthDate <= today, patientRefusals.bornInFuture)
  refuseUnless(birthDate >= earliestBirth, patientRefusals.bornTooEarly)
}

const tell = (one: { firstName: string; lastName: string; birthDate: string }) => ({
  name: `${one.firstName} ${one.lastName}`,
  birthDate: asShown(one.birthDate),
})

/** The same MRN of the same facility is one patient. */
async function refuseIfTaken(work: Work, facilityId: string, record: string, exceptId: string | null) {
  const taken = await findByRecordNumber(work, facilityId, record)
  refuseUnless(!taken || taken.id === exceptId, patientRefusals.recordNumberTaken, taken && tell(taken))
}

/** A number of the facility's own, e.g. `D000001`, that no patient of it has. */
async function makeRecordNumber(work: Work, facilityId: string): Promise<string> {
  for (;;) {
    const made = `D${String(await takePatientNumber(work, facilityId)).padStart(6, '0')}`
    if (!(await findByRecordNumber(work, facilityId, made))) return made
  }
}

interface NewPatient extends PatientInput {
  facilityId: string
  /** Somebody else of the same name and birth date is known. */
  isAnother: boolean
}

/** Adds a patient by hand. Of several who add the same one at once, the first has added them and the others are told. */
export async function addPatient(work: ClinicWork, input: NewPatient): Promise<z.input<typeof Patient>> {
  const { facilityId, isAnother, medicalRecordNumber: given, bedId = null, ...facts } = input
  const facility = (await findFacility(work, facilityId))!
  refuseUnless(facility.isEnabled, patientRefusals.facilityDisabled)
  refuseUnlessBorn(facts.birthDate, facility.today)
  await waitForTurn(work, `patients of ${facilityId}`)
  if (given) await refuseIfTaken(work, facilityId, given, null)
  const alike = isAnother ? undefined : await findAlike(work, facilityId, facts)
  refuseUnless(!alike, patientRefusals.looksAlike, alike && { ...tell(alike), record: alike.medicalRecordNumber })
  const medicalRecordNumber = given || (await makeRecordNumber(work, facilityId))
  const id = newId(work.now.getTime())
  await insertPatient(work, { ...facts, id, facilityId, medicalRecordNumber, bedId })
  await work.audit({ event: 'patient.added', patientId: id, facilityId })
  return readPatient(work, id)
}

/** Locks a patient who was made here; refuses one that an interface brought. */
async function lockOwn(work: Work, id: string) {
  const patient = await lockPatient(work, id)
  refuseUnless(patient.source === 'MANUAL', patientRefusals.readOnly, {
    source: patient.source === 'EHR' ? 'EHR' : 'HL7 interface',
  })
  return patient
}

/** Corrects a patient who was made here. */
export async function editPatient(
  work: ClinicWork,
  id: string,
  { version, medicalRecordNumber: given, bedId = null, ...facts }: PatientInput & { version?: number | undefined },
): Promise<z.input<typeof Patient>> {
  const { facilityId, ...before } = await lockOwn(work, id)
  await refuseUnlessAsSeen(before.version, { version }, () => readPatient(work, id))
  refuseUnlessBorn(facts.birthDate, (await findFacility(work, facilityId))!.today)
  const medicalRecordNumber = given || before.medicalRecordNumber
  if (medicalRecordNumber !== before.medicalRecordNumber) {
    await waitForTurn(work, `patients of ${facilityId}`)
    await refuseIfTaken(work, facilityId, medicalRecordNumber, id)
  }
  await updatePatient(work, id, { ...facts, medicalRecordNumber, bedId })
  await work.audit({ event: 'patient.edited', patientId: id, facilityId })
  return readPatient(work, id)
}

/** Deletes a patient who was made here, and their place on rosters; refuses one for whom somebody dictated. */
export async function removePatient(work: ClinicWork, id: string): Promise<void> {
  // Held against whoever begins a dictation for them at this moment.
  const { facilityId } = await lockOwn(work, id)
  refuseUnless(!(await hasDictations(work, id)), patientRefusals.hasJobs)
  await deletePatient(work, id)
  await work.audit({ event: 'patient.deleted', patientId: id, facilityId })
}
