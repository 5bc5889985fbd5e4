import type { ClinicWork } from '../../platform/database/index.ts'
import { findJob, getJobFor } from '../jobs/index.ts'
import { getPatient } from '../patients/index.ts'

/** `2026-01-05` as MM/DD/YYYY (EDIT-55). */
const asShown = (day: string | null) => day?.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1') ?? ''

/**
 * The header of the editors, as keys and values in the order of EDIT-25 (EDIT-34). If the job's row hides the patient's details
 * from the reader, their values are empty here too.
 */
export async function readDemographics(work: ClinicWork, jobId: string) {
  const job = await getJobFor(work, jobId)
  const patient = await getPatient(work, job.patientId)
  const ifKnown = (fact: string) => (job.medicalRecordNumber === null ? '' : fact)
  const facts: [string, string][] = [
    ['NAME', `${patient.firstName} ${patient.lastName}`],
    ['MRN', ifKnown(patient.medicalRecordNumber)],
    ['ROOM/BED', ifKnown(patient.bedId ?? '')],
    ['DATE OF ADMISSION', ifKnown(asShown(patient.admissionDate))],
    ['GENDER', ifKnown(patient.gender)],
    ['DATE OF BIRTH', ifKnown(asShown(patient.birthDate))],
    ['NOTE AUTHOR', job.author],
    ['FACILITY', job.facility.facilityName],
    ['DATE OF VISIT', asShown(job.dateOfEncounter)],
    ['TEMPLATE', job.templates[0]?.templateName ?? ''],
    ['WORK TYPE', job.workType ?? ''],
  ]
  return facts.map(([key, value]) => ({ key, value }))
}

/** Author, facility and patient for the printed note (EDIT-35). */
export async function readPrintInfo(work: ClinicWork, jobId: string) {
  const job = await getJobFor(work, jobId)
  const patient = await getPatient(work, (await findJob(work, jobId))!.patientId)
  return {
    author: job.author,
    facility: job.facility,
    patientId: job.patientId,
    patientAssignmentData: { patientTermType: patient.termType },
  }
}
