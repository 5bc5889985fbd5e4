import type { StoredUser } from '@dictara/contract/identity'
import type { JobStage } from '@dictara/contract/jobs'
import { paths } from '../../platform/paths.ts'
import { HomeLoading } from './home-loading.tsx'
import { HomeList } from './home-list.tsx'
import { NextUp } from './next-up.tsx'
import { useHomeJobs, useNextUp } from './use-home-jobs.ts'

const mostHeld = 20
const pooled = 8

/** The pool from which a person works, or null if they have none. */
export const poolStageOf = ({ userType, scopes }: Pick<StoredUser, 'userType' | 'scopes'>): JobStage | null => {
  if (userType === 'transcriptionist') return 'TRANSCRIPTION'
  return (userType === 'reviewer' || userType === 'doctor') && scopes.includes('ROLE_REVIEWER') ? 'REVIEW' : null
}

/** The home of people who work from a pool: the next job, returned jobs, jobs in hand, and waiting jobs. */
export function WorkHome({ stage }: { stage: JobStage }) {
  const isTyping = stage === 'TRANSCRIPTION'
  const group = isTyping ? 'my-jobs' : 'jobs-to-review'
  const inHand = useHomeJobs(group, 'INPROGRESS', mostHeld)
  const pool = useHomeJobs(group, isTyping ? 'AVAILABLE' : 'READY', pooled)
  const held = inHand.data?.jobs ?? []
  const poolPath = isTyping ? paths.jobsFlat('available') : paths.jobsToReview('ready')
  const next = useNextUp(stage)
  // Do not repeat the job that is shown above as the next one.
  const mine = held.filter(({ jobId }) => jobId !== next.data?.jobId)
  const returned = mine.filter((job) => job.returned)
  const others = mine.filter((job) => !job.returned)
  if ([inHand, pool, next].some(({ isPending }) => isPending)) return <HomeLoading />
  return (
    <>
      <NextUp stage={stage} next={next} />
      <HomeList title="Returned to you" jobs={returned} of={[]} slug="in-progress" />
      <HomeList
        title="In hand"
        jobs={others}
        of={[inHand]}
        slug="in-progress"
        all={{
          to: isTyping ? paths.jobsFlat('in-progress') : paths.jobsToReview('in-progress'),
          total: inHand.data && Math.max(inHand.data.total, held.length) - (held.length - others.length),
        }}
      />
      <HomeList
        title={isTyping ? 'To type' : 'To review'}
        isOneStage={isTyping}
        jobs={pool.data?.jobs ?? []}
        of={[pool]}
        slug={isTyping ? 'available' : 'ready'}
        empty={isTyping ? 'No jobs to type.' : 'No jobs to review.'}
        all={{ to: poolPath, total: pool.data?.total }}
      />
    </>
  )
}
