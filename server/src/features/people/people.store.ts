import type { UserType } from '@dictara/contract'
import type { Person } from '@dictara/contract/people'
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'
import {
  anyOf,
  type ClinicWork,
  jsonArrayOf,
  page,
  type PageOf,
  type PageQuery,
  type Tables,
  type Work,
} from '../../platform/database/index.ts'

export type Level = 'LEVEL_1' | 'LEVEL_2'
type PeopleTables = Tables & { u: Tables['users'] }
/** Expressions about the row `u` of a person. */
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

/** The phone number of a person or an EHR doctor, from the columns of the table alias `row`. */
export const phoneOf = (row: string) =>
  sql<Person['phoneNumber']>`case when ${sql.ref(`${row}.phoneNumber`)} is not null then jsonb_build_object(
    'countryCode', ${sql.ref(`${row}.phoneCountryCode`)}, 'number', ${sql.ref(`${row}.phoneNumber`)}) end`

/** The people of the clinic, as rows `u`. */
export const people = (work: Work) => work.db.selectFrom('users as u').where('u.clinicId', '=', work.clinicId)

/** The columns of the people tables, without the facility ids. */
const shown = (work: Work) => (found: SelectQueryBuilder<PeopleTables, 'u', object>) =>
  found
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.fullName', 'u.email', 'u.npi', 'u.dob', 'u.billerId as biller'])
    .select(['u.isEnabled', 'u.userType', 'u.userPrivilege', 'u.selfReviewEnabled', 'u.activateRoster'])
    .select(['u.facilityAccess as isFacilityAccessEnabled', 'u.reviewerFlow', 'u.version'])
    .select(['u.profilePic as signedUrl', sql<boolean>`u.password_hash is null`.as('invited')])
    .select((u) => [
      phoneOf('u').as('phoneNumber'),
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

/** True for people whom the actor manages: at the actor's facilities, or at none yet. A clinicAdmin manages the whole clinic. */
export const isManagedBy = (actor: Actor) => (u: OfPerson) =>
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

/** True for people who dictate: doctors, and admins with the privilege (Q056). */
export const isAuthor = ({ and, eb, or }: OfPerson) =>
  or([
    eb('u.userType', '=', 'doctor'),
    and([eb('u.userType', 'in', ['admin', 'clinicAdmin']), eb('u.userPrivilege', '<>', 'NONE')]),
  ])

export async function isManaged(work: ClinicWork, userId: string): Promise<boolean> {
  const person = await people(work)
    .select('u.id')
    .where('u.id', '=', userId)
    .where(isManagedBy(work.actor))
    .executeTakeFirst()
  return person !== undefined
}

/** True if a person's own facilities, or those of doctors they bill for, include one that the actor does not reach. */
export async function reachesBeyond(work: ClinicWork, userId: string): Promise<boolean> {
  if (seesWholeClinic(work.actor)) return false
  const beyond = await work.db
    .selectFrom('facilityUsers as l')
    .innerJoin('users as u', (join) => join.onRef('u.clinicId', '=', 'l.clinicId').onRef('u.id', '=', 'l.userId'))
    .select('l.userId')
    .where('l.clinicId', '=', work.clinicId)
    .where(({ eb, or }) => or([eb('u.id', '=', userId), eb('u.billerId', '=', userId)]))
    .where(({ eb, not }) => not(eb('l.facilityId', '=', anyOf(work.actor.facilityIds))))
    .executeTakeFirst()
  return beyond !== undefined
}

export const getPerson = async (work: Work, userId: string): Promise<Person> =>
  toPerson(await shown(work)(people(work).where('u.id', '=', userId)).executeTakeFirstOrThrow())

/** Locks a person's row until the commit, so that concurrent changes run one after the other. */
export async function lockPerson(work: Work, userId: string): Promise<void> {
  await people(work).select('u.id').where('u.id', '=', userId).forNoKeyUpdate().execute()
}

/** Records that a dictation of this author became a job. */
export async function noteJobCreated(work: Work, authorId: string): Promise<void> {
  await work.db
    .updateTable('users')
    .set({ lastJobCreatedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, id: authorId }))
    .execute()
}

/** Records that a note of this author was completed (T15). */
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
  only?: readonly 'TRANSCRIPTIONISTS'[]
}

/** True for people of these types. */
export const isOneOf =
  (...types: readonly UserType[]) =>
  ({ eb }: OfPerson) =>
    eb('u.userType', 'in', types)

/** A page of the people of one kind that the actor manages, and their total. */
export async function listPeople(
  work: ClinicWork,
  { name, facilityIds, only = [], ...query }: PeopleQuery,
  isOfKind: (u: OfPerson) => Expression<SqlBool>,
): Promise<PageOf<Person>> {
  const { result, size } = await page(
    work,
    { ...query, search: name },
    {
      from: people(work)
        .where(isOfKind)
        .where(isManagedBy(work.actor))
        .$if(facilityIds.length > 0, (all) => all.where(isAt(facilityIds)))
        .$if(only.length > 0, (all) => all.where(isOneOf('transcriptionist'))),
      columns: shown(work),
      search: ['u.fullName', 'u.email'],
      sort: { name: sql`lower(u.full_name)`, email: sql`lower(u.email)`, npi: 'u.npi' },
      tie: 'u.id',
    },
  )
  return { result: result.map(toPerson), size }
}

/** @returns false when the person already is in that state. */
export async function updateEnabled(work: Work, userId: string, isEnabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('users')
    .set(({ eb }) => ({ isEnabled, version: eb('version', '+', 1) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id: userId, isEnabled: !isEnabled }))
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Locks all clinic administrators in one order, so that when two disable each other one is left (Q053). */
export async function countOtherClinicAdmins(work: Work, userId: string): Promise<number> {
  const admins = await people(work)
    .select('u.id')
    .where(({ and }) => and({ 'u.userType': 'clinicAdmin', 'u.isEnabled': true }))
    .orderBy('u.id')
    .forUpdate()
    .execute()
  return admins.filter(({ id }) => id !== userId).length
}
