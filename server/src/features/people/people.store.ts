import type { Person } from '@dictara/contract/people'
import { type ExpressionBuilder, type Insertable, type SelectQueryBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'
import {
  anyOf,
  jsonArrayOf,
  page,
  type PageOf,
  type PageQuery,
  type Tables,
  type Work,
} from '../../platform/database/index.ts'

type Level = 'LEVEL_1' | 'LEVEL_2'
type PeopleTables = Tables & { u: Tables['users'] }
/** Of the row `u` of a person. */
type OfPerson = ExpressionBuilder<PeopleTables, 'u'>

const chosen = ({ selectFrom }: OfPerson, level: Level) =>
  jsonArrayOf(
    selectFrom('authorReviewers as c')
      .innerJoin('users as r', (join) => join.onRef('r.clinicId', '=', 'c.clinicId').onRef('r.id', '=', 'c.reviewerId'))
      .select(({ ref }) => jsonBuildObject({ id: ref('r.id'), fullName: ref('r.fullName') }).as('one'))
      .whereRef('c.clinicId', '=', 'u.clinicId')
      .whereRef('c.authorId', '=', 'u.id')
      .where('c.level', '=', level)
      .orderBy('r.fullName'),
  )
const chosenGroups = ({ selectFrom }: OfPerson, level: Level) =>
  jsonArrayOf(
    selectFrom('authorReviewerGroups as c')
      .innerJoin('reviewerGroups as g', (join) =>
        join.onRef('g.clinicId', '=', 'c.clinicId').onRef('g.id', '=', 'c.groupId'),
      )
      .select(({ ref }) => jsonBuildObject({ id: ref('g.id'), groupName: ref('g.groupName') }).as('one'))
      .whereRef('c.clinicId', '=', 'u.clinicId')
      .whereRef('c.authorId', '=', 'u.id')
      .where('c.level', '=', level)
      .orderBy('g.groupName'),
  )
const facilitiesOf = ({ selectFrom }: OfPerson) =>
  jsonArrayOf(
    selectFrom('facilityUsers as l')
      .innerJoin('facilities as f', (join) =>
        join.onRef('f.clinicId', '=', 'l.clinicId').onRef('f.id', '=', 'l.facilityId'),
      )
      .select(({ not, ref }) =>
        jsonBuildObject({ facilityId: ref('f.id'), facilityName: ref('f.name'), disabled: not(ref('f.isEnabled')) }).as(
          'one',
        ),
      )
      .whereRef('l.clinicId', '=', 'u.clinicId')
      .whereRef('l.userId', '=', 'u.id')
      .orderBy('f.name'),
  )

const people = (work: Work) => work.db.selectFrom('users as u').where('u.clinicId', '=', work.clinicId)

/** What the people tables show of a person, apart from the ids of the facilities. */
const shown = (work: Work) => (found: SelectQueryBuilder<PeopleTables, 'u', object>) =>
  found
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.fullName', 'u.email', 'u.npi', 'u.dob', 'u.billerId as biller'])
    .select(['u.isEnabled', 'u.userType', 'u.userPrivilege', 'u.selfReviewEnabled', 'u.activateRoster'])
    .select(['u.facilityAccess as isFacilityAccessEnabled', 'u.reviewerFlow'])
    .select([sql<null>`null`.as('signedUrl'), sql<boolean>`u.password_hash is null`.as('invited')])
    .select((u) => [
      u
        .case()
        .when('u.phoneNumber', 'is not', null)
        .then(
          jsonBuildObject({
            countryCode: u.ref('u.phoneCountryCode').$notNull(),
            number: u.ref('u.phoneNumber').$notNull(),
          }),
        )
        .end()
        .as('phoneNumber'),
      u
        .exists(
          u
            .selectFrom('invitations as i')
            .select('i.userId')
            .whereRef('i.clinicId', '=', 'u.clinicId')
            .whereRef('i.userId', '=', 'u.id')
            .where('i.usedAt', 'is', null)
            .where('i.expiresAt', '>', work.now),
        )
        .$castTo<boolean>()
        .as('isInvitationOpen'),
      facilitiesOf(u).as('facilities'),
      jsonBuildObject({
        reviewerFlow: u.ref('u.reviewerFlow'),
        isAnySelectedForLevel1: u.ref('u.anyReviewerLevel1'),
        isAnySelectedForLevel2: u.ref('u.anyReviewerLevel2'),
        reviewersForLevel1: chosen(u, 'LEVEL_1'),
        reviewersForLevel2: chosen(u, 'LEVEL_2'),
        reviewerGroupsForLevel1: chosenGroups(u, 'LEVEL_1'),
        reviewerGroupsForLevel2: chosenGroups(u, 'LEVEL_2'),
      }).as('reviewerFlowConfig'),
    ])

const toPerson = (row: Omit<Person, 'facilityIds'>): Person => ({
  ...row,
  facilityIds: row.facilities.map(({ facilityId }) => facilityId),
})

/** True for people at one of these facilities. */
export const isAt = (facilityIds: readonly string[]) => (u: OfPerson) =>
  u.exists(
    u
      .selectFrom('facilityUsers as l')
      .select('l.userId')
      .whereRef('l.clinicId', '=', 'u.clinicId')
      .whereRef('l.userId', '=', 'u.id')
      .where('l.facilityId', '=', anyOf(facilityIds)),
  )

/** People whom the actor manages: of the actor's facilities, or of none yet; a clinicAdmin the whole clinic. */
const isManagedBy = (actor: Actor) => (u: OfPerson) =>
  seesWholeClinic(actor)
    ? u.lit(true)
    : u.or([
        isAt(actor.facilityIds)(u),
        u.not(
          u.exists(
            u
              .selectFrom('facilityUsers as l')
              .select('l.userId')
              .whereRef('l.clinicId', '=', 'u.clinicId')
              .whereRef('l.userId', '=', 'u.id'),
          ),
        ),
      ])

/** Who dictates: doctors, and admins with the privilege (Q056). */
export const isAuthor = ({ and, eb, or }: OfPerson) =>
  or([
    eb('u.userType', '=', 'doctor'),
    and([eb('u.userType', 'in', ['admin', 'clinicAdmin']), eb('u.userPrivilege', '<>', 'NONE')]),
  ])

export async function isManaged(work: Work, actor: Actor, userId: string): Promise<boolean> {
  const person = await people(work)
    .select('u.id')
    .where('u.id', '=', userId)
    .where(isManagedBy(actor))
    .executeTakeFirst()
  return person !== undefined
}

export const getPerson = async (work: Work, userId: string): Promise<Person> =>
  toPerson(await shown(work)(people(work).where('u.id', '=', userId)).executeTakeFirstOrThrow())

/** Of several who change a person at once, each sees what the one before has made. */
export async function lockPerson(work: Work, userId: string): Promise<void> {
  await people(work).select('u.id').where('u.id', '=', userId).forNoKeyUpdate().execute()
}

/** When a dictation of this author last became a job. */
export async function noteJobCreated(work: Work, authorId: string): Promise<void> {
  await work.db
    .updateTable('users')
    .set({ lastJobCreatedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, id: authorId }))
    .execute()
}

