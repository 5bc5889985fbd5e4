import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** A list fetched page after page. Another page exists as long as the last one was full. */
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
  // A row that moved between two pages appears only once.
  const rows = new Map((data?.pages ?? []).flat().map((row) => [row.id, row]))
  const more = () => void (query.hasNextPage && !query.isFetching && query.fetchNextPage())
  return { ...query, rows: [...rows.values()], more }
}
