import { absoluteSessionMs, idleMs } from '@dictara/contract/identity'
import type { AuditSearchKey, LoginSession, SignInStatus } from '@dictara/contract/audit'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, hasWords, readIds } from '../../platform/database/index.ts'
import { findClinicDay } from '../facilities/index.ts'
import { isInAudit } from './audited-jobs.store.ts'
import { isWithin, type Range } from './range.store.ts'
import { comesAfter, type Direction, findPart, firstOf, type Order, type Part, type Walks } from './walk.store.ts'

/** Which sign-ins are listed. */
export interface SignInChoice {
  userTypes: readonly string[]
  facilityIds: readonly string[]
  range: Range
  searchKey: AuditSearchKey
  searchValue: string
  direction: Direction
}

const isLinkedTo = (facilityIds: readonly string[]) =>
  sql<boolean>`exists (select from facility_users l where l.clinic_id = u.clinic_id and l.user_id = u.id
    and l.facility_id = any(${[...facilityIds]}::uuid[]))`

/** True for people `u` whose sign-ins the actor may see (Q144). */
const isSeen = ({ actor }: ClinicWork) =>
  seesWholeClinic(actor) ? undefined : sql<boolean>`(u.id = ${actor.userId} or ${isLinkedTo(actor.facilityIds)})`

/** Whether the actor may see what was done in the session. */
export async function isAuditedSession(work: ClinicWork, id: string): Promise<boolean> {
  const found = await readIds(
    work,
    sql`select s.id from sessions s join users u on u.id = s.user_id
      where s.clinic_id = ${work.clinicId} and s.id = ${id} and ${isSeen(work) ?? sql`true`}`,
  )
  return found.length > 0
}

/** True for people `u` whose sign-ins the actor may see, of the chosen user types and facilities; undefined: everybody. */
function isChosen(work: ClinicWork, { userTypes, facilityIds, searchKey, searchValue }: SignInChoice) {
  const rules = [
    isSeen(work),
    facilityIds.length > 0 && isLinkedTo(facilityIds),
    userTypes.length > 0 && sql<boolean>`u.user_type = any(${[...userTypes]}::text[])`,
    searchKey === 'userName' && searchValue && hasWords(sql<string>`u.full_name || ' ' || u.email`, searchValue),
  ].filter((rule) => typeof rule === 'object')
  return rules.length > 0 ? sql<boolean>`(${sql.join(rules, sql` and `)})` : undefined
}

const before = (work: ClinicWork, milliseconds: number) => new Date(work.now.getTime() - milliseconds)

/** True for sessions `s` that can still be used. */
const isOpen = (work: ClinicWork) => sql<boolean>`(s.logging_status = 'SUCCESS' and s.ended_at is null
  and s.last_activity_at > ${before(work, idleMs)} and s.created_at > ${before(work, absoluteSessionMs)})`

/** `SUCCESS` is the `loggingStatus` of active and ended sessions. */
const statusRules: Record<SignInStatus | 'SUCCESS', (work: ClinicWork) => RawBuilder<boolean>> = {
  FAILED: () => sql<boolean>`s.logging_status = 'FAILED'`,
  ACTIVE: isOpen,
  ENDED: (work) => sql<boolean>`(s.logging_status = 'SUCCESS' and not ${isOpen(work)})`,
  SUCCESS: () => sql<boolean>`s.logging_status = 'SUCCESS'`,
}

/** The sign-ins in which somebody worked on the job with that number, if the actor may see the job in the audit. */
const listSignInsOnJob = (work: ClinicWork, number: string) =>
  readIds(
    work,
    sql`select distinct coalesce(c.parent_id, c.id) as id from jobs j
      join job_stints t on t.clinic_id = j.clinic_id and t.job_id = j.id join sessions c on c.id in (t.session_id, t.ended_session_id)
      where j.clinic_id = ${work.clinicId} and j.number = ${/^\d{1,9}$/.test(number) ? Number(number) : -1} and ${isInAudit(work)}`,
  )

async function isFound(work: ClinicWork, { searchKey, searchValue }: SignInChoice): Promise<RawBuilder<boolean>> {
  const sought = searchValue.trim()
  if (!sought || searchKey === 'userName') return sql<boolean>`true`
  if (searchKey === 'jobName') return sql<boolean>`s.id = any(${await listSignInsOnJob(work, sought)}::uuid[])`
  const statuses = Object.keys(statusRules) as (keyof typeof statusRules)[]
  const known = statuses.find((status) => status.startsWith(sought.toUpperCase()))
  return known ? statusRules[known](work) : sql<boolean>`false`
}

/** The ids of the part's sign-ins in order, and how many rows the list has, up to a cap. */
export async function findSignIns(work: ClinicWork, choice: SignInChoice, part: Part) {
  const order: Order = { table: 'sessions', alias: 's', at: 'created_at', direction: choice.direction }
  const chosen = isChosen(work, choice)
  const rule = sql`s.clinic_id = ${work.clinicId} and s.parent_id is null and ${await isWithin(work, sql`s.created_at`, choice.range)}
    and ${comesAfter(part, order)} and ${await isFound(work, choice)}`
  const walk = (whose: RawBuilder<boolean>) =>
    sql`select s.id, s.created_at as at from sessions s where ${rule} and ${whose}`
  if (!chosen) {
    const each: Walks['each'] = (end) => sql`${walk(sql<boolean>`true`)} ${end}`
    return findPart(work, part, order, { each, count: 1 })
  }
  const people = await readIds(work, sql`select u.id from users u where u.clinic_id = ${work.clinicId} and ${chosen}`)
  return findPart(work, part, order, {
    count: people.length,
    each: (end) => sql`select m.* from unnest(${people}::uuid[]) p (id) cross join lateral (
      ${walk(sql<boolean>`s.user_id = p.id`)} ${end}) m`,
    along: (end, looked) => sql`select s.id, s.created_at as at
      from (select s.* from sessions s where ${rule} ${looked ? firstOf(looked, order) : sql``}) s
      where s.user_id = any(${people}::uuid[]) ${end}`,
  })
}

/** The rows of these sign-ins, in the order of `ids`. An expired session ended when it expired. */
export async function readSignIns(work: ClinicWork, ids: readonly string[]): Promise<z.input<typeof LoginSession>[]> {
  const { timeZone } = await findClinicDay(work)
  return work.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.userId', 'u.fullName', 'u.email', 'u.profilePic', 'u.userType', 's.createdAt as loginTime'])
    .select(['s.ip as loggedUserIp', 's.loggingStatus', sql.val(timeZone).as('timeZone')])
    .select(
      sql<Date | 0>`case when s.logging_status = 'FAILED' or ${isOpen(work)} then '0'::json
        else to_json(coalesce(s.ended_at, least(s.last_activity_at + ${idleMs} * interval '1 ms',
          s.created_at + ${absoluteSessionMs} * interval '1 ms'))) end`.as('logoutTime'),
    )
    .where('s.clinicId', '=', work.clinicId)
    .where(sql<boolean>`s.id = any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], s.id)`)
    .execute()
}
