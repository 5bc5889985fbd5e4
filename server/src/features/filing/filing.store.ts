import { sql } from 'kysely'
import type { EhrNote } from '../../gateways/ehr/index.ts'
import type { Work } from '../../platform/database/index.ts'

/** What the EHR learns of a job beside the text, and which EHR the facility writes to; null: none. */
export interface FilingHeader extends Omit<EhrNote, 'noteVersion' | 'text' | 'jobNumber'> {
  number: number
  ehrType: string | null
}

export async function findHeader(work: Work, jobId: string): Promise<FilingHeader | undefined> {
  const { rows } = await sql<FilingHeader>`
    select j.clinic_id, j.id as job_id, j.facility_id, j.number, j.work_type, j.date_of_encounter, f.ehr_type,
      p.first_name || ' ' || p.last_name as patient_name, p.medical_record_number, a.full_name as author
    from jobs j
    join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
    join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
    join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
    where j.clinic_id = ${work.clinicId} and j.id = ${jobId}`.execute(work.db)
  return rows[0]
}

/** Notes that this version of the note is being written to that EHR; once it is filed nothing changes. */
export async function claimFiling(work: Work, jobId: string, noteVersion: number, ehrType: string | null) {
  await sql`insert into filings (clinic_id, job_id, note_version, ehr_type, first_tried_at)
    values (${work.clinicId}, ${jobId}, ${noteVersion}, ${ehrType}, ${work.now})
    on conflict (clinic_id, job_id, note_version) do update set ehr_type = excluded.ehr_type
    where filings.filed_at is null`.execute(work.db)
}

export async function markFiled(work: Work, jobId: string, noteVersion: number) {
  await sql`update filings set filed_at = coalesce(filed_at, ${work.now})
    where clinic_id = ${work.clinicId} and job_id = ${jobId} and note_version = ${noteVersion}`.execute(work.db)
}

/** Whether a filed note was struck out in the EHR, or could not be (Q143). */
export type StrikeStatus = 'NONE' | 'STRUCK' | 'FAILED'

export interface Filing {
  noteVersion: number
  ehrType: string | null
  strikeStatus: StrikeStatus
}

/** The note of a job as it was filed last; undefined when none was. */
export async function findFiling(work: Work, jobId: string): Promise<Filing | undefined> {
  const { rows } = await sql<Filing>`
    select note_version, ehr_type, strike_status from filings
    where clinic_id = ${work.clinicId} and job_id = ${jobId} and filed_at is not null
    order by note_version desc limit 1`.execute(work.db)
  return rows[0]
}

/** A note that is struck stays struck. */
export async function saveStrikeStatus(work: Work, jobId: string, noteVersion: number, status: StrikeStatus) {
  await sql`update filings set strike_status = ${status}
    where clinic_id = ${work.clinicId} and job_id = ${jobId} and note_version = ${noteVersion} and strike_status <> 'STRUCK'`.execute(
    work.db,
  )
}

/** True when the clinic is a demo and the facility writes to the demo EHR. */
export async function hasDemoEhr(
  work: Work,
  facilityId: string,
): Promise<{ isDemoClinic: boolean; isDemoEhr: boolean }> {
  const { rows } = await sql<{ isDemoClinic: boolean; isDemoEhr: boolean }>`
    select c.demo as is_demo_clinic, f.ehr_type is not distinct from 'demo' as is_demo_ehr
    from facilities f join clinics c on c.clinic_id = f.clinic_id
    where f.clinic_id = ${work.clinicId} and f.id = ${facilityId}`.execute(work.db)
  return rows[0]!
}
