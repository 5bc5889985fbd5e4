import type { Person, ReviewerFlow } from '@dictara/contract/people'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'

const chosen = (level: 'LEVEL_1' | 'LEVEL_2') => sql`coalesce((
  select json_agg(json_build_object('id', r.id, 'fullName', r.full_name) order by r.full_name)
  from author_reviewers c join users r on r.clinic_id = c.clinic_id and r.id = c.reviewer_id
  where c.clinic_id = u.clinic_id and c.author_id = u.id and c.level = ${level}), '[]')`
const chosenGroups = (level: 'LEVEL_1' | 'LEVEL_2') => sql`coalesce((
  select json_agg(json_build_object('id', g.id, 'groupName', g.group_name) order by g.group_name)
  from author_reviewer_groups c join reviewer_groups g on g.clinic_id = c.clinic_id and g.id = c.group_id
  where c.clinic_id = u.clinic_id and c.author_id = u.id and c.level = ${level}), '[]')`

const columns = (work: Work) => sql`u.id, u.first_name, u.last_name, u.full_name, u.email, u.npi,
  case when u.phone_number is null then null
    else json_build_object('countryCode', u.phone_country_code, 'number', u.phone_number) end as phone_number,
  u.dob::text as dob, u.biller_id as biller, u.is_enabled, null as signed_url, u.user_type, u.user_privilege,
  u.password_hash is null as invited,
  exists (select from invitations i where i.clinic_id = u.clinic_id and i.user_id = u.id
    and i.used_at is null and i.expires_at > ${work.now}) as is_invitation_open,
  u.self_review_enabled, u.activate_roster,
  u.facility_access as is_facility_access_enabled, u.reviewer_flow,
  coalesce((select json_agg(json_build_object('facilityId', f.id, 'facilityName', f.name, 'disabled', not f.is_enabled) order by f.name)
    from facility_users l join facilities f on f.clinic_id = l.clinic_id and f.id = l.facility_id
    where l.clinic_id = u.clinic_id and l.user_id = u.id), '[]') as facilities,
  json_build_object('reviewerFlow', u.reviewer_flow, 'isAnySelectedForLevel1', u.any_reviewer_level_1,
    'isAnySelectedForLevel2', u.any_reviewer_level_2, 'reviewersForLevel1', ${chosen('LEVEL_1')},
    'reviewersForLevel2', ${chosen('LEVEL_2')}, 'reviewerGroupsForLevel1', ${chosenGroups('LEVEL_1')},
    'reviewerGroupsForLevel2', ${chosenGroups('LEVEL_2')}) as reviewer_flow_config`

type Row = Omit<Person, 'facilityIds'>
const toPerson = (row: Row): Person => ({ ...row, facilityIds: row.facilities.map(({ facilityId }) => facilityId) })

/** People whom the actor manages: of the actor's facilities, or of none yet; a clinicAdmin the whole clinic. */
const managed = (actor: Actor): RawBuilder<boolean> =>
  seesWholeClinic(actor)
    ? sql<boolean>`true`
    : sql<boolean>`(exists (select from facility_users l where l.clinic_id = u.clinic_id and l.user_id = u.id
        and l.facility_id = any(${[...actor.facilityIds]}::uuid[]))
      or not exists (select from facility_users l where l.clinic_id = u.clinic_id and l.user_id = u.id))`

const isAuthorRow = sql<boolean>`(u.user_type = 'doctor' or (u.user_type in ('admin', 'clinicAdmin') and u.user_privilege <> 'NONE'))`

