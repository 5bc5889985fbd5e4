import type { ClinicCounts } from '@dictara/contract/dashboards'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, rowOf } from '../../platform/database/index.ts'
import { findClinicDay } from '../facilities/index.ts'

type ClinicCountsIn = z.input<typeof ClinicCounts>
type ClinicFacts = Omit<ClinicCountsIn, 'openJobCount' | 'timeZone' | 'isTimeZoneSet'>

/** So many jobs of one person are counted: however many wait beside what is in hands, they are not looked at. */
const mostHeld = 1_000

const enabled = (where: ReturnType<typeof sql>) => sql`(select count(*)::int from people u where ${where})`
const lastLogin = (where: ReturnType<typeof sql>) => sql`(
  select json_build_object('name', u.full_name, 'lastLoginTimeStamp', u.last_login_at) from people u
  where ${where} and u.last_login_at is not null order by u.last_login_at desc limit 1)`

/**
 * People, facilities and last activities within the actor's facilities; a clinicAdmin's whole clinic. Jobs are sums of
 * the kept counts, so that the cost does not grow with the jobs.
 */
async function readClinicFacts(work: ClinicWork): Promise<ClinicFacts> {
  const all = seesWholeClinic(work.actor)
  const mine = [...work.actor.facilityIds]
  const isAdmin = sql`u.user_type in ('admin', 'clinicAdmin')`
  const jobs = (where: ReturnType<typeof sql>) => sql`(select coalesce(sum(c.jobs), 0)::int from job_counts c
    where c.clinic_id = ${work.clinicId} and (${all} or c.facility_id = any(${mine}::uuid[])) and ${where})`
  return rowOf(
    work,
    sql`with people as (
      select u.user_type, u.full_name, u.last_login_at, u.last_job_created_at, u.last_job_completed_at from users u where u.clinic_id = ${work.clinicId} and u.is_enabled and (${all} or exists (
        select from facility_users l where l.clinic_id = u.clinic_id and l.user_id = u.id and l.facility_id = any(${mine}::uuid[])))
    ), places as (
      select f.id, f.name, f.updated_at from facilities f where f.clinic_id = ${work.clinicId} and f.is_enabled and (${all} or f.id = any(${mine}::uuid[]))
    )
    select ${enabled(isAdmin)} as admin_count, ${enabled(sql`u.user_type = 'doctor'`)} as doctor_count,
      ${enabled(sql`u.user_type = 'reviewer'`)} as reviewer_count,
      ${enabled(sql`u.user_type = 'transcriptionist'`)} as transcriptionist_count,
      (select count(*)::int from places) as facility_count,
      ${jobs(sql`c.status not in ('COMPLETED', 'BILLED')`)} as open_jobs_count,
      ${jobs(sql`c.status in ('COMPLETED', 'BILLED')`)} as completed_jobs_count,
      ${jobs(sql`c.status = 'AVAILABLE'`)} as available_transcriptions,
      (select coalesce(sum(held.jobs), 0)::int from users u cross join lateral (
        select count(*) as jobs from (select from jobs j where j.clinic_id = ${work.clinicId} and j.holder_id = u.id
          and j.status = 'IN_PROGRESS' and j.tab = 'INPROGRESS' and j.author_id <> u.id
          and (${all} or j.facility_id = any(${mine}::uuid[])) limit ${mostHeld}) h
      ) held where u.clinic_id = ${work.clinicId}) as in_progress_transcriptions,
      ${lastLogin(isAdmin)} as last_logedin_admin, ${lastLogin(sql`u.user_type = 'doctor'`)} as last_logedin_doctor,
      ${lastLogin(sql`u.user_type = 'reviewer'`)} as last_logedin_reviewer,
      (select max(u.last_job_created_at) from people u) as last_job_created_on,
      (select max(u.last_job_completed_at) from people u) as last_job_completed_on,
      (select max(f.updated_at) from places f) as facility_last_updated_on,
      coalesce((select json_agg(json_build_object('facilityId', f.id, 'facilityName', f.name) order by f.name) from places f), '[]') as facilities_info`,
  )
}

/** What the clinic consists of, as far as the actor reaches it, under both spellings of the open jobs (C13). */
export async function readClinicCounts(work: ClinicWork): Promise<ClinicCountsIn> {
  const facts = await readClinicFacts(work)
  const { timeZone, isTimeZoneSet } = await findClinicDay(work)
  return { ...facts, timeZone, isTimeZoneSet, openJobCount: facts.openJobsCount }
}
