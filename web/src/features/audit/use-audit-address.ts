import type { AuditSearchKey } from '@dictara/contract/audit'
import { useNavigate, useSearchParams } from 'react-router'
import { useListAddress } from '../../ui/use-list-address.ts'
import type { Days } from './day-range.tsx'

const day = /^\d{4}-\d{2}-\d{2}$/

/** The days in the address, the earlier one first. Anything that is not a day is ignored. */
function daysIn(address: URLSearchParams): Days {
  const [from, to] = ['from', 'to'].map((name) => address.get(name)?.match(day)?.[0] ?? '') as [string, string]
  return from && to && from > to ? { from: to, to: from } : { from, to }
}

/**
 * The state of an audit list in the address, besides page and filters: the search, the days, and the open row.
 * @param keys the fields that can be searched; the first is used unless the address says otherwise
 */
export function useAuditAddress(keys: readonly AuditSearchKey[] = [], defaultValue = '') {
  const [address, change] = useListAddress()
  const [, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const by = keys.find((key) => key === address.get('by')) ?? keys[0]!
  const days = daysIn(address)
  const isAsOpened = !address.has('by') && !address.has('searchValue')
  /** The address that opens a row. */
  function opening(id: string): string {
    const next = new URLSearchParams(address)
    next.set('open', id)
    return `?${next}`
  }
  return {
    by,
    value: address.get('searchValue') ?? (isAsOpened ? defaultValue : ''),
    days,
    opened: address.get('open') ?? undefined,
    onBy: (next: AuditSearchKey) => change({ by: next, searchValue: '' }),
    onValue: (searchValue: string) => change({ by, searchValue }),
    onDays: (next: Days) => change({ ...next }),
    opening,
    open: (id: string) => void navigate(opening(id)),
    close: () =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('open')
          return next
        },
        { replace: true },
      ),
  }
}

export type AuditAddress = ReturnType<typeof useAuditAddress>
