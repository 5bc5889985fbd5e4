import { useEndless } from '../../ui/use-endless.ts'
import type { Collection, CollectionItem, Scope } from './collection.ts'

/** The items of one list, page by page (K2P-57). */
export const useItems = <Item extends CollectionItem>(
  of: Collection<Item>,
  { type, size, search }: { type: Scope; size: number; search: string },
) =>
  useEndless([...of.key, 'list', type, search], size, (page, signal) => of.list({ type, page, size, search }, signal))
