import type { ListChoices } from '@dictara/contract'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type Order = 'ascend' | 'descend'

/** The page that an address names, 0-based: a number in bounds, whatever stands there. */
const pageIn = (address: URLSearchParams): number =>
  Math.min(Math.max(0, Math.floor(Number(address.get('page'))) || 0), 1_000_000)

/** How many rows a page may have: as many as the list has by itself, or more. */
export const sizesOf = ({ size = 10 }: ListChoices): readonly number[] =>
  [size, 20, 50].filter((one, place) => one > size || place === 0)

/** What the address says of a list; what it says wrongly counts as not said. */
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

/** What a list shows, kept in its address; a change begins again at the first page, and an empty value leaves it. */
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
        // At once: a second change, by quick hands or a search that rests, begins with what the first one made.
        { replace: true, flushSync: true },
      ),
    [setAddress],
  )
  return [address, change]
}
