import type { JobRow } from '@dictara/contract/jobs'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { JobOpeningActions, JobRowNote, Waiting } from '../jobs/index.ts'
import { HomeFailed } from './home-failed.tsx'
import { HomeJob } from './home-job.tsx'
import type { HomeJobs } from './use-home-jobs.ts'

interface HomeListProps {
  title: string
  /** What is shown of the lists, in their order. */
  jobs: readonly JobRow[]
  /** Where the jobs come from: what cannot be read is told in the place of it. */
  of: readonly HomeJobs[]
  /** Said where nothing is; without it the whole part is left out. */
  empty?: string
  /** The list that holds them all. */
  all?: { to: string; total: number | undefined }
  /** Which tab the jobs are opened from. */
  slug: string
  /** What stands below a job beside its comment. */
  below?: (job: JobRow) => ReactNode
  /** What is mostly done to a job here, beside opening it. */
  action?: (job: JobRow) => ReactNode
  /** All of them are at the stage that the title names: who dictated it stands in its place. */
  isOneStage?: boolean
}

/** A part of a home: jobs, each with what is to be done. */
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