export async function isManaged(work: Work, actor: Actor, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.clinic_id = ${work.clinicId} and u.id = ${userId} and ${managed(actor)}`.execute(
    work.db,
  )
  return rows.length > 0
}

export async function getPerson(work: Work, userId: string): Promise<Person> {
  const { rows } = await sql<Row>`
    select ${columns(work)} from users u where u.clinic_id = ${work.clinicId} and u.id = ${userId}`.execute(work.db)
  return toPerson(rows[0]!)
}

/** Of several who change a person at once, each sees what the one before has made. */
export async function lockPerson(work: Work, userId: string): Promise<void> {
  await sql`select from users where clinic_id = ${work.clinicId} and id = ${userId} for no key update`.execute(work.db)
}

export interface PeopleQuery {
  name: string
  sortKey: 'name' | 'email' | 'npi'
  sortOrder: 'ascend' | 'descend'
  facilityIds: readonly string[]
  page: number
  size: number
}

/** Doctors, and admins who dictate (Q056), a page of them and how many there are. */
export async function listDoctors(work: Work, actor: Actor, query: PeopleQuery) {
  // Every word anywhere, so that "Okafor, Dana" is found as "Dana Okafor" is.
  const patterns = query.name
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)
  const key = { name: sql`lower(u.full_name)`, email: sql`lower(u.email)`, npi: sql`u.npi` }[query.sortKey]
  const order = query.sortOrder === 'ascend' ? sql`asc nulls last` : sql`desc nulls last`
  const where = sql`u.clinic_id = ${work.clinicId} and ${isAuthorRow} and ${managed(actor)}
    and u.full_name || ' ' || u.email ilike all(${patterns}::text[])
    and (${query.facilityIds.length === 0} or exists (select from facility_users l where l.clinic_id = u.clinic_id
      and l.user_id = u.id and l.facility_id = any(${[...query.facilityIds]}::uuid[])))`
  const { rows } = await sql<Row>`
    select ${columns(work)} from users u where ${where}
    order by ${key} ${order}, u.id limit ${query.size} offset ${query.page * query.size}`.execute(work.db)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from users u where ${where}`.execute(work.db)
  return { result: rows.map(toPerson), size: counted[0]!.total }
}

export interface DoctorRow {
  id: string
  email: string
  firstName: string
  lastName: string
  npi: string
  phoneNumber: { countryCode: string; number: string }
  dob: string | null
  userPrivilege: string
  selfReviewEnabled: boolean
  activateRoster: boolean
  biller: string | null
  reviewerFlow: ReviewerFlow
  anyLevel1: boolean
  anyLevel2: boolean
  ehrDoctorId: string | null
}

/** @returns false when email, NPI or EHR doctor belong to somebody already. */
export async function insertDoctor(work: Work, d: DoctorRow): Promise<boolean> {
  const { rows } = await sql`
    insert into users (id, clinic_id, email, first_name, last_name, npi, phone_country_code, phone_number, dob, user_type,
      user_privilege, self_review_enabled, activate_roster, biller_id, reviewer_flow, any_reviewer_level_1, any_reviewer_level_2, ehr_doctor_id)
    values (${d.id}, ${work.clinicId}, ${d.email}, ${d.firstName}, ${d.lastName}, ${d.npi}, ${d.phoneNumber.countryCode},
      ${d.phoneNumber.number}, ${d.dob}, 'doctor', ${d.userPrivilege}, ${d.selfReviewEnabled}, ${d.activateRoster}, ${d.biller},
      ${d.reviewerFlow}, ${d.anyLevel1}, ${d.anyLevel2}, ${d.ehrDoctorId})
    on conflict do nothing returning id`.execute(work.db)
  return rows.length > 0
}

export async function updateDoctor(work: Work, d: DoctorRow): Promise<void> {
  await sql`update users set email = ${d.email}, first_name = ${d.firstName}, last_name = ${d.lastName}, npi = ${d.npi},
      phone_country_code = ${d.phoneNumber.countryCode}, phone_number = ${d.phoneNumber.number}, dob = ${d.dob},
      user_privilege = ${d.userPrivilege}, self_review_enabled = ${d.selfReviewEnabled}, activate_roster = ${d.activateRoster},
      biller_id = ${d.biller}, reviewer_flow = ${d.reviewerFlow}, any_reviewer_level_1 = ${d.anyLevel1},
      any_reviewer_level_2 = ${d.anyLevel2}, version = version + 1
    where clinic_id = ${work.clinicId} and id = ${d.id}`.execute(work.db)
}

