import type { RosterEntry, RosterPlace } from '@dictara/contract/roster'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, type IdPage, readIdPage, valueOf, type Work } from '../../platform/database/index.ts'
import { dayIn, isVerifiedAt } from '../facilities/index.ts'
import { jobNumberText, mayRead, staysHere } from '../jobs/index.ts'
import { worksAt } from '../people/index.ts'

export type RosterRow = z.input<typeof RosterEntry>
type Note = NonNullable<RosterRow['note']>
type Found = Omit<RosterRow, 'note'> & { note: (Omit<Note, 'jobNumber'> & { number: number }) | null }

/** More than fits on any screen: 62 days with eighty patients each. */
const rowsMost = 5_000

const today = ({ now }: ClinicWork) => dayIn(now, sql.ref('f.timeZone'))

/** True for entries `e` that the actor may see: a biller's doctors' everywhere, others' at the facilities they reach (roles.md). */
function isReached({ actor, clinicId }: ClinicWork): RawBuilder<boolean> {
  if (seesWholeClinic(actor)) return sql<boolean>`true`
  if (actor.userType === 'biller')
    return sql<boolean>`exists (select from users d where d.clinic_id = ${clinicId} and d.id = e.provider_id and d.biller_id = ${actor.userId})`
  const isHere = sql<boolean>`e.facility_id = any(${[...actor.facilityIds]}::uuid[])`
  return actor.userType === 'admin' ? isHere : sql<boolean>`(${isHere} and e.provider_id = ${actor.userId})`
}

/** Entries `e` at facilities `f` where `isMeant`, in the order of a round: by place, bed and name. */
async function readEntries(work: ClinicWork, isMeant: RawBuilder<boolean>): Promise<RosterRow[]> {
  const { rows } = await sql<Found>`
    select e.id as patient_roster_id, extract(epoch from (e.day + time '12:00') at time zone f.time_zone)::float8 as date_time, e.day,
      e.patient_id, p.first_name || ' ' || p.last_name as patient_name, p.birth_date, p.medical_record_number, p.bed_id,
      json_build_object('facilityId', f.id, 'facilityName', f.name) as facility, n.note
    from roster_entries e
    join facilities f on f.clinic_id = e.clinic_id and f.id = e.facility_id
    join patients p on p.clinic_id = e.clinic_id and p.id = e.patient_id
    left join lateral (
      select json_build_object('jobId', j.id, 'number', j.number, 'status', j.status, 'level', j.level, 'returned', j.returned,
        'levels', j.review_levels, 'staysHere', ${staysHere}, 'progress', case j.status when 'CONVERTING' then j.progress end) as note
      from jobs j
      where j.clinic_id = e.clinic_id and j.patient_id = e.patient_id and j.date_of_encounter = e.day
        and j.author_id = e.provider_id and j.facility_id = e.facility_id and j.is_enabled and j.status <> 'STRUCK_OUT'
        and ${mayRead(work.actor, work.now)}
      order by j.submitted_at desc, j.id desc limit 1) n on true
    where e.clinic_id = ${work.clinicId} and ${isReached(work)} and ${isMeant}
    order by e.day, f.name, f.id, p.bed_id, lower(p.last_name), lower(p.first_name), e.id
    limit ${rowsMost}`.execute(work.db)
  return rows.map(({ note, ...row }) => {
    if (!note) return { ...row, note }
    const { number, ...of } = note
    return { ...row, note: { ...of, jobNumber: jobNumberText(number) } }
  })
}

const dayOfMoment = (seconds: number, days: number) =>
  new Date(seconds * 1000 + days * 86_400_000).toISOString().slice(0, 10)

/** The entries of a doctor from the day of one moment to that of another, in the zone of each facility; `facilityIds` narrows. */
export const listEntries = (
  work: ClinicWork,
  providerId: string,
  { startDate, endDate, facilityIds }: { startDate: number; endDate: number; facilityIds: readonly string[] },
): Promise<RosterRow[]> => {
  const dayOf = (seconds: number) => dayIn(new Date(seconds * 1000), sql.ref('f.timeZone'))
  const isOfFacility = facilityIds.length > 0 ? sql`e.facility_id = any(${[...facilityIds]}::uuid[])` : sql`true`
  // No time zone is a day and a half from UTC. The index finds these days; each facility's zone then decides.
  return readEntries(
    work,
    sql<boolean>`e.provider_id = ${providerId} and ${isOfFacility}
      and e.day between ${dayOfMoment(startDate, -1)}::date and ${dayOfMoment(endDate, 1)}::date
      and e.day between ${dayOf(startDate)} and ${dayOf(endDate)}`,
  )
}

/** The actor's own entries of today, at each facility by its own calendar. */
export const listTodaysEntries = (work: ClinicWork): Promise<RosterRow[]> => {
  const seconds = work.now.getTime() / 1000
  return readEntries(
    work,
    sql<boolean>`e.provider_id = ${work.actor.userId} and f.is_enabled
      and e.day between ${dayOfMoment(seconds, -1)}::date and ${dayOfMoment(seconds, 1)}::date and e.day = ${today(work)}`,
  )
}

