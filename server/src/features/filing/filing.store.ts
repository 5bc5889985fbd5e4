import type { Selectable } from 'kysely'
import type { EhrNote } from '../../gateways/ehr/index.ts'
import type { Tables, Work } from '../../platform/database/index.ts'
import { findApproval, jobNumberText } from '../jobs/index.ts'

/** What the EHR learns of a job beside the text. */
export type FilingHeader = Omit<EhrNote, 'noteVersion' | 'text' | 'sections' | 'writtenAt'>

/** @param patientId whose note it was; absent: whose it is now */
export async function findHeader(work: Work, jobId: string, patientId?: string): Promise<FilingHeader | undefined> {
  const found = await work.db
    .selectFrom('jobs as j')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinicId', '=', 'j.clinicId').on(({ eb, ref }) => eb('p.id', '=', patientId ?? ref('j.patientId'))),
    )
    .innerJoin('users as a', (join) => join.onRef('a.clinicId', '=', 'j.clinicId').onRef('a.id', '=', 'j.authorId'))
    .select(['j.clinicId', 'j.id as jobId', 'j.facilityId', 'j.number', 'j.workType', 'j.dateOfEncounter'])
    .select(['p.medicalRecordNumber', 'a.fullName as author', 'a.id as authorId'])
    .select(['p.firstName', 'p.lastName', 'p.middleName', 'p.birthDate', 'p.gender'])
    .select(['a.firstName as authorFirstName', 'a.lastName as authorLastName', 'a.npi as authorNpi'])
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.id': jobId }))
    .executeTakeFirst()
  if (!found) return undefined
  const { number, firstName, lastName, middleName, birthDate, gender, ...rest } = found
  const { authorFirstName, authorLastName, authorNpi, ...header } = rest
  return {
    ...header,
    jobNumber: jobNumberText(number),
    patientName: `${firstName} ${lastName}`,
    patient: { firstName, lastName, middleName, birthDate, gender },
    authorName: { firstName: authorFirstName, lastName: authorLastName, npi: authorNpi },
    authenticator: (await findApproval(work, jobId)) ?? null,
  }
}

export type Filing = Pick<Selectable<Tables['filings']>, 'noteVersion' | 'ehrType' | 'strikeStatus'>

/** Whether a filed note was struck out in the EHR, or could not be (Q143). */
export type StrikeStatus = Filing['strikeStatus']

/** The note of a job as it was filed last; undefined when none was. */
export const findFiling = (work: Work, jobId: string): Promise<Filing | undefined> =>
  work.db
    .selectFrom('filings')
    .select(['noteVersion', 'ehrType', 'strikeStatus'])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .where('filedAt', 'is not', null)
    .orderBy('noteVersion', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The facility as a sender of HL7 files; undefined when it has no HL7 integration. */
export const findHl7Sender = (work: Work, facilityId: string): Promise<{ name: string } | undefined> =>
  work.db
    .selectFrom('facilities')
    .select('name')
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId, hl7Integration: true }))
    .executeTakeFirst()

/** A note that is struck stays struck. */
export async function saveStrikeStatus(work: Work, jobId: string, noteVersion: number, strikeStatus: StrikeStatus) {
  await work.db
    .updateTable('filings')
    .set({ strikeStatus })
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, noteVersion }))
    .where('strikeStatus', '<>', 'STRUCK')
    .execute()
}

/** True when the clinic is a demo and the facility writes to the demo EHR. */
export async function hasDemoEhr(
  work: Work,
  facilityId: string,
): Promise<{ isDemoClinic: boolean; isDemoEhr: boolean }> {
  const { demo, ehrType } = await work.db
    .selectFrom('facilities as f')
    .innerJoin('clinics as c', 'c.clinicId', 'f.clinicId')
    .select(['c.demo', 'f.ehrType'])
    .where(({ and }) => and({ 'f.clinicId': work.clinicId, 'f.id': facilityId }))
    .executeTakeFirstOrThrow()
  return { isDemoClinic: demo, isDemoEhr: ehrType === 'demo' }
}
