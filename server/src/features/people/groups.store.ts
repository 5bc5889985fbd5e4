import type { ReviewerGroup, ReviewerGroupInput } from '@dictara/contract/reviewer-groups'
import { type ExpressionBuilder, sql } from 'kysely'
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
import type { Level } from './people.store.ts'

/** Expressions about the row `g` of a group. */
type OfGroup = ExpressionBuilder<Tables & { g: Tables['reviewerGroups'] }, 'g'>

const groups = (work: Work) => work.db.selectFrom('reviewerGroups as g').where('g.clinicId', '=', work.clinicId)

const membersOf = ({ selectFrom }: OfGroup) =>
  selectFrom('reviewerGroupMembers as m').whereRef('m.clinicId', '=', 'g.clinicId').whereRef('m.groupId', '=', 'g.id')

/** The facility links of a group's members. */
const linksOf = (g: OfGroup) =>
  membersOf(g)
    .innerJoin('facilityUsers as l', (join) =>
      join.onRef('l.clinicId', '=', 'm.clinicId').onRef('l.userId', '=', 'm.reviewerId'),
    )
    .select('l.userId')

/** True for groups with a reviewer at one of these facilities. */
const isAt = (facilityIds: readonly string[]) => (g: OfGroup) =>
  g.exists(linksOf(g).where('l.facilityId', '=', anyOf(facilityIds)))

/** True for groups that the actor manages: with a reviewer of the actor's facilities, or of none yet. A clinicAdmin manages all. */
const isManagedBy = (actor: Actor) => (g: OfGroup) =>
  seesWholeClinic(actor) ? g.lit(true) : g.or([isAt(actor.facilityIds)(g), g.not(g.exists(linksOf(g)))])

export async function isManagedGroup(work: ClinicWork, id: string): Promise<boolean> {
  const group = await groups(work)
    .select('g.id')
    .where('g.id', '=', id)
    .where(isManagedBy(work.actor))
    .executeTakeFirst()
  return group !== undefined
}

/** The groups of a level that the actor may choose. */
const groupsFor = (work: ClinicWork, level: Level) =>
  groups(work)
    .select(['g.id', 'g.groupName'])
    .where('g.level', 'in', [level, 'ALL_LEVELS'])
    .where(isManagedBy(work.actor))

/** Counts the ids of groups of this level that the actor may choose. */
export async function countGroups(work: ClinicWork, level: Level, ids: readonly string[]): Promise<number> {
  return (await groupsFor(work, level).where('g.id', '=', anyOf(ids)).execute()).length
}

export const listGroupOptions = (work: ClinicWork, level: Level) =>
  groupsFor(work, level).orderBy('g.groupName').orderBy('g.id').limit(500).execute()

const shown = (found: ReturnType<typeof groups>) =>
  found.select(['g.id', 'g.groupName', 'g.level', 'g.version']).select((g) =>
    jsonArrayOf(
      membersOf(g)
        .innerJoin('users as u', (join) =>
          join.onRef('u.clinicId', '=', 'm.clinicId').onRef('u.id', '=', 'm.reviewerId'),
        )
        .select(({ ref }) =>
          jsonBuildObject({ id: ref('u.id'), fullName: ref('u.fullName'), email: ref('u.email') }).as('one'),
        )
        .orderBy('u.fullName'),
    ).as('reviewers'),
  )

const toGroup = (row: Omit<ReviewerGroup, 'reviewerIds'>): ReviewerGroup => ({
  ...row,
  reviewerIds: row.reviewers.map(({ id }) => id),
})

interface GroupQuery extends PageQuery<'groupName' | 'level'> {
  facilityIds: readonly string[]
}

/** A page of the groups that the actor manages. */
export async function listGroups(
  work: ClinicWork,
  { facilityIds, ...query }: GroupQuery,
): Promise<PageOf<ReviewerGroup>> {
  const { result, size } = await page(work, query, {
    from: groups(work)
      .where(isManagedBy(work.actor))
      .$if(facilityIds.length > 0, (all) => all.where(isAt(facilityIds))),
    columns: shown,
    search: ['g.groupName'],
    sort: { groupName: sql`lower(g.group_name)`, level: 'g.level' },
    tie: 'g.id',
  })
  return { result: result.map(toGroup), size }
}

export const getGroup = async (work: Work, id: string): Promise<ReviewerGroup> =>
  toGroup(await shown(groups(work).where('g.id', '=', id)).executeTakeFirstOrThrow())

export async function groupNameIsTaken(work: Work, groupName: string, butFor: string): Promise<boolean> {
  const group = await groups(work)
    .select('g.id')
    .where(sql<boolean>`lower(g.group_name) = lower(${groupName})`)
    .where('g.id', '<>', butFor)
    .executeTakeFirst()
  return group !== undefined
}

/** Inserts a group, or replaces all of an existing one. */
export async function saveGroup(
  work: Work,
  id: string,
  { groupName, level, reviewerIds }: Pick<ReviewerGroupInput, 'groupName' | 'level' | 'reviewerIds'>,
): Promise<void> {
  const { clinicId } = work
  await work.db
    .insertInto('reviewerGroups')
    .values({ clinicId, id, groupName, level, createdBy: work.actor?.userId ?? null })
    .onConflict((known) =>
      known
        .columns(['clinicId', 'id'])
        .doUpdateSet(({ eb }) => ({ groupName, level, version: eb('reviewerGroups.version', '+', 1) })),
    )
    .execute()
  await work.db
    .deleteFrom('reviewerGroupMembers')
    .where(({ and }) => and({ clinicId, groupId: id }))
    .execute()
  await work.db
    .insertInto('reviewerGroupMembers')
    .values(reviewerIds.map((reviewerId) => ({ clinicId, groupId: id, reviewerId })))
    .execute()
}