/** The enabled facilities that the actor reaches, the parent first, with the day that it is there. */
export const listPlaces = (work: ClinicWork): Promise<RosterPlace[]> =>
  work.db
    .selectFrom('facilities as f')
    .select(['f.id as facilityId', 'f.name as facilityName', 'f.timeZone', today(work).as('today')])
    .where(({ and }) => and({ 'f.clinicId': work.clinicId, 'f.isEnabled': true }))
    .$if(!seesWholeClinic(work.actor), (all) => all.where('f.id', '=', anyOf(work.actor.facilityIds)))
    .orderBy('f.isParent', 'desc')
    .orderBy('f.name')
    .orderBy('f.id')
    .limit(500)
    .execute()

/** Counts the ids of facilities of the clinic. */
export const countFacilities = (work: ClinicWork, ids: readonly string[]): Promise<number> =>
  valueOf(
    work,
    sql<number>`(select count(*)::int from facilities f
      where f.clinic_id = ${work.clinicId} and f.id = any(${[...ids]}::uuid[]))`,
  )

/** True when an enabled person works at the facility. */
export async function isWorkingAt(work: ClinicWork, userId: string, facilityId: string): Promise<boolean> {
  const { rows } = await sql`select from facilities f
    where f.clinic_id = ${work.clinicId} and f.id = ${facilityId} and ${worksAt(work, userId)}`.execute(work.db)
  return rows.length > 0
}

/**
 * Adds patients to a roster. Existing entries stay: of two concurrent calls with the same patient one adds them (Q041).
 * @returns the ids of the new entries
 */
export async function insertEntries(
  work: ClinicWork,
  {
    providerId,
    facilityId,
    day,
    patientIds,
  }: { providerId: string; facilityId: string; day: string; patientIds: readonly string[] },
): Promise<string[]> {
  // Always in the same order, so that two calls with the same patients cannot deadlock.
  const added = await work.db
    .insertInto('rosterEntries')
    .values(
      patientIds.toSorted().map((patientId) => ({
        clinicId: work.clinicId,
        providerId,
        facilityId,
        patientId,
        day,
        addedBy: work.actor.userId,
        addedAt: work.now,
      })),
    )
    .onConflict((there) => there.columns(['clinicId', 'providerId', 'day', 'facilityId', 'patientId']).doNothing())
    .returning('id')
    .execute()
  return added.map(({ id }) => id)
}

/**
 * Puts who stands on one day of a roster on another as well, as far as the actor could do it by hand: at facilities they reach,
 * that are enabled, paid for (`paidIds`), verified, and where the day has not passed.
 */
export const copyEntries = (
  work: ClinicWork,
  {
    providerId,
    fromDay,
    toDay,
    paidIds,
  }: { providerId: string; fromDay: string; toDay: string; paidIds: readonly string[] },
): Promise<IdPage> =>
  readIdPage(
    work,
    sql`
    with found as (
      select e.facility_id, e.patient_id from roster_entries e join facilities f on f.clinic_id = e.clinic_id and f.id = e.facility_id
      where e.clinic_id = ${work.clinicId} and e.provider_id = ${providerId} and e.day = ${fromDay}::date and ${isReached(work)}
        and f.is_enabled and f.id = any(${[...paidIds]}::uuid[]) and ${toDay}::date >= ${today(work)}
        and ${isVerifiedAt(work)} and ${worksAt(work, providerId)}
      order by e.patient_id, e.facility_id
    ), added as (
      insert into roster_entries (clinic_id, provider_id, facility_id, patient_id, day, added_by, added_at)
      select ${work.clinicId}, ${providerId}, facility_id, patient_id, ${toDay}::date, ${work.actor.userId}, ${work.now}::timestamptz from found
      on conflict do nothing returning id
    )
    select coalesce((select json_agg(id) from added), '[]') as ids, (select count(*)::int from found) as total`,
  )

/** An entry that the actor may see, and the day that it is at its facility. */
export const findEntry = (work: ClinicWork, id: string) =>
  work.db
    .selectFrom('rosterEntries as e')
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'e.clinicId').onRef('f.id', '=', 'e.facilityId'),
    )
    .select(['e.id', 'e.providerId', 'e.facilityId', 'f.name as facilityName', 'e.patientId', 'e.day'])
    .select(today(work).as('today'))
    .where(({ and }) => and({ 'e.clinicId': work.clinicId, 'e.id': id }))
    .where(isReached(work))
    .executeTakeFirst()

/** @returns true if it existed */
export async function deleteEntry(work: ClinicWork, id: string): Promise<boolean> {
  const gone = await work.db
    .deleteFrom('rosterEntries')
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Moves a patient's visits from today on to another facility. */
export async function moveEntries(
  work: Work,
  { patientId, facilityId, today: from }: { patientId: string; facilityId: string; today: string },
): Promise<void> {
  await work.db
    .updateTable('rosterEntries')
    .set({ facilityId })
    .where(({ and }) => and({ clinicId: work.clinicId, patientId }))
    .where('day', '>=', from)
    .execute()
}

/** Gives the visits of a merged patient to the survivor. Where both are on a roster of one day, one visit stays. */
export async function giveEntries(work: Work, { from, into }: { from: string; into: string }): Promise<void> {
  const { clinicId } = work
  await sql`delete from roster_entries e using roster_entries o
    where e.clinic_id = ${clinicId} and e.patient_id = ${from} and o.clinic_id = e.clinic_id and o.patient_id = ${into}
      and o.provider_id = e.provider_id and o.day = e.day and o.facility_id = e.facility_id`.execute(work.db)
  await work.db
    .updateTable('rosterEntries')
    .set({ patientId: into })
    .where(({ and }) => and({ clinicId, patientId: from }))
    .execute()
}
