import { type AuditSearchKey, auditSearchKeys } from '@dictara/contract/audit'
import { useNavigate, useSearchParams } from 'react-router'
import { useListAddress } from '../../ui/use-list-address.ts'
import type { Days } from './day-range.tsx'

/**
 * What the address says of a list of the audit beside page and filters: what is searched, the days, and which row is open.
 * @param byDefault what is searched unless the address says otherwise
 */
export function useAuditAddress(byDefault: AuditSearchKey, defaultValue = '') {
  const [address, change] = useListAddress()
  const [, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const by = auditSearchKeys.find((key) => key === address.get('by')) ?? byDefault
  const days: Days = { from: address.get('from') ?? '', to: address.get('to') ?? '' }
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
