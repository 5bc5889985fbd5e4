import { absoluteSessionMs, idleMs } from '@dictara/contract/identity'
import type { AuditSearchKey, LoginSession, SignInStatus } from '@dictara/contract/audit'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, hasWords, readIdPage, readIds } from '../../platform/database/index.ts'
import { isWithin, type Range } from './range.store.ts'
import { comesAfter, type Direction, inOrder, type Order, type Part, partOf } from './walk.store.ts'

/** Which sign-ins are listed. */
export interface SignInChoice {
  userTypes: readonly string[]
  facilityIds: readonly string[]
  range: Range
  searchKey: AuditSearchKey
  searchValue: string
  direction: Direction
}

/** Up to this many people, each one's sign-ins are walked; beyond, those of the clinic. */
const fewPeople = 30

const isLinkedTo = (facilityIds: readonly string[]) =>
  sql<boolean>`exists (select from facility_users l where l.clinic_id = u.clinic_id and l.user_id = u.id
    and l.facility_id = any(${[...facilityIds]}::uuid[]))`

/** True for people `u` whose sign-ins the actor may see, of the chosen kinds and facilities (Q144). */
function isChosen({ actor }: ClinicWork, { userTypes, facilityIds, searchKey, searchValue }: SignInChoice) {
  const types = userTypes.flatMap((type) => (type === 'ADMIN' ? ['admin', 'clinicAdmin'] : [type.toLowerCase()]))
  const rules = [
    !seesWholeClinic(actor) && sql<boolean>`(u.id = ${actor.userId} or ${isLinkedTo(actor.facilityIds)})`,
    facilityIds.length > 0 && isLinkedTo(facilityIds),
    types.length > 0 && sql<boolean>`u.user_type = any(${types}::text[])`,
    searchKey === 'userName' && searchValue && hasWords(sql<string>`u.full_name || ' ' || u.email`, searchValue),
  ].filter((rule) => rule !== false && rule !== '')
  return rules.length > 0 ? sql<boolean>`(${sql.join(rules, sql` and `)})` : undefined
}

const before = (work: ClinicWork, milliseconds: number) => new Date(work.now.getTime() - milliseconds)

/** True for sessions `s` in which somebody may still work. */
const isOpen = (work: ClinicWork) => sql<boolean>`(s.logging_status = 'SUCCESS' and s.ended_at is null
  and s.last_activity_at > ${before(work, idleMs)} and s.created_at > ${before(work, absoluteSessionMs)})`

const statusRules: Record<SignInStatus, (work: ClinicWork) => RawBuilder<boolean>> = {
  FAILED: () => sql<boolean>`s.logging_status = 'FAILED'`,
  ACTIVE: isOpen,
  ENDED: (work) => sql<boolean>`(s.logging_status = 'SUCCESS' and not ${isOpen(work)})`,
}

/** True for sessions `s` in which somebody worked on the job of that number. */
const isOnJob = (searchValue: string) => sql<boolean>`s.id in (
  select coalesce(c.parent_id, c.id) from jobs j
  join job_stints t on t.clinic_id = j.clinic_id and t.job_id = j.id and t.session_id is not null
  join sessions c on c.id = t.session_id
  where j.clinic_id = s.clinic_id and j.number = ${/^\d{1,9}$/.test(searchValue) ? Number(searchValue) : -1})`

function isFound(work: ClinicWork, { searchKey, searchValue }: SignInChoice): RawBuilder<boolean> {
  const sought = searchValue.trim()
  if (!sought || searchKey === 'userName') return sql<boolean>`true`
  if (searchKey === 'jobName') return isOnJob(sought)
  const known = (Object.keys(statusRules) as SignInStatus[]).find((status) => status === sought.toUpperCase())
  return known ? statusRules[known](work) : sql<boolean>`false`
}

/** The sign-ins of the chosen people, in the list's order: each person's, or the clinic's. */
async function walkOf(work: ClinicWork, choice: SignInChoice, part: Part): Promise<RawBuilder<unknown>> {
  const order: Order = { table: 'sessions', alias: 's', at: 'created_at', direction: choice.direction }
  const chosen = isChosen(work, choice)
  const rule = sql`s.clinic_id = ${work.clinicId} and s.parent_id is null and ${isWithin(sql`s.created_at`, choice.range)}
    and ${comesAfter(part, order)} and ${isFound(work, choice)}`
  const ordered = inOrder(part, order)
  if (!chosen) return sql`select s.id, s.created_at as at from sessions s where ${rule} ${ordered}`
  const people = await readIds(
    work,
    sql`select u.id from users u where u.clinic_id = ${work.clinicId} and ${chosen} limit ${fewPeople + 1}`,
  )
  if (people.length > fewPeople)
    return sql`select s.id, s.created_at as at from sessions s join users u on u.id = s.user_id where ${rule} and ${chosen} ${ordered}`
  return sql`select m.* from unnest(${people}::uuid[]) p (id) cross join lateral (
    select s.id, s.created_at as at from sessions s where ${rule} and s.user_id = p.id ${ordered}) m`
}

/** The ids of the wanted sign-ins in order, and how many rows the list has up to a cap. */
export async function findSignIns(work: ClinicWork, choice: SignInChoice, part: Part) {
  const walked = await walkOf(work, choice, part)
  return readIdPage(work, partOf(walked, part, choice.direction))
}

/** The contents of the sign-ins, in the order of their ids. A session that ran out ended when it could no longer be used. */
export const readSignIns = (work: ClinicWork, ids: readonly string[]): Promise<z.input<typeof LoginSession>[]> =>
  work.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.userId', 'u.fullName', 'u.email', 'u.profilePic', 'u.userType', 's.createdAt as loginTime'])
    .select(['s.ip as loggedUserIp', 's.loggingStatus'])
    .select(
      sql<Date | 0>`case when s.logging_status = 'FAILED' or ${isOpen(work)} then '0'::json
        else to_json(coalesce(s.ended_at, least(s.last_activity_at + ${idleMs} * interval '1 ms',
          s.created_at + ${absoluteSessionMs} * interval '1 ms'))) end`.as('logoutTime'),
    )
    .where('s.clinicId', '=', work.clinicId)
    .where(sql<boolean>`s.id = any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], s.id)`)
    .execute()
