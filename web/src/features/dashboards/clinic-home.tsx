import { useNow } from '@dictara/browser/use-now'
import { ageText } from '@dictara/browser/moments'
import { call } from '@dictara/browser/call'
import { dashboardCalls, restsAfterHours, stuckAfterHours } from '@dictara/contract/dashboards'
import type { JobRow } from '@dictara/contract/jobs'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { jobQueries } from '../../platform/query-client.ts'
import { cut } from '../../ui/cut.tsx'
import { Failed } from '../../ui/failed.tsx'
import { AssignButton } from '../jobs/index.ts'
import { PeopleAtWork, Systems } from './at-work.tsx'
import { FailureTold } from './home-failed.tsx'
import { HomeList } from './home-list.tsx'
import { HomeLoading } from './home-loading.tsx'
import { DaysPart } from './days-part.tsx'
import { PipelineStrip } from './pipeline-strip.tsx'
import { QueueByAge } from './queue-by-age.tsx'
import { TodayFigures } from './today-figures.tsx'

const shown = 8
const stuckAfterMs = stuckAfterHours * 3_600_000
const restsAfterMs = restsAfterHours * 3_600_000

/** How often to fetch again: waiting jobs become old, late or stuck without any event. */
const everyMs = 60_000

const usePipeline = () =>
  useQuery({
    queryKey: [...jobQueries, 'pipeline'],
    queryFn: async ({ signal }) => (await call(dashboardCalls.getPipeline, {}, { signal, handler: 'page' })).result[0]!,
    refetchInterval: everyMs,
  })

const useStuckJobs = () =>
  useQuery({
    queryKey: [...jobQueries, 'stuck'],
    queryFn: async ({ signal }) => {
      const { result, size } = await call(
        dashboardCalls.listStuckJobs,
        { query: { size: shown } },
        { signal, handler: 'page' },
      )
      return { jobs: result, total: size ?? result.length }
    },
    refetchInterval: everyMs,
  })

const useAtWork = () =>
  useQuery({
    queryKey: [...jobQueries, 'at-work'],
    queryFn: async ({ signal }) => (await call(dashboardCalls.getAtWork, {}, { signal, handler: 'page' })).result[0]!,
    refetchInterval: everyMs,
  })

/**
 * How long somebody has held the job, if that is so long that somebody should ask them; or how long the job has had no
 * holder.
 */
function HeldFor({ job: { heldBy, heldSince, waitingSince }, now }: { job: JobRow; now: number }) {
  const held = heldSince ? now - Date.parse(heldSince) : 0
  const rest = now - Date.parse(waitingSince)
  if (!heldBy) return rest >= restsAfterMs ? <p className="home-quiet">No movement for {ageText(rest)}</p> : null
  return (
    <p className="home-quiet">
      With {cut(heldBy.fullName, 30)}
      {held >= stuckAfterMs && ` for ${ageText(held)}`}
    </p>
  )
}

/** The home of people who run a clinic: the jobs at each stage, stuck jobs, and the figures of the last days. */
export function ClinicHome() {
  const now = useNow()
  const pipeline = usePipeline()
  const stuck = useStuckJobs()
  const atWork = useAtWork()
  const isTold = use(FailureTold)
  const total = stuck.data?.total ?? 0
  const parts = [pipeline, stuck, atWork]
  const failed = parts.filter(({ isError }) => isError)
  if (parts.some(({ isPending }) => isPending)) return <HomeLoading />
  return (
    <FailureTold value={isTold || failed.length > 0}>
      {!isTold && (
        <Failed
          of={{
            isError: failed.length > 0,
            error: null,
            isFetching: failed.some(({ isFetching }) => isFetching),
            refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
          }}
          title="The clinic’s work couldn’t be loaded."
        />
      )}
      <PipelineStrip pipeline={pipeline.data} now={now} />
      <div className="home-columns">
        <div className="home-stuck">
          <HomeList
            title="Stuck"
            jobs={stuck.data?.jobs ?? []}
            of={[stuck]}
            slug="in-progress"
            empty={`Nothing is late, failed, with one person for more than ${stuckAfterHours} hours, or without movement for a day.`}
            below={(job) => <HeldFor job={job} now={now} />}
            action={(job) => <AssignButton job={job} />}
          />
          {total > shown && <p className="home-quiet">And {total - shown} more, less urgent.</p>}
        </div>
        <div>
          <TodayFigures pipeline={pipeline.data} />
          <QueueByAge pipeline={pipeline.data} />
        </div>
      </div>
      <div className="home-columns is-whole">
        <DaysPart days={pipeline.data?.days} />
      </div>
      <div className="home-columns home-halves">
        <PeopleAtWork atWork={atWork.data} now={now} />
        <Systems atWork={atWork.data} now={now} />
      </div>
    </FailureTold>
  )
}
