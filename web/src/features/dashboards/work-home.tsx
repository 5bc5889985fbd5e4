import type { StoredUser } from '@dictara/contract/identity'
import type { JobStage } from '@dictara/contract/jobs'
import { paths } from '../../platform/paths.ts'
import { HomeLoading } from './home-loading.tsx'
import { HomeList } from './home-list.tsx'
import { NextUp } from './next-up.tsx'
import { useHomeJobs, useNextUp } from './use-home-jobs.ts'

const held = 20
const pooled = 8

/** The pool out of which a person works; null where they have none. */
export const poolStageOf = ({ userType, scopes }: Pick<StoredUser, 'userType' | 'scopes'>): JobStage | null => {
  if (userType === 'transcriptionist') return 'TRANSCRIPTION'
  return (userType === 'reviewer' || userType === 'doctor') && scopes.includes('ROLE_REVIEWER') ? 'REVIEW' : null
}

/** The home of who works a pool: the next job, what came back, what is in hand, what waits. */
export function WorkHome({ stage }: { stage: JobStage }) {
  const isTyping = stage === 'TRANSCRIPTION'
  const group = isTyping ? 'my-jobs' : 'jobs-to-review'
  const inHand = useHomeJobs(group, 'INPROGRESS', held)
  const pool = useHomeJobs(group, isTyping ? 'AVAILABLE' : 'READY', pooled)
  const mine = inHand.data?.jobs ?? []
  const poolPath = isTyping ? paths.jobsFlat('available') : paths.jobsToReview('ready')
  const next = useNextUp(stage)
  if ([inHand, pool, next].some(({ isPending }) => isPending)) return <HomeLoading />
  return (
    <>
      <NextUp stage={stage} next={next} />
      <HomeList title="Returned to you" jobs={mine.filter((job) => job.returned)} of={[]} slug="in-progress" />
      <HomeList
        title="In hand"
        jobs={mine.filter((job) => !job.returned)}
        of={[inHand]}
        slug="in-progress"
        all={{
          to: isTyping ? paths.jobsFlat('in-progress') : paths.jobsToReview('in-progress'),
          total: inHand.data && Math.max(inHand.data.total, mine.length) - mine.filter((job) => job.returned).length,
        }}
      />
      <HomeList
        title={isTyping ? 'To type' : 'To review'}
        jobs={pool.data?.jobs ?? []}
        of={[pool]}
        slug={isTyping ? 'available' : 'ready'}
        empty={isTyping ? 'Nothing waits to be typed.' : 'Nothing waits to be reviewed.'}
        all={{ to: poolPath, total: pool.data?.total }}
      />
    </>
  )
}
