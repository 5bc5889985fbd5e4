import { collectionRefusals } from '@dictara/contract/collection'
import type { ClinicWork } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { exportedBy, refuseGone, refuseTaken, removeItems } from './change-items.ts'
import { listOffered, lockOwnNamed, waitForCollection } from './collections.store.ts'
import type { CollectionKind } from './kind.ts'
import { refuseBeyondPlan } from './plan-limits.ts'

export interface ImportChoices {
  active: boolean
  overRideExisting: boolean
  exportToOtherAuthors: boolean
}

/**
 * Copies what others and the dictionary offer into the actor's collection, where it is theirs (Q069). Of what they have by that
 * name already, the existing one is replaced, or the offered one skipped; all of it happens, or nothing.
 * @throws Refusal 404 when one of them is gone, also since it was chosen, 422 for two of one name (Q070) or beyond the plan
 * @returns how many were copied
 */
export async function importItems(
  work: ClinicWork,
  kind: CollectionKind,
  ids: readonly string[],
  { active, overRideExisting, exportToOtherAuthors }: ImportChoices,
): Promise<number> {
  await waitForCollection(work, kind)
  const chosen = await listOffered(work, kind, ids)
  refuseGone(ids, chosen)
  const ticked = chosen.map(({ keyName }) => keyName.replaceAll(' ', ''))
  refuseUnless(new Set(ticked).size === ticked.length, collectionRefusals.tickedTwice)
  // What is the actor's own already stays what it is.
  const offered = chosen.filter(({ isOwn }) => !isOwn)
  const names = offered.map(({ keyName }) => keyName)
  const existing = await lockOwnNamed(work, kind, names)
  const isTaken = (name: string) => existing.some(({ keyName }) => keyName === name)
  const copied = overRideExisting ? offered : offered.filter(({ keyName }) => !isTaken(keyName))
  const replaced = overRideExisting ? existing.map(({ id }) => id) : []
  await refuseBeyondPlan(work, kind, copied.length - replaced.length)
  if (replaced.length > 0) await removeItems(work, kind, replaced)
  if (copied.length === 0) return 0
  const copies = copied.map(({ id }) => ({ id: newId(work.now.getTime()), originId: id }))
  const choices = { active, exportToOtherAuthors: exportedBy(work, exportToOtherAuthors) }
  const made = await refuseTaken(kind, () => kind.copy(work, copies, choices))
  refuseUnless(made === copies.length, collectionRefusals.gone)
  await work.audit({ event: `${kind.name}.imported`, detail: { itemIds: copies.map(({ id }) => id), replaced } })
  return made
}
