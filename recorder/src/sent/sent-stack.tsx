import { StagePill } from '@dictara/browser/stage-pill'
import type { SentJob } from './sent-jobs.ts'
import type { Said } from './use-sent.ts'

interface SentStackProps {
  sent: readonly SentJob[]
  said: Said | undefined
  onOpen(job: SentJob): void
}

const isUnread = ({ status }: SentJob) => status === 'RECEIVED' || status === 'CONVERTING' || status === 'INCOMPLETE'

/** What was sent last, above the next dictation: its number, its patient, and how far it is by now. */
export function SentStack({ sent, said, onOpen }: SentStackProps) {
  return (
    <>
      <output className={said ? 'sent-said' : 'visually-hidden'}>
        {said ? (
          <>
            <strong>{said.job}</strong> <span className="sent-reason">{said.patient}</span>
          </>
        ) : null}
      </output>
      {sent.length > 0 ? (
        <ul className="sent" aria-label="Sent lately">
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
      ) : null}
    </>
  )
}
