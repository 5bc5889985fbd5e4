import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Collection, CollectionItem, Scope } from './collection.ts'

/** The things of one list, page after page: a further one is there as long as the last was full (K2P-57). */
export function useItems<Item extends CollectionItem>(
  of: Collection<Item>,
  { type, size, search }: { type: Scope; size: number; search: string },
) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...of.key, 'list', type, size, search],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => of.list({ type, page: pageParam, size, search }, signal),
    getNextPageParam: (last, pages) => (last.length === size ? pages.length : undefined),
    placeholderData: keepPreviousData,
  })
  // What was moved between two pages is there once.
  const items = new Map((data?.pages ?? []).flat().map((item) => [item.id, item]))
  return { ...query, items: [...items.values()] }
}
