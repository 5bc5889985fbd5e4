import type { PatientOption } from '@dictara/contract/patients'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { anyOf, escapedForLike, type Tables, type Work, wordsOf } from '../../platform/database/index.ts'

const most = 50
const mostWords = 5

/** Patients of a facility whose name, MRN or date of birth holds every word of the search; names are found from their beginning. */
export const searchPatients = (
  work: Work,
  facilityId: string,
  searchValue: string,
): Promise<z.input<typeof PatientOption>[]> =>
  work.db
    .selectFrom('patients')
    .select(['id as pid', 'firstName', 'lastName', 'birthDate', 'medicalRecordNumber', 'bedId'])
    .select('lastNoteAt as lastNoteDate')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .where(({ and, eb, or }) =>
      and(
        wordsOf(searchValue)
          .slice(0, mostWords)
          .map(escapedForLike)
          .map((word) =>
            or([
              eb('firstName', 'ilike', `${word}%`),
              eb('lastName', 'ilike', `${word}%`),
              eb('medicalRecordNumber', 'ilike', `%${word}%`),
              eb(sql<string>`to_char(birth_date, 'MM/DD/YYYY')`, 'like', `%${word}%`),
              eb(sql<string>`birth_date::text`, 'like', `%${word}%`),
            ]),
          ),
      ),
    )
    .orderBy(({ fn }) => fn<string>('lower', ['lastName']))
    .orderBy(({ fn }) => fn<string>('lower', ['firstName']))
    .orderBy('id')
    .limit(most)
    .execute()

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
    .select(['p.id as pid', 'p.firstName', 'p.lastName', 'p.birthDate', 'p.medicalRecordNumber', 'p.bedId'])
    .select('p.lastNoteAt as lastNoteDate')
    .where(({ and }) => and({ 'p.clinicId': work.clinicId, 'p.facilityId': facilityId }))
    .orderBy('seen.seenAt', 'desc')
    .limit(recentMost)
    .execute()

/** True when the patient is one of the facility. */
export async function isPatientOf(work: Work, facilityId: string, patientId: string): Promise<boolean> {
  const patient = await work.db
    .selectFrom('patients')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId, id: patientId }))
    .executeTakeFirst()
  return patient !== undefined
}

/** How many of these patients, each named once, are of the facility. */
export async function countPatientsOf(work: Work, facilityId: string, patientIds: readonly string[]): Promise<number> {
  const { found } = await work.db
    .selectFrom('patients')
    .select(({ fn }) => fn.countAll<string>().as('found'))
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .where('id', '=', anyOf(patientIds))
    .executeTakeFirstOrThrow()
  return Number(found)
}

/** A patient as they are chosen; who exists. */
export const getPatientOption = (work: Work, patientId: string): Promise<z.input<typeof PatientOption>> =>
  work.db
    .selectFrom('patients')
    .select(['id as pid', 'firstName', 'lastName', 'birthDate', 'medicalRecordNumber', 'bedId'])
    .select('lastNoteAt as lastNoteDate')
    .where(({ and }) => and({ clinicId: work.clinicId, id: patientId }))
    .executeTakeFirstOrThrow()

/** Whether the roster is switched on for the caller, or for any doctor an admin could make one for (Q037). */
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

type Columns = Selectable<Tables['patients']>
export type PatientFacts = Pick<
  Columns,
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

/** A patient who exists, such as one that a job names. */
export const getPatient = (work: Work, patientId: string): Promise<PatientFacts> =>
  work.db
    .selectFrom('patients')
    .select(['id', 'medicalRecordNumber', 'firstName', 'lastName', 'birthDate', 'gender', 'bedId'])
    .select(['admissionDate', 'termType'])
    .where(({ and }) => and({ clinicId: work.clinicId, id: patientId }))
    .executeTakeFirstOrThrow()
