import { auditCalls, type AuditedJob, type TimelineEntry } from '@dictara/contract/audit'
import { Checkbox } from 'antd'
import { useState } from 'react'
import type { RecordColumn } from '../../ui/record-table.tsx'
import { userTypeWords } from '@dictara/contract/user-type-words'
import { DrawerTable } from './drawer-table.tsx'
import { eventWords } from '@dictara/contract/audit-words'
import { Moment } from './moment.tsx'
import { useDrawerList } from './use-drawer-list.ts'

/**
 * Who caused the event. The event of a new recording names nobody and belongs to the author. All other events without a
 * name are Dictara's own.
 */
function nameOf({ event, userName, userType }: TimelineEntry, author: string): string {
  if (userName && userType) return `${userName}, ${userTypeWords[userType]}`
  return event === 'job.received' ? author : 'Dictara'
}

const columns = ({ timeZone, author }: AuditedJob): RecordColumn<TimelineEntry>[] => [
  { title: 'Time', render: ({ at }) => <Moment at={at} timeZone={timeZone} /> },
  {
    title: 'What happened',
    render: (entry) => (
      <span className="audit-words">
        <span>{eventWords(entry)}</span>
        {entry.comment &&
          (entry.userName ? <q className="audit-comment">{entry.comment}</q> : <span>{entry.comment}</span>)}
      </span>
    ),
  },
  {
    title: 'User Name',
    render: (entry) => nameOf(entry, author),
  },
]

/** Everything that happened to a job, from the recording to the bill, and on demand who read it. */
export function Timeline({ job }: { job: AuditedJob }) {
  const [reads, setReads] = useState(false)
  const list = useDrawerList(auditCalls.listTimeline, { params: { jobId: job.jobId }, query: { reads: String(reads) } })
  return (
    <>
      <div className="audit-part-head">
        <h2>Timeline</h2>
        <Checkbox checked={reads} onChange={(event) => setReads(event.target.checked)}>
          Show who read it
        </Checkbox>
      </div>
      <DrawerTable label="Timeline" list={list} columns={columns(job)} empty="Nothing is recorded yet." />
    </>
  )
}
