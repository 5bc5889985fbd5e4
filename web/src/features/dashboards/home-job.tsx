import type { JobRow } from '@dictara/contract/jobs'
import type { ReactNode } from 'react'
import { StagePill } from '@dictara/browser/stage-pill'
import { JobNumber, Patient } from '../jobs/index.ts'

interface HomeJobProps {
  job: JobRow
  waiting: ReactNode
  action: ReactNode
  below?: ReactNode
  /** Shown instead of the stage in lists whose jobs are all at the same stage. */
  lead?: ReactNode
}

/** A job, in the form that all parts of a home use. */
export function HomeJob({ job, waiting, action, below, lead }: HomeJobProps) {
  return (
    <li className="home-job">
      {lead ?? <StagePill job={job} />}
      <div className="home-job-patient">
        <Patient job={job} />
      </div>
      <div className="home-job-kind">
        <JobNumber job={job} />
        <span className="list-second">{job.workType}</span>
      </div>
      <div className="home-job-waiting">{waiting}</div>
      <div className="home-job-action">{action}</div>
      {below && <div className="home-job-below">{below}</div>}
    </li>
  )
}