/** When a note of this author was last completed (T15). */
export async function noteJobCompleted(work: Work, authorId: string): Promise<void> {
  await work.db
    .updateTable('users')
    .set({ lastJobCompletedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, id: authorId }))
    .execute()
}

export interface PeopleQuery extends PageQuery<'name' | 'email' | 'npi'> {
  name: string
  facilityIds: readonly string[]
}

/** Doctors, and admins who dictate, a page of them and how many there are. */
export async function listDoctors(
  work: Work,
  actor: Actor,
  { name, facilityIds, ...query }: PeopleQuery,
): Promise<PageOf<Person>> {
  const { result, size } = await page(
    work,
    { ...query, search: name },
    {
      from: people(work)
        .where(isAuthor)
        .where(isManagedBy(actor))
        .$if(facilityIds.length > 0, (all) => all.where(isAt(facilityIds))),
      columns: shown(work),
      search: ['u.fullName', 'u.email'],
      sort: { name: sql`lower(u.full_name)`, email: sql`lower(u.email)`, npi: 'u.npi' },
      tie: 'u.id',
    },
  )
  return { result: result.map(toPerson), size }
}

export type DoctorRow = Pick<Insertable<Tables['users']>, 'email' | 'firstName' | 'lastName' | 'userPrivilege'> &
  Required<
    Pick<
      Insertable<Tables['users']>,
      | 'npi'
      | 'phoneCountryCode'
      | 'phoneNumber'
      | 'dob'
      | 'selfReviewEnabled'
      | 'activateRoster'
      | 'billerId'
      | 'reviewerFlow'
      | 'anyReviewerLevel1'
      | 'anyReviewerLevel2'
    >
  >

