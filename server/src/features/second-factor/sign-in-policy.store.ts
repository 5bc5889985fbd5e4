import { everyone } from '@dictara/contract/roles'
import type { SignInPolicy } from '@dictara/contract/sign-in-policy'
import { sql } from 'kysely'
import { page, type PageQuery, type RowOf, type Work } from '../../platform/database/index.ts'

type Kind = (typeof everyone)[number]
/** The policy of a clinic without its own row. */
const usual = { mode: 'OFFERED' as const, requiredTypes: [] as string[], version: 0 }

export async function getPolicy(work: Work) {
  const found = await work.db
    .selectFrom('signInPolicies')
    .select(['mode', 'requiredTypes', 'requiredSince', 'version'])
    .where('clinicId', '=', work.clinicId)
    .executeTakeFirst()
  return found ?? { ...usual, requiredSince: null }
}

/** True when the clinic requires a second factor of people of this type. */
export async function isRequiredOf(work: Work, userType: string): Promise<boolean> {
  const { mode, requiredTypes } = await getPolicy(work)
  return mode === 'REQUIRED' && requiredTypes.includes(userType)
}

type NewPolicy = RowOf<'signInPolicies', 'mode' | 'requiredTypes' | 'requiredSince'>

/** @returns false if the version has changed since */
export async function savePolicy(work: Work, policy: NewPolicy, seen: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('signInPolicies')
    .values({ clinicId: work.clinicId, ...policy, version: 1 })
    .onConflict((there) =>
      there
        .column('clinicId')
        .doUpdateSet(({ eb }) => ({ ...policy, version: eb('signInPolicies.version', '+', 1) }))
        .where('signInPolicies.version', '=', seen),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** For each type of enabled people, how many there are and how many of them have a second factor. */
export async function countPeople(work: Work): Promise<SignInPolicy['people']> {
  const rows = await work.db
    .selectFrom('users as u')
    .select('u.userType')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(sql<number>`count(*) filter (where gate.factors_of(u.id) <> '{}')`.as('withFactor'))
    .where(({ and }) => and({ 'u.clinicId': work.clinicId, 'u.isEnabled': true }))
    .where('u.userType', 'in', everyone)
    .groupBy('u.userType')
    .execute()
  return rows.map(({ userType, ...counts }) => ({ userType: userType as Kind, ...counts }))
}

/** The people with a second factor, by name. */
export const listPeopleWithFactor = (work: Work, { name, ...query }: PageQuery<'name'> & { name: string }) =>
  page(
    work,
    { ...query, search: name },
    {
      from: work.db
        .selectFrom('users as u')
        .where('u.clinicId', '=', work.clinicId)
        .where(sql<boolean>`gate.factors_of(u.id) <> '{}'`),
      columns: (people) =>
        people
          .leftJoin('totpFactors as t', (join) =>
            join.onRef('t.clinicId', '=', 'u.clinicId').onRef('t.userId', '=', 'u.id'),
          )
          .select(['u.id', 'u.fullName', 'u.email', 'u.userType'])
          .select(sql<boolean>`t.confirmed_at is not null`.as('hasApp'))
          .select(
            sql<number>`(select count(*)::int from passkeys k where k.clinic_id = u.clinic_id and k.user_id = u.id)`.as(
              'passkeys',
            ),
          )
          .select(
            sql<number>`(select count(*)::int from recovery_codes c where c.clinic_id = u.clinic_id and c.user_id = u.id and c.used_at is null)`.as(
              'recoveryCodesLeft',
            ),
          ),
      search: ['u.fullName', 'u.email'],
      sort: { name: sql`lower(u.full_name)` },
      tie: 'u.id',
    },
  )
