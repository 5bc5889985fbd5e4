import { useNow } from '@dictara/browser/use-now'
import { momentIn } from '@dictara/browser/moments'
import type { JobRow } from '@dictara/contract/jobs'
import { Cut } from '../../ui/cut.tsx'
import '../../ui/list-table.css'
import './job-table.css'
import { patientFacts, waitingOf } from './job-waiting.ts'

/** The patient's name, with details that tell apart patients of the same name. */
export function Patient({ job }: { job: Pick<JobRow, 'patientName' | 'gender' | 'dob' | 'medicalRecordNumber'> }) {
  const now = useNow()
  return (
    <>
      <span className="list-first job-patient">
        <Cut text={job.patientName} />
      </span>
      <span className="list-second">{patientFacts(job, now)}</span>
    </>
  )
}

/** Marks a job with priority STAT (Q200). */
export const Stat = ({ job }: { job: JobRow }) => (job.priority === 'STAT' ? <b className="job-stat">STAT</b> : null)

/** The job's number and its STAT mark. */
export const JobNumber = ({ job }: { job: JobRow }) => (
  <>
    {job.jobNumber}
    {job.priority === 'STAT' && ' '}
    <Stat job={job} />
  </>
)

/** The time until the job is due or since it was due; nothing once nobody waits for the job. */
export function DueTime({ job }: { job: JobRow }) {
  const now = useNow()
  const waiting = waitingOf(job, now)
  if (!waiting) return null
  return (
    <time
      className={`job-left job-waiting-${waiting.urgency}`}
      dateTime={job.dueAt}
      title={`Due ${momentIn(job.dueAt, job.timeZone)}`}
    >
      {waiting.left}
    </time>
  )
}

/** How long the job has waited in its stage. Amber and red repeat what the words say. */
export function Waiting({ job }: { job: JobRow }) {
  const now = useNow()
  const waiting = waitingOf(job, now)
  if (!waiting) return '–'
  const exact = `since ${momentIn(job.waitingSince, job.timeZone)}, due ${momentIn(job.dueAt, job.timeZone)}`
  return (
    <span className={`job-waiting-${waiting.urgency}`} title={`Waiting ${exact}`}>
      <span className="job-age">{waiting.age}</span>
      {waiting.due && ' · '}
      {waiting.due && <span className="job-due">{waiting.due}</span>}
      <span className="list-aside"> {exact}</span>
    </span>
  )
}

const isOnItsWay: Partial<Record<JobRow['status'], true>> = { RECEIVED: true, CONVERTING: true, WRITING: true }
const isWaited: Partial<Record<JobRow['status'], true>> = { AVAILABLE: true, READY: true, INCOMPLETE: true }

/** Who holds the job, and since when (Q186). */
export function With({ job: { heldBy, heldSince, status, timeZone } }: { job: JobRow }) {
  if (!heldBy) return isWaited[status] ? <span className="job-quiet">Unassigned</span> : isOnItsWay[status] ? '' : '–'
  const since = heldSince && `since ${momentIn(heldSince, timeZone)}`
  return (
    <span className="job-with" title={[heldBy.fullName, since].filter(Boolean).join(', ')}>
      {heldBy.fullName}
      {since && <span className="list-aside"> {since}</span>}
    </span>
  )
}
