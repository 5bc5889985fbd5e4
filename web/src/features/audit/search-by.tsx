import type { AuditSearchKey } from '@dictara/contract/audit'
import { Select } from 'antd'
import { SearchBox } from '../../ui/search-box.tsx'

/** How long a search of the audit waits after the last key, in milliseconds (AUD-43, BILR-31). */
export const auditRestMs = 1000

/** The names of the fields that can be searched (AUD-05). */
const searchNames: Record<AuditSearchKey, string> = { userName: 'User Name', jobName: 'Job Name', status: 'Status' }

interface SearchByProps {
  keys: readonly AuditSearchKey[]
  by: AuditSearchKey
  value: string
  /** The statuses that can be chosen when the status is searched. */
  statuses: readonly { value: string; label: string }[]
  onBy: (by: AuditSearchKey) => void
  onValue: (value: string) => void
}

/** A search box with a choice of the field to search. A status is chosen, not typed. */
export const SearchBy = ({ keys, by, value, statuses, onBy, onValue }: SearchByProps) => (
  <>
    <Select<AuditSearchKey>
      aria-label="Search in"
      className="audit-search-key"
      value={by}
      options={keys.map((key) => ({ value: key, label: searchNames[key] }))}
      onChange={onBy}
    />
    {by === 'status' ? (
      <Select
        aria-label="Status"
        className="audit-status"
        allowClear
        placeholder="Any status"
        value={value || null}
        options={[...statuses]}
        onChange={(status: string | undefined) => onValue(status ?? '')}
      />
    ) : (
      <SearchBox label={`Search by ${searchNames[by]}`} value={value} restMs={auditRestMs} onSearch={onValue} />
    )}
  </>
)
