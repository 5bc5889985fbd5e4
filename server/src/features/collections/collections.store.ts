import { sql } from 'kysely'
import { anyOf, type ClinicWork, type RowOf, rowsOf, valueOf, type Work } from '../../platform/database/index.ts'
import type { CollectionKind } from './kind.ts'
import { itemsOf, standingOf } from './standing.store.ts'

/** Of an author's two devices, or an import and a new item, one changes their collection after the other. */
export async function waitForCollection({ db, actor }: ClinicWork, { name }: CollectionKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${name} collection of ${actor.userId}`}, 0))`.execute(db)
}

/** Whether own items are in use; who has them open keeps their version. */
export async function setOwnActive(work: Work, { table }: CollectionKind, ids: readonly string[], active: boolean) {
  await sql`update ${sql.raw(table)} set active = ${active}
    where clinic_id = ${work.clinicId} and id = any(${[...ids]}::uuid[]) and active <> ${active}`.execute(work.db)
}

/** What the actor does with items that they received. */
export async function keepReceived(
  work: ClinicWork,
  ids: readonly string[],
  did: { active?: boolean; hidden?: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const { clinicId } = work
  const { userId } = work.actor
  await work.db
    .insertInto('receivedItems')
    .values(ids.map((itemId) => ({ clinicId, userId, itemId, ...did })))
    .onConflict((known) => known.columns(['clinicId', 'userId', 'itemId']).doUpdateSet(did))
    .execute()
}

/** Nobody has received these any more. */
export async function forgetReceived(work: Work, ids: readonly string[]): Promise<void> {
  await work.db
    .deleteFrom('receivedItems')
    .where('clinicId', '=', work.clinicId)
    .where('itemId', '=', anyOf(ids))
    .execute()
}

/** Of these items, what others and the dictionary offer, with the names that tell them apart; own ones too. */
export async function listOffered(
  work: ClinicWork,
  kind: CollectionKind,
  ids: readonly string[],
): Promise<(RowOf<'phrases', 'id' | 'keyName'> & { isOwn: boolean })[]> {
  const { isOwn, isOffered } = standingOf(work)
  return rowsOf(
    work,
    sql`select t.id, t.key_name, ${isOwn} as is_own
    ${itemsOf(work, kind)} and (${isOffered} or ${isOwn})
      and t.id = any(${[...ids]}::uuid[])
    union all
    select d.id, d.key_name, false from ${sql.raw(kind.dictionary)} d where d.id = any(${[...ids]}::uuid[])`,
  )
}

/** The actor's own items of these names, held until they are replaced. */
export async function lockOwnNamed(
  work: ClinicWork,
  kind: CollectionKind,
  keyNames: readonly string[],
): Promise<RowOf<'phrases', 'id' | 'keyName'>[]> {
  return rowsOf(
    work,
    sql`select t.id, t.key_name ${itemsOf(work, kind)}
      and t.author_id = ${work.actor.userId} and t.key_name = any(${[...keyNames]}::text[])
    order by t.id for update of t`,
  )
}

/** How many items of a kind the actor has as their own. */
export const countOwn = (work: ClinicWork, kind: CollectionKind): Promise<number> =>
  valueOf(work, sql<number>`(select count(*)::int ${itemsOf(work, kind)} and t.author_id = ${work.actor.userId})`)
