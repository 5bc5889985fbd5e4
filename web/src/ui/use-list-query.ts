import { call } from '@dictara/browser/call'
import type { CallInput, ClientInput, Envelope, ListCall, ListChoices } from '@dictara/contract'
import { hashKey, keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { type Order, readAddress, sizesOf, useListAddress } from './use-list-address.ts'

type Choices<C extends ListCall> = C['list']
type FilterOf<C extends ListCall> = Choices<C> extends { filters: infer F } ? keyof F & string : never
type ScopeOf<C extends ListCall> = Choices<C> extends { scope: infer S } ? keyof S : never
export type SortKeyOf<C extends ListCall> =
  Choices<C> extends { sort: infer K extends readonly string[] } ? K[number] : never
export type RowOf<C extends ListCall> = Envelope<C>['result'][number]

interface ListOptions<C extends ListCall> {
  /** The query key to invalidate when something changes that the list may show. */
  key: QueryKey
  params?: CallInput<C>['params']
  /** Which list it is. Rows of another list are never shown while this one is fetched. */
  scope?: Partial<Pick<CallInput<C>['query'], ScopeOf<C> & keyof CallInput<C>['query']>>
  /** What is searched where the address does not say it. */
  search?: string
  /** Filters that are kept outside the address. */
  filters?: Partial<Record<FilterOf<C>, readonly string[]>>
  /** The names used in the address if they differ from those on the wire. */
  names?: Partial<Record<'search' | 'sortOrder' | FilterOf<C>, string>>
  /** False until it is known what to fetch. */
  isReady?: boolean
  refetchInterval?: number
}

/**
 * A page of a list of the contract. The address determines the request, and choices change the address (page, search, sort and filters; a
 * change returns to the first page). The previous page stays until the next has arrived. A page beyond the end leads back to the last page.
 */
export function useListQuery<C extends ListCall>(spec: C, options: ListOptions<C>) {
  const { key, params, scope, isReady = true, refetchInterval = false } = options
  const choices: ListChoices = spec.list
  const names: Record<string, string | undefined> = options.names ?? {}
  const [address, change] = useListAddress()
  const { page, size, sortKey, sortOrder, ...said } = readAddress(address, choices, names)
  const search = options.search ?? said.search
  const filters: Record<string, readonly string[]> = { ...said.filters, ...options.filters }
  const which = { path: spec.path, params, scope }
  const sought = choices.search && { [choices.search]: search }
  const sorted = choices.sort && { sortKey, sortOrder }
  const query = { page, size, ...sought, ...sorted, ...filters, ...scope }
  const input = { params, query } as ClientInput<C>
  const { data, isPlaceholderData, ...fetched } = useQuery({
    enabled: isReady,
    queryKey: [...key, which, query],
    queryFn: ({ signal }) => call(spec, input, { signal, handler: 'page' }),
    placeholderData: (before, last) =>
      hashKey([last?.queryKey[key.length]]) === hashKey([which]) ? keepPreviousData(before) : undefined,
    refetchInterval,
  })

  const lastPage = Math.max(0, Math.ceil((data?.size ?? 0) / size) - 1)
  const isMore = (data as { sizeIsCapped?: boolean } | undefined)?.sizeIsCapped ?? false
  const isBehind = data?.size !== undefined && !isPlaceholderData && !isMore && page > lastPage
  useEffect(() => {
    if (isBehind) change({ page: String(lastPage) })
  }, [isBehind, lastPage, change])

  const searchName = names['search'] ?? choices.search ?? ''
  return {
    choices,
    /** What the list asks for, e.g. to fetch a file of the same rows. */
    input,
    /** Identifies this page of this list with its search and sort order; undefined while another page is still shown. */
    which: data && !isPlaceholderData ? hashKey([which, query]) : undefined,
    /** Identifies this list, whatever its page and search. */
    id: hashKey([which]),
    /** The whole answer; absent until it has arrived. */
    data,
    rows: (data?.result ?? []) as readonly RowOf<C>[],
    total: data?.size,
    /** There are more rows than `total`. */
    isMore,
    isPending: fetched.isPending,
    isFetching: fetched.isFetching,
    isError: fetched.isError,
    error: fetched.error,
    refetch: fetched.refetch,
    page,
    size,
    lastPage,
    search,
    sortKey,
    sortOrder,
    onPage: (to: number) => change({ page: String(to) }),
    onSize: (rows: number) => change({ size: rows === sizesOf(choices)[0] ? '' : String(rows) }),
    onSearch: useCallback((text: string) => change({ [searchName]: text }), [change, searchName]),
    /** Without an order, the list's own order applies. */
    onSort: (by: string | undefined, order: Order | undefined) =>
      change({
        ...(choices.sort && choices.sort.length > 1 && by ? { sortKey: by } : {}),
        [names['sortOrder'] ?? 'sortOrder']: order ?? '',
      }),
    /** A filter that is kept in the address. */
    filter: (name: FilterOf<C>) => ({
      chosen: filters[name] ?? [],
      onChange: (values: readonly string[]) => change({ [names[name] ?? name]: values.join(',') }),
    }),
  }
}

export type List<C extends ListCall = ListCall> = ReturnType<typeof useListQuery<C>>
