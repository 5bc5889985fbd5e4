import { collectionRefusals } from '@dictara/contract/collection'
import { isManager } from '@dictara/contract'
import type { ClinicWork } from '../../platform/database/index.ts'
import { Refusal, refuseUnless, refuseUnlessAsSeen } from '../../platform/refusal.ts'
import { forgetReceived, keepReceived, setOwnActive } from './collections.store.ts'
import type { CollectionKind } from './kind.ts'
import { lockStandings, type Standing } from './standing.store.ts'

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** @throws Refusal 404 when one of these is not there (any more), with the ids of all that are not */
export function refuseGone(ids: readonly string[], there: readonly { id: string }[]): void {
  const found = new Set(idsOf(there))
  const gone = ids.filter((id) => !found.has(id))
  if (gone.length > 0)
    throw new Refusal(
      collectionRefusals.gone,
      {},
      gone.map((id) => ({ id })),
    )
}

/**
 * All of these in the actor's lists, held for a change.
 * @throws Refusal 404 when one of them is nothing to the actor, 403 when one is only offered to them: nothing is done then
 */
async function lockHeld(work: ClinicWork, kind: CollectionKind, ids: readonly string[]): Promise<Standing[]> {
  const items = await lockStandings(work, kind, ids)
  refuseGone(ids, items)
  refuseUnless(
    items.every(({ isHeld }) => isHeld),
    collectionRefusals.notEditable,
  )
  return items
}

/** Puts items into use or aside: own ones for good, received ones for the actor alone. */
export async function setActive(work: ClinicWork, kind: CollectionKind, ids: readonly string[], active: boolean) {
  const items = await lockHeld(work, kind, ids)
  await setOwnActive(work, kind, idsOf(items.filter(({ isOwn }) => isOwn)), active)
  await keepReceived(work, idsOf(items.filter(({ isOwn }) => !isOwn)), { active })
  await work.audit({ event: `${kind.name}.${active ? 'activated' : 'put-aside'}`, detail: { itemIds: idsOf(items) } })
}

/**
 * Deletes own items for good; of the clinic's own, which nobody else could, by a manager. One that was received is only hidden
 * from the actor: its source stays (Q066).
 */
export async function deleteItems(work: ClinicWork, kind: CollectionKind, ids: readonly string[]): Promise<void> {
  const items = await lockHeld(work, kind, ids)
  const isTheirs = ({ isOwn, authorId }: Standing) => isOwn || (authorId === null && isManager(work.actor))
  const deleted = idsOf(items.filter(isTheirs))
  const hidden = idsOf(items.filter((item) => !isTheirs(item)))
  if (deleted.length > 0) {
    await removeItems(work, kind, deleted)
    await work.audit({ event: `${kind.name}.deleted`, detail: { itemIds: deleted } })
  }
  if (hidden.length > 0) {
    await keepReceived(work, hidden, { hidden: true })
    await work.audit({ event: `${kind.name}.hidden`, detail: { itemIds: hidden } })
  }
}

/** Takes items out of every list that they were in. */
export async function removeItems(work: ClinicWork, kind: CollectionKind, ids: readonly string[]): Promise<void> {
  await kind.remove(work, ids)
  await forgetReceived(work, ids)
}

/** Which item a person changes, as they saw it; `active` is left out where it stays in the list that it is in. */
export interface EditedItem {
  id: string
  version?: number | undefined
  active?: boolean | undefined
}

/**
 * An item that the actor is about to change, held.
 * @throws Refusal 404 when it is not there for them (any more), 403 when it is not theirs to change, 409 when somebody else has
 *   changed it since, which then tells how it is now
 */
export async function lockForEdit(
  work: ClinicWork,
  kind: CollectionKind,
  { id, version }: EditedItem,
  find: (work: ClinicWork, id: string) => Promise<object | undefined>,
): Promise<Standing> {
  const [item] = await lockStandings(work, kind, [id])
  refuseUnless(item, collectionRefusals.gone)
  refuseUnless(item.editable, collectionRefusals.notEditable)
  await refuseUnlessAsSeen(item.version, { version }, () => find(work, id))
  return item
}

/** After an edit: where the actor has the item. The flag of a received one is theirs alone, as is everybody's. */
export async function placeEdited(work: ClinicWork, item: Standing, active?: boolean): Promise<void> {
  if (!item.isOwn && active !== undefined && item.active !== active) await keepReceived(work, [item.id], { active })
}

/** Of what a person sends, whether everybody is to have the item: who is no manager changes nothing of it (Q071). */
export const exportedBy = ({ actor }: ClinicWork, wanted: boolean, before = false): boolean =>
  isManager(actor) ? wanted : before

/** @throws Refusal when the database tells that the author has an item of that name already, by whatever way it came. */
export async function refuseTaken<T>({ taken }: Pick<CollectionKind, 'taken'>, save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new Refusal(taken)
    throw error
  }
}
