import { shownDay } from '@dictara/browser/moments'
import type { BillerJob } from '@dictara/contract/biller-review'
import { useEffect, useRef } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useBillings } from './billing.ts'
import type { BillerJobs } from './use-biller-jobs.ts'

interface RowProps {
  job: BillerJob
  isShown: boolean
  willBeBilled: boolean
  onOpen: () => void
}

function Row({ job, isShown, willBeBilled, onOpen }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <li ref={row}>
      <button type="button" className="to-bill-job" aria-current={isShown ? 'true' : undefined} onClick={onOpen}>
        <span className="to-bill-patient">{job.patientName}</span>
        <span>{job.jobNumber}</span>
        <span className="to-bill-author">{job.author}</span>
        <span>{willBeBilled ? 'Will be billed' : job.effectiveDate ? shownDay(job.effectiveDate) : '–'}</span>
      </button>
    </li>
  )
}

interface ToBillListProps {
  jobs: BillerJobs
  jobId: string
  /** The page already shows that the server could not be reached, so this list does not repeat it. */
  isFailureTold: boolean
  onOpen: (job: BillerJob) => void
}

/** The list beside the note: the jobs to bill, with the current one marked. */
export function ToBillList({ jobs, jobId, isFailureTold, onOpen }: ToBillListProps) {
  const billings = useBillings()
  const willBeBilled = (id: string) =>
    billings.some((one) => one.jobId === id && (one.state === 'waits' || one.state === 'sending'))
  return (
    <nav aria-label="Unbilled" className="to-bill">
      {!isFailureTold && <Failed of={jobs} title="The jobs couldn’t be loaded." />}
      <ol>
        {jobs.isPending
          ? Array.from({ length: jobs.size }, (_, n) => (
              <li key={n} className="to-bill-job" aria-hidden>
                <span className="to-come">&nbsp;</span>
                <span className="to-come">&nbsp;</span>
              </li>
            ))
          : jobs.rows.map((job) => (
              <Row
                key={job.jobId}
                job={job}
                isShown={job.jobId === jobId}
                willBeBilled={willBeBilled(job.jobId)}
                onOpen={() => onOpen(job)}
              />
            ))}
      </ol>
      {jobs.total === 0 && <p className="to-bill-none">No unbilled jobs.</p>}
      {(jobs.total ?? 0) > jobs.rows.length && (
        <Pager page={jobs.page} size={jobs.size} total={jobs.total} isMore={jobs.isMore} onPage={jobs.onPage} />
      )}
    </nav>
  )
}
