import type { ListChoices } from '@dictara/contract'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type Order = 'ascend' | 'descend'

/** The page number in an address, 0-based and always within bounds. */
const pageIn = (address: URLSearchParams): number =>
  Math.min(Math.max(0, Math.floor(Number(address.get('page'))) || 0), 1_000_000)

/** The allowed page sizes: the list's default and larger ones. */
export const sizesOf = ({ size = 10 }: ListChoices): readonly number[] =>
  [size, 20, 50].filter((one, place) => one > size || place === 0)

/** Reads the list's state from the address. Invalid values count as absent. */
export function readAddress(address: URLSearchParams, choices: ListChoices, names: Record<string, string | undefined>) {
  const { search, sort, order = 'ascend', filters = {} } = choices
  const [key, direction] = [address.get('sortKey') ?? '', address.get(names['sortOrder'] ?? 'sortOrder')]
  const byDefault: Order | undefined = order === 'own' ? undefined : order
  const listIn = (name: string) => (address.get(names[name] ?? name) ?? '').split(',').filter(Boolean)
  return {
    page: pageIn(address),
    size: sizesOf(choices).find((size) => String(size) === address.get('size')) ?? sizesOf(choices)[0]!,
    search: (search && address.get(names['search'] ?? search)) ?? '',
    sortKey: sort?.includes(key) ? key : sort?.[0],
    sortOrder: direction === 'ascend' || direction === 'descend' ? direction : byDefault,
    filters: Object.fromEntries(Object.keys(filters).map((name) => [name, listIn(name)])),
  }
}

/** The state of a list, kept in its address. A change returns to the first page; an empty value is removed from the address. */
export function useListAddress(): [address: URLSearchParams, change: (changes: Record<string, string>) => void] {
  const [address, setAddress] = useSearchParams()
  const change = useCallback(
    (changes: Record<string, string>) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [key, value] of Object.entries({ page: '', ...changes })) {
            if (value) next.set(key, value)
            else next.delete(key)
          }
          return next
        },
        // Apply at once, so that a second quick change or a debounced search starts from the result of the first.
        { replace: true, flushSync: true },
      ),
    [setAddress],
  )
  return [address, change]
}
