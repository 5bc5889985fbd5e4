import { type Patient, type PatientInput, patientRefusals } from '@dictara/contract/patients'
import type { z } from 'zod'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless, refuseUnlessAsSeen } from '../../platform/refusal.ts'
import { findFacility } from '../facilities/index.ts'
import { comparePatients } from './alike.store.ts'
import { birthRefusal, makeRecordNumbers, tell, waitForAdding } from './known-patients.ts'
import {
  deletePatient,
  hasDictations,
  insertPatients,
  lockPatient,
  readPatient,
  updatePatient,
} from './patients.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'patient.added': null
    'patient.edited': null
    'patient.moved': { from: string }
    'patient.deleted': null
  }
  interface Events {
    /** To another facility; `today` is the day there. */
    'patient.moved': { patientId: string; facilityId: string; today: string }
  }
}

/** Refuses a birth date in the future at the facility or before 1900. */
function refuseUnlessBorn(birthDate: string, today: string) {
  const refusal = birthRefusal(birthDate, today)
  if (refusal) throw new Refusal(refusal)
}

/** An enabled facility that exists. */
async function getEnabledFacility(work: Work, facilityId: string) {
  const facility = (await findFacility(work, facilityId))!
  refuseUnless(facility.isEnabled, patientRefusals.facilityDisabled)
  return facility
}

interface NewPatient extends PatientInput {
  facilityId: string
  /** Somebody else of the same name and birth date is known. */
  isAnother: boolean
}

/** Adds a patient by hand. If several people add the same one at once, the first succeeds and the others are told. */
export async function addPatient(work: ClinicWork, input: NewPatient): Promise<z.input<typeof Patient>> {
  const { facilityId, isAnother, medicalRecordNumber: given = null, bedId = null, ...facts } = input
  const { today } = await getEnabledFacility(work, facilityId)
  refuseUnlessBorn(facts.birthDate, today)
  await waitForAdding(work, facilityId)
  const [found] = await comparePatients(work, [{ line: 0, ...facts, facilityId, medicalRecordNumber: given }])
  const { holder, alike } = found!
  refuseUnless(!holder, patientRefusals.recordNumberTaken, holder ? tell(holder) : undefined)
  refuseUnless(!alike || isAnother, patientRefusals.looksAlike, alike ? tell(alike) : undefined)
  const medicalRecordNumber = given ?? (await makeRecordNumbers(work, facilityId, 1))[0]!
  const id = newId(work.now.getTime())
  await insertPatients(work, [{ ...facts, id, facilityId, medicalRecordNumber, bedId }])
  await work.audit({ event: 'patient.added', patientId: id, facilityId })
  return readPatient(work, id)
}

/** Locks a patient who was added in Dictara. Refuses patients from an interface. */
async function lockOwn(work: Work, id: string) {
  const patient = await lockPatient(work, id)
  refuseUnless(patient.source === 'MANUAL', patientRefusals.readOnly, {
    source: patient.source === 'EHR' ? 'EHR' : 'HL7 interface',
  })
  return patient
}

interface Correction extends PatientInput {
  /** Absent: they stay where they are. */
  facilityId?: string | undefined
  version?: number | undefined
}

/**
 * Corrects a patient who was made here, their facility too: among those that the actor reaches. Their jobs and past visits stay where
 * they were; visits still to come go with the patient.
 */
export async function editPatient(
  work: ClinicWork,
  id: string,
  { version, facilityId: wanted, medicalRecordNumber: given, bedId = null, ...facts }: Correction,
): Promise<z.input<typeof Patient>> {
  // Before the patient's lock: an interface that brings them takes both in this order.
  if (wanted || given) await waitForAdding(work, wanted ?? (await readPatient(work, id)).facility.facilityId)
  const before = await lockOwn(work, id)
  await refuseUnlessAsSeen(before.version, { version }, () => readPatient(work, id))
  const facilityId = wanted ?? before.facilityId
  const isMoved = facilityId !== before.facilityId
  const { today } = isMoved ? await getEnabledFacility(work, facilityId) : (await findFacility(work, facilityId))!
  refuseUnlessBorn(facts.birthDate, today)
  const medicalRecordNumber = given ?? before.medicalRecordNumber
  if (isMoved || medicalRecordNumber !== before.medicalRecordNumber) {
    const [found] = await comparePatients(work, [{ line: 0, ...facts, facilityId, medicalRecordNumber }])
    const { holder } = found!
    refuseUnless(!holder || holder.id === id, patientRefusals.recordNumberTaken, holder ? tell(holder) : undefined)
  }
  await updatePatient(work, id, { ...facts, facilityId, medicalRecordNumber, bedId })
  await work.audit({ event: 'patient.edited', patientId: id, facilityId })
  if (isMoved) {
    await work.audit({ event: 'patient.moved', patientId: id, facilityId, detail: { from: before.facilityId } })
    await work.record('patient.moved', { patientId: id, facilityId, today })
  }
  return readPatient(work, id)
}

/** Deletes a patient who was added in Dictara, also from rosters. Refuses if somebody has dictated for them. */
export async function removePatient(work: ClinicWork, id: string): Promise<void> {
  // The lock also blocks a dictation for them that begins at this moment.
  const { facilityId } = await lockOwn(work, id)
  refuseUnless(!(await hasDictations(work, id)), patientRefusals.hasJobs)
  await deletePatient(work, id)
  await work.audit({ event: 'patient.deleted', patientId: id, facilityId })
}
