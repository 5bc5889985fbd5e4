import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** A list page after page: a further one is there as long as the last was full. */
export function useEndless<Row extends { id: string }>(
  key: QueryKey,
  size: number,
  fetchPage: (page: number, signal: AbortSignal) => Promise<readonly Row[]>,
) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...key, size],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: (last, pages) => (last.length === size ? pages.length : undefined),
    placeholderData: keepPreviousData,
  })
  // What moved between two pages is there once.
  const rows = new Map((data?.pages ?? []).flat().map((row) => [row.id, row]))
  const more = () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage())
  return { ...query, rows: [...rows.values()], more }
}
