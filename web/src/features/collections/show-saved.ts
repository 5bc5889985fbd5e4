import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { CollectionItem } from './collection.ts'

/**
 * Shows an item that was saved in its place in the lists (K2P-34, TMPL-56). One that has been moved to the other list since it was seen
 * is fetched anew with them.
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
  if (saved.active !== seen.active) void client.invalidateQueries({ queryKey: key })
}
