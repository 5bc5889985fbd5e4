import type { Patient, PatientOption } from '@dictara/contract/patients'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { reachesFacility } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, type RowOf, type Work } from '../../platform/database/index.ts'
import { notFound } from '../../platform/refusal.ts'

/** The columns of a patient `p` in pickers. */
export const optionColumns = [
  'p.id as pid',
  'p.firstName',
  'p.lastName',
  'p.birthDate',
  'p.medicalRecordNumber',
  'p.bedId',
  'p.lastNoteAt as lastNoteDate',
] as const

/** Patients `p` as their list shows them. */
export const patientsShown = (work: Work) =>
  work.db
    .selectFrom('patients as p')
    .innerJoin('facilities as l', (join) =>
      join.onRef('l.clinicId', '=', 'p.clinicId').onRef('l.id', '=', 'p.facilityId'),
    )
    .select([
      'p.id',
      'p.firstName',
      'p.lastName',
      'p.birthDate',
      'p.gender',
      'p.medicalRecordNumber',
      'p.bedId',
      'p.source',
    ])
    .select(({ ref }) => [
      'p.version',
      jsonBuildObject({ facilityId: ref('l.id'), facilityName: ref('l.name') }).as('facility'),
    ])
    .where('p.clinicId', '=', work.clinicId)

/** An existing patient, as the list shows them. */
export const readPatient = (work: Work, id: string): Promise<z.input<typeof Patient>> =>
  patientsShown(work).where('p.id', '=', id).executeTakeFirstOrThrow()

/** True when the patient belongs to a facility that the actor reaches. */
export async function isReachedPatient(work: ClinicWork, id: string): Promise<boolean> {
  const patient = await work.db
    .selectFrom('patients')
    .select('facilityId')
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .executeTakeFirst()
  return patient !== undefined && reachesFacility(work.actor, patient.facilityId)
}

type Entered = Pick<PatientFacts, 'firstName' | 'lastName' | 'birthDate' | 'gender' | 'medicalRecordNumber' | 'bedId'>

export type InsertedPatient = Entered & RowOf<'patients', 'id' | 'facilityId'>

export async function insertPatients(work: Work, patients: readonly InsertedPatient[]): Promise<void> {
  await work.db
    .insertInto('patients')
    .values(patients.map((patient) => ({ ...patient, clinicId: work.clinicId, createdAt: work.now })))
    .execute()
}

export async function updatePatient(
  work: Work,
  id: string,
  changed: Entered & RowOf<'patients', 'facilityId'>,
): Promise<void> {
  await work.db
    .updateTable('patients')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

/** Locks an existing patient until the commit. */
export const lockPatient = (work: Work, id: string) =>
  work.db
    .selectFrom('patients')
    .select(['facilityId', 'medicalRecordNumber', 'source', 'version'])
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

/**
 * True when somebody has dictated for the patient, or has begun to. Also true when the EHR may have a note under this patient that has
 * been moved to another one since.
 */
export async function hasDictations(work: Work, patientId: string): Promise<boolean> {
  const of = { clinicId: work.clinicId, patientId }
  const one = await work.db
    .selectFrom('jobs')
    .select('id')
    .where(({ and }) => and(of))
    .union(
      work.db
        .selectFrom('dictations')
        .select('id')
        .where(({ and }) => and(of)),
    )
    .union(
      work.db
        .selectFrom('filings')
        .select('jobId as id')
        .where(({ and }) => and({ clinicId: work.clinicId, unansweredPatientId: patientId })),
    )
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

export async function deletePatient(work: Work, id: string): Promise<void> {
  await work.db
    .deleteFrom('patients')
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

const recentMost = 5
/** Of so many dictations the patients are looked for: a person who dictates all day for one patient has others before. */
const recentJobs = 300

/** The patients of a facility for whom somebody submitted a dictation last, the latest first. */
export const listRecentPatients = (
  work: Work,
  facilityId: string,
  authorId: string,
): Promise<z.input<typeof PatientOption>[]> =>
  work.db
    .with('lately', (db) =>
      db
        .selectFrom('jobs')
        .select(['patientId', 'submittedAt'])
        .where(({ and }) => and({ clinicId: work.clinicId, facilityId, authorId, isEnabled: true }))
        .orderBy('submittedAt', 'desc')
        .limit(recentJobs),
    )
    .with('seen', (db) =>
      db
        .selectFrom('lately')
        .select(({ fn }) => ['patientId', fn.max('submittedAt').as('seenAt')])
        .groupBy('patientId'),
    )
    .selectFrom('patients as p')
    .innerJoin('seen', 'seen.patientId', 'p.id')
    .select(optionColumns)
    .where(({ and }) => and({ 'p.clinicId': work.clinicId, 'p.facilityId': facilityId }))
    .orderBy('seen.seenAt', 'desc')
    .limit(recentMost)
    .execute()

/** True when the patient is one of the facility; whoever merges them into another then waits for the commit. */
export async function isPatientOf(work: Work, facilityId: string, patientId: string): Promise<boolean> {
  const patient = await work.db
    .selectFrom('patients')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, id: patientId }))
    .forKeyShare()
    .executeTakeFirst()
  return patient !== undefined
}

/** Counts the patients of the facility among these ids, which must be distinct. */
export async function countPatientsOf(work: Work, facilityId: string, patientIds: readonly string[]): Promise<number> {
  const { found } = await work.db
    .selectFrom('patients')
    .select(({ fn }) => fn.countAll<string>().as('found'))
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .where('id', '=', anyOf(patientIds))
    .executeTakeFirstOrThrow()
  return Number(found)
}

/** An existing patient, as pickers show them. */
export const getPatientOption = (work: Work, patientId: string): Promise<z.input<typeof PatientOption>> =>
  work.db
    .selectFrom('patients as p')
    .select(optionColumns)
    .where(({ and }) => and({ 'p.clinicId': work.clinicId, 'p.id': patientId }))
    .executeTakeFirstOrThrow()

/** True when the roster is switched on for the caller, or for any doctor for whom an admin could make one (Q037). */
export async function hasRoster(work: Work, userId: string, isAdmin: boolean): Promise<boolean> {
  const one = await work.db
    .selectFrom('users')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, activateRoster: true, isEnabled: true }))
    .where(({ eb, or }) => or([eb('id', '=', userId), ...(isAdmin ? [eb('userType', '=', 'doctor')] : [])]))
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

export type PatientFacts = RowOf<
  'patients',
  | 'id'
  | 'medicalRecordNumber'
  | 'firstName'
  | 'lastName'
  | 'birthDate'
  | 'gender'
  | 'bedId'
  | 'admissionDate'
  | 'termType'
>

/** An existing patient, such as that of a job. */
export const getPatient = (work: Work, patientId: string): Promise<PatientFacts> =>
  work.db
    .selectFrom('patients')
    .select(['id', 'medicalRecordNumber', 'firstName', 'lastName', 'birthDate', 'gender', 'bedId'])
    .select(['admissionDate', 'termType'])
    .where(({ and }) => and({ clinicId: work.clinicId, id: patientId }))
    .executeTakeFirstOrThrow()