/** Exactly these facilities among those that the actor reaches; links to others stay. */
export async function replaceFacilities(work: Work, actor: Actor, userId: string, facilityIds: readonly string[]) {
  const reach = seesWholeClinic(actor) ? sql`true` : sql`facility_id = any(${[...actor.facilityIds]}::uuid[])`
  await sql`delete from facility_users where clinic_id = ${work.clinicId} and user_id = ${userId} and ${reach}
    and facility_id <> all(${[...facilityIds]}::uuid[])`.execute(work.db)
  await sql`insert into facility_users (clinic_id, facility_id, user_id)
    select ${work.clinicId}, f, ${userId} from unnest(${[...facilityIds]}::uuid[]) f on conflict do nothing`.execute(
    work.db,
  )
}

export interface LevelChoice {
  level: 'LEVEL_1' | 'LEVEL_2'
  reviewerIds: readonly string[]
  groupIds: readonly string[]
}

export async function replaceReviewers(work: Work, authorId: string, choices: readonly LevelChoice[]) {
  await sql`delete from author_reviewers where clinic_id = ${work.clinicId} and author_id = ${authorId}`.execute(
    work.db,
  )
  await sql`delete from author_reviewer_groups where clinic_id = ${work.clinicId} and author_id = ${authorId}`.execute(
    work.db,
  )
  for (const { level, reviewerIds, groupIds } of choices) {
    await sql`insert into author_reviewers (clinic_id, author_id, level, reviewer_id)
      select ${work.clinicId}, ${authorId}, ${level}, r from unnest(${[...reviewerIds]}::uuid[]) r on conflict do nothing`.execute(
      work.db,
    )
    await sql`insert into author_reviewer_groups (clinic_id, author_id, level, group_id)
      select ${work.clinicId}, ${authorId}, ${level}, g from unnest(${[...groupIds]}::uuid[]) g on conflict do nothing`.execute(
      work.db,
    )
  }
}

/** How many of the ids are people of this type who can be chosen. */
export async function isBiller(work: Work, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where clinic_id = ${work.clinicId} and id = ${id}
    and user_type = 'biller' and is_enabled`.execute(work.db)
  return rows.length > 0
}

/** The reviewers whom the actor may choose: of linked facilities for an admin, of the clinic for its administrator. */
const choosable = (
  work: Work,
  actor: Actor,
) => sql`u.clinic_id = ${work.clinicId} and u.user_type = 'reviewer' and u.is_enabled
  and (${seesWholeClinic(actor)} or exists (select from facility_users l where l.clinic_id = u.clinic_id and l.user_id = u.id
    and l.facility_id = any(${[...actor.facilityIds]}::uuid[])))`

export async function countReviewers(work: Work, actor: Actor, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from users u
    where ${choosable(work, actor)} and u.id = any(${[...ids]}::uuid[])`.execute(work.db)
  return rows[0]!.total
}

export async function countGroups(work: Work, level: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from reviewer_groups where clinic_id = ${work.clinicId} and id = any(${[...ids]}::uuid[])
      and level in (${level}, 'ALL_LEVELS')`.execute(work.db)
  return rows[0]!.total
}

/** Those of these facilities that the actor reaches. */
export async function listReachedFacilities(work: Work, actor: Actor, ids: readonly string[]) {
  const reach = seesWholeClinic(actor) ? sql`true` : sql`id = any(${[...actor.facilityIds]}::uuid[])`
  const { rows } = await sql<{ isEnabled: boolean }>`
    select is_enabled from facilities where clinic_id = ${work.clinicId} and id = any(${[...ids]}::uuid[]) and ${reach}`.execute(
    work.db,
  )
  return rows
}

export async function emailIsTaken(work: Work, email: string, butFor: string | null): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select gate.email_is_taken(${email}, ${butFor}::uuid) as taken`.execute(work.db)
  return rows[0]!.taken
}

