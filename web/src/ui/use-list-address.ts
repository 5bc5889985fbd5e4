import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** The page that an address names, 0-based: a number in bounds, whatever stands there; the pager leads back from behind the end. */
export const pageIn = (address: URLSearchParams): number =>
  Math.min(Math.max(0, Math.floor(Number(address.get('page'))) || 0), 1_000_000)

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
        { replace: true },
      ),
    [setAddress],
  )
  return [address, change]
}
