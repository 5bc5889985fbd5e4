import { useNow } from '@dictara/browser/use-now'
import { agoText } from '@dictara/browser/moments'
import type { JobRow } from '@dictara/contract/jobs'
import { Link } from 'react-router'
import { useUser } from '../../platform/use-user.ts'
import { editorOf } from '../jobs/index.ts'
import { HomeJob } from './home-job.tsx'

/** The jobs that the person worked on last, at whatever stage they are now. */
export function RecentJobs({ jobs }: { jobs: readonly JobRow[] }) {
  const user = useUser()
  const now = useNow()
  if (!user || jobs.length === 0) return null
  return (
    <section aria-label="Last worked on" className="home-section">
      <h2>Last worked on</h2>
      <ul className="home-jobs">
        {jobs.map((job) => (
          <HomeJob
            key={job.jobId}
            job={job}
            waiting={<span className="home-quiet">changed {agoText(now - Date.parse(job.lastUpdatedTime))}</span>}
            action={
              (job.allowedActions.includes('view') || job.allowedActions.includes('resume')) && (
                <Link
                  className="row-link row-open"
                  to={editorOf(user, job.jobId, 'in-review')}
                  aria-label={`Reopen, job ${job.jobNumber}`}
                >
                  Reopen
                </Link>
              )
            }
          />
        ))}
      </ul>
    </section>
  )
}
