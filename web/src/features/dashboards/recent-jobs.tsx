import type { JobRow } from '@dictara/contract/jobs'
import { Link } from 'react-router'
import { useUser } from '../../platform/use-user.ts'
import { StagePill } from '../../ui/stage-pill.tsx'
import { agoText, editorOf, JobNumber, Patient, useNow } from '../jobs/index.ts'

/** What the person worked on last, wherever it stands by now: a way back to it. */
export function RecentJobs({ jobs }: { jobs: readonly JobRow[] }) {
  const user = useUser()
  const now = useNow()
  if (!user || jobs.length === 0) return null
  return (
    <section aria-label="Last worked on" className="home-section">
      <h2>Last worked on</h2>
      <ul className="home-jobs">
        {jobs.map((job) => (
          <li key={job.jobId} className="home-job">
            <StagePill job={job} />
            <div className="home-job-patient">
              <Patient job={job} />
            </div>
            <div className="home-job-kind">
              <JobNumber job={job} />
              <span className="list-second">{job.workType}</span>
            </div>
            <div className="home-job-waiting home-quiet">changed {agoText(now - Date.parse(job.lastUpdatedTime))}</div>
            <div className="home-job-action">
              {(job.allowedActions.includes('view') || job.allowedActions.includes('resume')) && (
                <Link
                  className="row-link row-open"
                  to={editorOf(user, job.jobId, 'in-review')}
                  aria-label={`Back to it, job ${job.jobNumber}`}
                >
                  Back to it
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