/** @returns false when email, NPI or EHR doctor belong to somebody already. */
export async function insertDoctor(
  work: Work,
  id: string,
  row: DoctorRow,
  ehrDoctorId: string | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('users')
    .values({ ...row, id, clinicId: work.clinicId, userType: 'doctor', ehrDoctorId })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateDoctor(work: Work, id: string, row: DoctorRow): Promise<void> {
  await work.db
    .updateTable('users')
    .set(({ eb }) => ({ ...row, version: eb('version', '+', 1) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

/** Exactly these facilities among those that the actor reaches; links to others stay. */
export async function replaceFacilities(work: Work, actor: Actor, userId: string, facilityIds: readonly string[]) {
  await work.db
    .deleteFrom('facilityUsers')
    .where(({ and }) => and({ clinicId: work.clinicId, userId }))
    .where(({ eb, not }) => not(eb('facilityId', '=', anyOf(facilityIds))))
    .$if(!seesWholeClinic(actor), (reached) => reached.where('facilityId', '=', anyOf(actor.facilityIds)))
    .execute()
  if (facilityIds.length > 0)
    await work.db
      .insertInto('facilityUsers')
      .values(facilityIds.map((facilityId) => ({ clinicId: work.clinicId, facilityId, userId })))
      .onConflict((known) => known.doNothing())
      .execute()
}

export interface LevelChoice {
  level: Level
  reviewerIds: readonly string[]
  groupIds: readonly string[]
}

export async function replaceReviewers(work: Work, authorId: string, choices: readonly LevelChoice[]) {
  const ofAuthor = { clinicId: work.clinicId, authorId }
  await work.db
    .deleteFrom('authorReviewers')
    .where(({ and }) => and(ofAuthor))
    .execute()
  await work.db
    .deleteFrom('authorReviewerGroups')
    .where(({ and }) => and(ofAuthor))
    .execute()
  for (const { level, reviewerIds, groupIds } of choices) {
    if (reviewerIds.length > 0)
      await work.db
        .insertInto('authorReviewers')
        .values(reviewerIds.map((reviewerId) => ({ ...ofAuthor, level, reviewerId })))
        .onConflict((known) => known.doNothing())
        .execute()
    if (groupIds.length > 0)
      await work.db
        .insertInto('authorReviewerGroups')
        .values(groupIds.map((groupId) => ({ ...ofAuthor, level, groupId })))
        .onConflict((known) => known.doNothing())
        .execute()
  }
}

/** Whether this is a biller who can be chosen. */
export async function isBiller(work: Work, id: string): Promise<boolean> {
  const biller = await people(work)
    .select('u.id')
    .where(({ and }) => and({ 'u.id': id, 'u.userType': 'biller', 'u.isEnabled': true }))
    .executeTakeFirst()
  return biller !== undefined
}

/** The reviewers whom the actor may choose: of linked facilities for an admin, of the clinic for its administrator. */
const choosable = (work: Work, actor: Actor) =>
  people(work)
    .where(({ and }) => and({ 'u.userType': 'reviewer', 'u.isEnabled': true }))
    .$if(!seesWholeClinic(actor), (all) => all.where(isAt(actor.facilityIds)))

/** How many of these are reviewers whom the actor may choose. */
export async function countReviewers(work: Work, actor: Actor, ids: readonly string[]): Promise<number> {
  return (await choosable(work, actor).select('u.id').where('u.id', '=', anyOf(ids)).execute()).length
}

const groupsOf = (work: Work, level: Level) =>
  work.db
    .selectFrom('reviewerGroups')
    .select(['id', 'groupName'])
    .where('clinicId', '=', work.clinicId)
    .where('level', 'in', [level, 'ALL_LEVELS'])

/** How many of these are groups of the level. */
export async function countGroups(work: Work, level: Level, ids: readonly string[]): Promise<number> {
  return (await groupsOf(work, level).where('id', '=', anyOf(ids)).execute()).length
}

/** Those of these facilities that the actor reaches. */
export const listReachedFacilities = (work: Work, actor: Actor, ids: readonly string[]) =>
  work.db
    .selectFrom('facilities')
    .select('isEnabled')
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', anyOf(ids))
    .$if(!seesWholeClinic(actor), (reached) => reached.where('id', '=', anyOf(actor.facilityIds)))
    .execute()

export async function emailIsTaken(work: Work, email: string, butFor: string | null): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select gate.email_is_taken(${email}, ${butFor}::uuid) as taken`.execute(work.db)
  return rows[0]!.taken
}

export async function npiIsTaken(work: Work, npi: string, butFor: string | null): Promise<boolean> {
  const other = await people(work)
    .select('u.id')
    .where('u.npi', '=', npi)
    .where('u.id', 'is distinct from', butFor)
    .executeTakeFirst()
  return other !== undefined
}

/** @returns false when somebody else switched it at the same moment. */
export async function updateEnabled(work: Work, userId: string, isEnabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('users')
    .set(({ eb }) => ({ isEnabled, version: eb('version', '+', 1) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id: userId, isEnabled: !isEnabled }))
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Locks all of them in one order, so that two who disable each other wait in turn and one is left (Q053). */
export async function countOtherClinicAdmins(work: Work, userId: string): Promise<number> {
  const admins = await people(work)
    .select('u.id')
    .where(({ and }) => and({ 'u.userType': 'clinicAdmin', 'u.isEnabled': true }))
    .orderBy('u.id')
    .forUpdate()
    .execute()
  return admins.filter(({ id }) => id !== userId).length
}

export const listReviewers = (work: Work, actor: Actor) =>
  choosable(work, actor)
    .select(['u.id', 'u.fullName', 'u.email'])
    .orderBy('u.fullName')
    .orderBy('u.id')
    .limit(500)
    .execute()

export const listGroups = (work: Work, level: Level) =>
  groupsOf(work, level).orderBy('groupName').orderBy('id').limit(500).execute()

export const listBillers = (work: Work, query: PageQuery<'name'>) =>
  page(work, query, {
    from: people(work).where(({ and }) => and({ 'u.userType': 'biller', 'u.isEnabled': true })),
    columns: (billers) => billers.select(['u.id', 'u.fullName']),
    sort: { name: 'u.fullName' },
    tie: 'u.id',
  })

/** Whether the EHR of the clinic knows this doctor, and whether an account carries the id already. */
export async function findEhrDoctor(work: Work, ehrDoctorId: string): Promise<{ isInvited: boolean } | undefined> {
  const doctor = await work.db
    .selectFrom('ehrDoctors as e')
    .leftJoin('users as u', (join) => join.onRef('u.clinicId', '=', 'e.clinicId').onRef('u.ehrDoctorId', '=', 'e.id'))
    .select('u.id as userId')
    .where(({ and }) => and({ 'e.clinicId': work.clinicId, 'e.id': ehrDoctorId }))
    .executeTakeFirst()
  return doctor && { isInvited: doctor.userId !== null }
}

/** Doctors of the EHR; `invited` once an account carries their id or their email. */
export const listEhrDoctors = (work: Work) =>
  work.db
    .selectFrom('ehrDoctors as e')
    .select(['e.id', 'e.firstName', 'e.lastName', 'e.email', 'e.npi'])
    .select(sql<string>`e.first_name || ' ' || e.last_name`.as('fullName'))
    .select((e) => [
      e
        .case()
        .when('e.phoneNumber', 'is not', null)
        .then(
          jsonBuildObject({
            countryCode: e.ref('e.phoneCountryCode').$notNull(),
            number: e.ref('e.phoneNumber').$notNull(),
          }),
        )
        .end()
        .as('phoneNumber'),
      sql<boolean>`exists (select from users u where u.clinic_id = e.clinic_id
        and (u.ehr_doctor_id = e.id or lower(u.email) = lower(e.email)))`.as('invited'),
    ])
    .where('e.clinicId', '=', work.clinicId)
    .orderBy('e.lastName')
    .orderBy('e.firstName')
    .orderBy('e.id')
    .limit(500)
    .execute()
