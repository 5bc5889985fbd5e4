import type { JobRow } from '@dictara/contract/jobs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { JobOpeningActions, JobRowNote, Waiting } from '../jobs/index.ts'
import { HomeFailed } from './home-failed.tsx'
import { HomeJob } from './home-job.tsx'
import type { HomeJobs } from './use-home-jobs.ts'

interface HomeListProps {
  title: string
  /** The jobs to show, in this order. */
  jobs: readonly JobRow[]
  /** The lists that the jobs come from. If one could not be loaded, the message is shown in place of the jobs. */
  of: readonly HomeJobs[]
  /** The text for an empty part. If absent, an empty part is left out. */
  empty?: string
  /** The list that contains all of these jobs. */
  all?: { to: string; total: number | undefined }
  /** The tab from which the jobs are opened. */
  slug: string
  /** Content below a job, besides its comment. */
  below?: (job: JobRow) => ReactNode
  /** The most frequent action on a job here, besides opening it. */
  action?: (job: JobRow) => ReactNode
  /** All jobs are at the stage that the title names, so their author is shown instead of the stage. */
  isOneStage?: boolean
}

/** A part of a home: a list of jobs with their actions. */
export function HomeList({ title, jobs, of, empty, all, slug, below, action, isOneStage }: HomeListProps) {
  const failed = of.find(({ isError }) => isError)
  const isPending = of.some((list) => list.isPending)
  if (!failed && jobs.length === 0 && (isPending || !empty)) return null
  return (
    <section aria-label={title} className="home-section">
      <h2>{title}</h2>
      {failed && <HomeFailed of={failed} title="These jobs couldn’t be loaded." />}
      {failed && <p className="home-quiet">–</p>}
      {!failed && jobs.length === 0 && <p className="home-quiet">{empty}</p>}
      <ul className="home-jobs">
        {jobs.map((job) => (
          <HomeJob
            key={job.jobId}
            job={job}
            lead={isOneStage ? <span className="home-job-author">{job.author}</span> : undefined}
            waiting={<Waiting job={job} />}
            action={
              <>
                {action?.(job)}
                <JobOpeningActions job={job} slug={slug} />
              </>
            }
            below={
              <>
                <JobRowNote job={job} />
                {below?.(job)}
              </>
            }
          />
        ))}
      </ul>
      {all && (all.total ?? 0) > jobs.length && (
        <p>
          <Link to={all.to}>
            All {all.total} of {title}
          </Link>
        </p>
      )}
    </section>
  )
}
