import { StagePill } from '@dictara/browser/stage-pill'
import type { SentJob } from './sent-jobs.ts'

interface SentStackProps {
  sent: readonly SentJob[]
  onOpen(job: SentJob): void
}

const isUnread = ({ status }: SentJob) => status === 'RECEIVED' || status === 'CONVERTING' || status === 'INCOMPLETE'

/** The last sent dictations, above the next one: each with its number, patient and status. */
export function SentStack({ sent, onOpen }: SentStackProps) {
  if (sent.length === 0) return null
  return (
    <ul className="sent" aria-label="Recently sent">
      {sent.map((job) => (
        <li key={job.jobId}>
          <span className="sent-number">{job.jobNumber}</span>
          <span className="sent-patient">{job.patientName}</span>
          <StagePill job={job} />
          {isUnread(job) ? (
            <span className="sent-reason">{job.status === 'INCOMPLETE' ? job.reason : null}</span>
          ) : (
            <button
              type="button"
              className="button button-quiet"
              aria-label={`Open note of job ${job.jobNumber}`}
              onClick={() => onOpen(job)}
            >
              Open note
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
