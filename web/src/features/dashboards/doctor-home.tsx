import { useNow } from '@dictara/browser/use-now'
import { dayIn } from '@dictara/browser/moments'
import type { JobRow } from '@dictara/contract/jobs'
import { paths } from '../../platform/paths.ts'
import { NextOnRoster, useNextVisit } from '../roster/index.ts'
import { useUser } from '../../platform/use-user.ts'
import { HomeLoading } from './home-loading.tsx'
import { HomeList } from './home-list.tsx'
import { JobTrackOfRow } from './job-track-of-row.tsx'
import { useHomeJobs } from './use-home-jobs.ts'

const shown = 20

/** The home of people who dictate: jobs that need them, jobs in progress, and jobs completed today. */
export function DoctorHome({ userId }: { userId: string }) {
  const now = useNow()
  const open = useHomeJobs('my-jobs', 'INPROGRESS', shown)
  const inReview = useHomeJobs('my-jobs', 'INREVIEW', shown)
  const incomplete = useHomeJobs('my-jobs', 'INCOMPLETE', shown)
  const complete = useHomeJobs('my-jobs', 'COMPLETE', shown)
  const needsAuthor = ({ status, heldBy }: JobRow) => status === 'IN_PROGRESS' && heldBy?.id === userId
  const next = useNextVisit(useUser())
  const unfinished = open.data?.jobs ?? []
  const returnedFirst = unfinished.filter(needsAuthor).toSorted((a, b) => Number(b.returned) - Number(a.returned))
  const isOfToday = ({ lastUpdatedTime, timeZone }: JobRow) => dayIn(lastUpdatedTime, timeZone) === dayIn(now, timeZone)
  const track = (job: JobRow) => <JobTrackOfRow job={job} now={now} />
  if ([open, inReview, incomplete, complete].some(({ isPending }) => isPending) || next.isPending)
    return <HomeLoading />
  return (
    <>
      <NextOnRoster visit={next.visit} />
      <HomeList
        title="Needs you"
        jobs={[...(incomplete.data?.jobs ?? []), ...returnedFirst]}
        of={[incomplete, open]}
        slug="in-progress"
        empty="You’re all caught up."
      />
      <HomeList
        title="On the way"
        jobs={[...(inReview.data?.jobs ?? []), ...unfinished.filter((job) => !needsAuthor(job))]}
        of={[inReview, open]}
        slug="in-review"
        empty="No notes in progress."
        below={track}
      />
      <HomeList
        title="Completed today"
        jobs={(complete.data?.jobs ?? []).filter(isOfToday)}
        of={[complete]}
        slug="completed"
        all={{ to: paths.myJobs('completed'), total: undefined }}
      />
    </>
  )
}
