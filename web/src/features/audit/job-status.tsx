import { type AuditedStatus, auditedStatusWords } from '@dictara/contract/audit'
import { Tag } from 'antd'

/** Whose audit it is: that of authors and managers, or the billers'. */
export type AuditOf = keyof typeof auditedStatusWords

export const StatusTag = ({ of, status }: { of: AuditOf; status: AuditedStatus }) => (
  <Tag {...(status === 'StruckOut' && { color: 'error' })}>{auditedStatusWords[of][status]}</Tag>
)

export const statusOptions = (of: AuditOf, statuses: readonly AuditedStatus[]) =>
  statuses.map((value) => ({ value, label: auditedStatusWords[of][value] }))
