/**
 * What phrases and templates have in common: where an item is in a person's lists, who may change it, copies and plans. The contents,
 * their lists and their calls are of `phrases` and `templates`.
 */
export {
  deleteItems,
  type EditedItem,
  exportedBy,
  lockForEdit,
  placeEdited,
  refuseGone,
  refuseTaken,
  setActive,
} from './change-items.ts'
export { waitForCollection } from './collections.store.ts'
export { type ImportChoices, importItems } from './import-items.ts'
export type { CollectionKind, Copy, CopyChoices } from './kind.ts'
export { authorOf, isAuthor, listedFrom, type Place } from './listed-items.store.ts'
export { refuseBeyondPlan } from './plan-limits.ts'
export { isForAll, itemsOf, type Part, partsOf, seenItem, standingOf } from './standing.store.ts'
