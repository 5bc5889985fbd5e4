import { StagePill } from '@dictara/browser/stage-pill'
import { type AuditedStatus, auditedStatusWords } from '@dictara/contract/audit'
import type { JobStatus } from '@dictara/contract/jobs'

/** Which audit is shown: that of authors and managers, or that of billers. */
export type AuditOf = keyof typeof auditedStatusWords

/** The job status whose pill is used for an audited status. */
const looks: Record<AuditedStatus, JobStatus> = {
  Completed: 'COMPLETED',
  Billed: 'BILLED',
  StruckOut: 'STRUCK_OUT',
  InProgress: 'IN_PROGRESS',
}

/** The pill of the job's stage with the audit's word for it (AUD-20, BILR-25 to BILR-27). */
export const StatusPill = ({ of, status }: { of: AuditOf; status: AuditedStatus }) => (
  <StagePill job={{ status: looks[status], level: null, returned: false }} word={auditedStatusWords[of][status]} />
)

export const statusOptions = (of: AuditOf, statuses: readonly AuditedStatus[]) =>
  statuses.map((value) => ({ value, label: auditedStatusWords[of][value] }))