export async function npiIsTaken(work: Work, npi: string, butFor: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from users where clinic_id = ${work.clinicId} and npi = ${npi} and id is distinct from ${butFor}::uuid`.execute(
    work.db,
  )
  return rows.length > 0
}

/** @returns undefined when somebody else switched it at the same moment. */
export async function updateEnabled(work: Work, userId: string, isEnabled: boolean): Promise<boolean> {
  const { rows } = await sql`update users set is_enabled = ${isEnabled}, version = version + 1
    where clinic_id = ${work.clinicId} and id = ${userId} and is_enabled <> ${isEnabled} returning id`.execute(work.db)
  return rows.length > 0
}

/** Locks all of them in one order, so that two who disable each other wait in turn and one is left (Q053). */
export async function countOtherClinicAdmins(work: Work, userId: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from users where clinic_id = ${work.clinicId} and user_type = 'clinicAdmin' and is_enabled
    order by id for update`.execute(work.db)
  return rows.filter(({ id }) => id !== userId).length
}

export async function listReviewers(work: Work, actor: Actor) {
  const { rows } = await sql<{ id: string; fullName: string; email: string }>`
    select u.id, u.full_name, u.email from users u where ${choosable(work, actor)}
    order by u.full_name, u.id limit 500`.execute(work.db)
  return rows
}

export async function listGroups(work: Work, level: string) {
  const { rows } = await sql<{ id: string; groupName: string }>`
    select id, group_name from reviewer_groups where clinic_id = ${work.clinicId} and level in (${level}, 'ALL_LEVELS')
    order by group_name, id limit 500`.execute(work.db)
  return rows
}

export async function listBillers(work: Work, page: number, size: number) {
  const billers = sql`from users where clinic_id = ${work.clinicId} and user_type = 'biller' and is_enabled`
  const { rows } = await sql<{ id: string; fullName: string }>`
    select id, full_name ${billers} order by full_name, id limit ${size} offset ${page * size}`.execute(work.db)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${billers}`.execute(work.db)
  return { result: rows, size: counted[0]!.total }
}

/** Whether the EHR of the clinic knows this doctor, and whether an account carries the id already. */
export async function findEhrDoctor(work: Work, ehrDoctorId: string): Promise<{ isInvited: boolean } | undefined> {
  const { rows } = await sql<{ isInvited: boolean }>`
    select exists (select from users u where u.clinic_id = e.clinic_id and u.ehr_doctor_id = e.id) as is_invited
    from ehr_doctors e where e.clinic_id = ${work.clinicId} and e.id = ${ehrDoctorId}`.execute(work.db)
  return rows[0]
}

/** Doctors of the EHR; `invited` once an account carries their id or their email. */
export async function listEhrDoctors(work: Work) {
  const { rows } = await sql<{
    id: string
    firstName: string
    lastName: string
    fullName: string
    email: string | null
    npi: string | null
    phoneNumber: { countryCode: string; number: string } | null
    invited: boolean
  }>`
    select e.id, e.first_name, e.last_name, e.first_name || ' ' || e.last_name as full_name, e.email, e.npi,
      case when e.phone_number is null then null
        else json_build_object('countryCode', e.phone_country_code, 'number', e.phone_number) end as phone_number,
      exists (select from users u where u.clinic_id = e.clinic_id and (u.ehr_doctor_id = e.id or lower(u.email) = lower(e.email))) as invited
    from ehr_doctors e where e.clinic_id = ${work.clinicId} order by e.last_name, e.first_name, e.id limit 500`.execute(
    work.db,
  )
  return rows
}
