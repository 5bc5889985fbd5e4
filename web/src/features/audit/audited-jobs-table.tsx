import { audioLength } from '@dictara/browser/clock'
import { fullMomentIn } from '@dictara/browser/moments'
import type { AuditedJob, auditCalls } from '@dictara/contract/audit'
import { Link } from 'react-router'
import { Cut } from '../../ui/cut.tsx'
import { type Column, ListTable } from '../../ui/list-table.tsx'
import type { List } from '../../ui/use-list-query.ts'
import { JobDrawer } from './job-drawer.tsx'
import { type AuditOf, StatusPill } from './job-status.tsx'
import type { AuditAddress } from './use-audit-address.ts'

const columnsOf = (of: AuditOf, address: AuditAddress): Column<typeof auditCalls.listAuditedJobs>[] => [
  {
    title: 'Job ID',
    isHeading: true,
    width: 90,
    render: ({ jobId, jobNumber }) => (
      <Link className="row-link" to={address.opening(jobId)}>
        {jobNumber}
      </Link>
    ),
  },
  { title: 'Patient Name', width: 180, render: ({ patientName }) => <Cut text={patientName} /> },
  { title: 'Author', width: 160, render: ({ author }) => <Cut text={author} /> },
  {
    title: 'Facility Name',
    width: 170,
    hidden: 'narrow',
    render: ({ facility }) => <Cut text={facility.facilityName} />,
  },
  {
    title: 'Submitted Time',
    width: 200,
    sort: 'submissionTime',
    render: ({ submissionTime, timeZone }) => fullMomentIn(submissionTime, timeZone),
  },
  { title: 'Length', width: 80, hidden: 'narrow', render: (job) => audioLength(job.audioLength) },
  { title: 'Status', width: 190, render: ({ status }) => <StatusPill of={of} status={status} /> },
]

interface AuditedJobsTableProps {
  of: AuditOf
  list: List<typeof auditCalls.listAuditedJobs> | List<typeof auditCalls.listBilledAudit>
  address: AuditAddress
}

/** The jobs of the audit, and the drawer of the open one. */
export function AuditedJobsTable({ of, list, address }: AuditedJobsTableProps) {
  const rows: readonly AuditedJob[] = list.rows
  const opened = rows.find(({ jobId }) => jobId === address.opened)
  return (
    <>
      <ListTable
        list={list as List<typeof auditCalls.listAuditedJobs>}
        label="Jobs"
        rowKey="jobId"
        keys={{ onOpen: address.open }}
        empty="No jobs match."
        columns={columnsOf(of, address)}
      />
      {opened && <JobDrawer of={of} job={opened} onClose={address.close} />}
    </>
  )
}
