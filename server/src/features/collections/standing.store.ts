import { isManager } from '@dictara/contract'
import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, type RowOf, rowsOf } from '../../platform/database/index.ts'
import type { CollectionKind } from './kind.ts'

/** What an item is to the actor. */
export interface Standing
  extends RowOf<'sectionTemplates', 'id' | 'authorId' | 'version' | 'active' | 'exportToOtherAuthors'> {
  isOwn: boolean
  /** In one of the actor's two lists: their own, or received and not hidden. */
  isHeld: boolean
  editable: boolean
}

/** True for an item `t` that everybody of the clinic has: of the clinic itself, or active for all users (Q067). */
export const isForAll = sql<boolean>`(t.author_id is null or t.export_to_other_authors)`

const isThere: Record<CollectionKind['table'], RawBuilder<boolean>> = {
  phrases: sql<boolean>`true`,
  section_templates: sql<boolean>`t.deleted_at is null`,
}

/**
 * The rules of who has an item where, each said once: of an item `t`, with what the actor did with it as one that they received,
 * `r`. Own items stand where their author put them, received ones are in use until they are put aside or hidden (Q065 to Q067);
 * managers change what everybody has.
 */
export function standingOf({ actor }: ClinicWork) {
  const isOwn = sql<boolean>`(t.author_id is not distinct from ${actor.userId}::uuid)`
  const isReceived = sql<boolean>`(not ${isOwn} and ${isForAll} and not coalesce(r.hidden, false))`
  return {
    isOwn,
    isHeld: sql<boolean>`(${isOwn} or ${isReceived})`,
    active: sql<boolean>`(case when ${isOwn} then t.active else ${isReceived} and coalesce(r.active, true) end)`,
    editable: isManager(actor) ? sql<boolean>`(${isOwn} or ${isForAll})` : isOwn,
    isOffered: sql<boolean>`(t.global and not ${isOwn})`,
  }
}

/** Items `t` of a kind with what the actor did with them, `r`: a statement goes on with `and`, and says which of them it means. */
export const itemsOf = ({ actor, clinicId }: ClinicWork, { table }: Pick<CollectionKind, 'table'>) =>
  sql`from ${sql.raw(table)} t left join received_items r
      on r.clinic_id = t.clinic_id and r.user_id = ${actor.userId} and r.item_id = t.id
    where t.clinic_id = ${clinicId} and ${isThere[table]}`

/** True for items that the actor may know of. */
function isSeen(work: ClinicWork): RawBuilder<boolean> {
  const { isHeld, isOffered } = standingOf(work)
  return sql<boolean>`(${isHeld} or ${isOffered})`
}

/** Some of a list's items `t`, and what they are to the actor. */
export interface Part {
  /** `from …` with `where …`. */
  items: RawBuilder<unknown>
  /** The same for counting them: without what was received where that does not matter, so that their index alone is read. */
  counted: RawBuilder<unknown>
  active: RawBuilder<boolean>
  editable: RawBuilder<boolean>
}

/** Which items a list has (K2P-29, TMPL-15), in parts that share none: each is walked by an index of its own. */
export function partsOf(
  work: ClinicWork,
  kind: Pick<CollectionKind, 'table'>,
  scope: 'mine' | 'active' | 'author',
): Part[] {
  const { clinicId, actor } = work
  const { isHeld, isOffered, isOwn, active, editable } = standingOf(work)
  const bare = (isMeant: RawBuilder<boolean>) =>
    sql`from ${sql.raw(kind.table)} t where t.clinic_id = ${clinicId} and ${isThere[kind.table]} and ${isMeant}`
  const received = (isMeant: RawBuilder<boolean>) => sql`${itemsOf(work, kind)} and ${isMeant}`
  if (scope === 'author') return [{ items: received(isOffered), counted: bare(isOffered), active, editable }]
  const isActive = sql.lit(scope === 'active')
  const own = bare(sql`t.author_id = ${actor.userId} and t.active = ${isActive}`)
  const others = received(sql`${isForAll} and ${isHeld} and not ${isOwn} and ${active} = ${isActive}`)
  return [
    { items: own, counted: own, active: isActive, editable: sql.lit(true) },
    { items: others, counted: others, active, editable },
  ]
}

/** An item as a list of one; of none, where the actor may not know of it. */
export function seenItem(work: ClinicWork, kind: Pick<CollectionKind, 'table'>, id: string): Part {
  const { active, editable } = standingOf(work)
  const items = sql`${itemsOf(work, kind)} and t.id = ${id} and ${isSeen(work)}`
  return { items, counted: items, active, editable }
}

/** What these items are to the actor, as far as they may know of them; held for a change, in an order that never locks crosswise. */
export async function lockStandings(
  work: ClinicWork,
  kind: Pick<CollectionKind, 'table'>,
  ids: readonly string[],
): Promise<Standing[]> {
  const { isOwn, isHeld, active, editable } = standingOf(work)
  return rowsOf(
    work,
    sql`select t.id, t.author_id, t.version, t.export_to_other_authors, ${isOwn} as is_own, ${isHeld} as is_held,
      ${active} as active, ${editable} as editable
    ${itemsOf(work, kind)} and ${isSeen(work)} and t.id = any(${[...ids]}::uuid[])
    order by t.id for update of t`,
  )
}
