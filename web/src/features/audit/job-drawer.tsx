import { audioLength } from '@dictara/browser/clock'
import { call } from '@dictara/browser/call'
import { fullMomentIn } from '@dictara/browser/moments'
import { auditCalls, type AuditedJob } from '@dictara/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Drawer, Flex } from 'antd'
import type { MouseEvent } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { type AuditOf, StatusPill } from './job-status.tsx'
import { DrawerTable, drawerSize } from './drawer-table.tsx'
import { PrintAudit } from './print-audit.tsx'
import { auditQueries } from './queries.ts'
import { stintColumns } from './stint-columns.tsx'
import { StrikeOut } from './strike-out.tsx'
import { Timeline } from './timeline.tsx'

const factsOf = (of: AuditOf, job: AuditedJob) => [
  { key: 'number', label: 'Job ID', children: job.jobNumber },
  { key: 'status', label: 'Status', children: <StatusPill of={of} status={job.status} /> },
  { key: 'patient', label: 'Patient Name', children: job.patientName },
  { key: 'author', label: 'Author', children: job.author },
  { key: 'facility', label: 'Facility Name', children: job.facility.facilityName },
  { key: 'submitted', label: 'Submitted Time', children: fullMomentIn(job.submissionTime, job.timeZone) },
  { key: 'length', label: 'Length', children: audioLength(job.audioLength) },
]

/** Where View leads: the note, read only (AUD-14, BILR-23, Q126). */
function useWayToNote(of: AuditOf, { jobId, status }: AuditedJob): string | undefined {
  const user = useUser()
  if (!user || (status !== 'Completed' && status !== 'Billed')) return undefined
  return of === 'billers'
    ? `/dashboard/billers-jobs/${jobId}?sessionId=${user.sessionId}`
    : paths.readNote(jobId, user.userType)
}

/** A link to the note that looks like a button. */
function ViewButton({ to }: { to: string }) {
  const follow = useLinkClickHandler<HTMLElement>(to)
  return (
    <Button href={useHref(to)} onClick={(event) => follow(event as MouseEvent<HTMLAnchorElement>)}>
      View
    </Button>
  )
}

interface JobDrawerProps {
  of: AuditOf
  job: AuditedJob
  onClose: () => void
}

/** A job in the audit: who worked on it, everything that happened to it, and what can be done with it (AUD-10 to AUD-16). */
export function JobDrawer({ of, job, onClose }: JobDrawerProps) {
  useFocusBack()
  const way = useWayToNote(of, job)
  const audit = useQuery({
    queryKey: [...auditQueries, 'job', job.jobId],
    queryFn: async ({ signal }) =>
      (await call(auditCalls.getJobAudit, { params: { jobId: job.jobId } }, { signal, handler: 'page' })).result,
  })
  return (
    <Drawer
      open
      title="Session Details"
      placement="right"
      size={drawerSize}
      classNames={{ body: 'audit-drawer' }}
      onClose={onClose}
      extra={
        <Flex gap="small" wrap>
          {way && <ViewButton to={way} />}
          <StrikeOut job={job} />
        </Flex>
      }
    >
      <Descriptions size="small" column={{ xs: 1, sm: 2 }} items={factsOf(of, job)} />
      <div className="audit-part-head">
        <h2>Audit</h2>
        <PrintAudit of={of} job={job} audit={audit.data} />
      </div>
      <DrawerTable
        label="Audit"
        list={{ ...audit, rows: audit.data }}
        columns={stintColumns(job.timeZone)}
        empty="No comments found!"
      />
      {of === 'jobs' && (
        // Hidden until the list above has its height, so that the timeline does not move later.
        <div hidden={audit.isPending}>
          <Timeline job={job} />
        </div>
      )}
    </Drawer>
  )
}
