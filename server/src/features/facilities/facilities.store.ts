import type { FacilityOption } from '@dictara/contract/facilities'
import { sql } from 'kysely'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'

/** Facilities that the actor reaches, the parent first, then by name. */
export async function listFacilities(work: Work, actor: Actor, searchValue: string): Promise<FacilityOption[]> {
  const pattern = `%${searchValue.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const { rows } = await sql<FacilityOption>`
    select f.id as facility_id, f.name as facility_name, not f.is_enabled as disabled, f.is_parent
    from facilities f
    where f.clinic_id = ${work.clinicId} and f.name ilike ${pattern}
      and (${seesWholeClinic(actor)} or f.id = any(${[...actor.facilityIds]}::uuid[]))
    order by f.is_parent desc, f.name limit 500`.execute(work.db)
  return rows
}

export interface FacilityFacts {
  id: string
  name: string
  isEnabled: boolean
  timeZone: string
  organisationId: string | null
  noteType: string | null
  transcriptionFlow: 'TRANSCRIPTION_ONLY' | 'TRANSCRIPTION_REVIEWER'
  reviewerCount: number
  /** Today in the facility's time zone: it owns "today" (Q189). */
  today: string
  planEndDate: string | null
}

export async function findFacility(work: Work, facilityId: string): Promise<FacilityFacts | undefined> {
  const { rows } = await sql<FacilityFacts>`
    select id, name, is_enabled, time_zone, organisation_id, note_type, transcription_flow, reviewer_count, plan_end_date,
      (${work.now}::timestamptz at time zone time_zone)::date as today
    from facilities where clinic_id = ${work.clinicId} and id = ${facilityId}`.execute(work.db)
  return rows[0]
}

export async function listWorkTypes(work: Work, facilityId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from facility_work_types where clinic_id = ${work.clinicId} and facility_id = ${facilityId} order by position`.execute(
    work.db,
  )
  return rows.map(({ name }) => name)
}

export async function updateDisabled(work: Work, facilityId: string, isDisabled: boolean) {
  await sql`update facilities set is_enabled = ${!isDisabled}, disabled_status_updated_at = ${work.now}, updated_at = ${work.now}
    where clinic_id = ${work.clinicId} and id = ${facilityId} and is_enabled = ${isDisabled}`.execute(work.db)
}

/** The time zone of a clinic, its first facility's, and today there. */
export async function findClinicDay(work: Work): Promise<{ timeZone: string; today: string }> {
  const { rows } = await sql<{ timeZone: string; today: string }>`
    select time_zone, (${work.now}::timestamptz at time zone time_zone)::date as today from facilities
    where clinic_id = ${work.clinicId} order by is_parent desc, id limit 1`.execute(work.db)
  return rows[0] ?? { timeZone: 'UTC', today: work.now.toISOString().slice(0, 10) }
}

/** The calendar day of a moment in the facility's time zone. */
export async function dayAt(work: Work, facilityId: string, moment: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${moment}::timestamptz at time zone time_zone)::date as day from facilities
    where clinic_id = ${work.clinicId} and id = ${facilityId}`.execute(work.db)
  return rows[0]!.day
}
