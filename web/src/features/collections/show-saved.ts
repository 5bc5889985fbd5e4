import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { CollectionItem } from './collection.ts'

/**
 * Shows a saved item in its place in the lists (K2P-34, TMPL-56). If it was moved to the other list meanwhile, both
 * lists are loaded again.
 */
export function showSaved<Item extends CollectionItem>(
  client: QueryClient,
  key: QueryKey,
  saved: Item,
  seen: Item,
): void {
  client.setQueriesData<InfiniteData<readonly Item[]>>(
    { queryKey: [...key, 'list'] },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => page.map((one) => (one.id === saved.id ? saved : one))) },
  )
  // Whatever else has the item, as a note does, loads it again when it is opened next.
  const refetchType = saved.active === seen.active ? 'none' : 'active'
  void client.invalidateQueries({ queryKey: key, refetchType })
}
