import type { DashboardCounts } from '@dictara/contract/dashboards'
import type { StoredUser } from '@dictara/contract/identity'
import { useQueryClient } from '@tanstack/react-query'
import { isManager } from '@dictara/contract/roles'
import { lazy, Suspense } from 'react'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { Failed } from '../../ui/failed.tsx'
import { Page } from '../../ui/page.tsx'
import { GettingStarted, useIsNewClinic } from '../getting-started/index.ts'
import { CreateDictation, mayDictate } from '../handoff/index.ts'
import { UnsentNotice } from '../outbox/index.ts'
import { CountTile } from './count-tile.tsx'
import { hasJobBoard, useJobBoard } from './job-board.ts'
import { ClinicHome } from './clinic-home.tsx'
import { FailureTold } from './home-failed.tsx'
import { DoctorHome } from './doctor-home.tsx'
import { HomeFoot } from './home-foot.tsx'
import { HomeLoading } from './home-loading.tsx'
import { StatCards } from './stat-cards.tsx'
import { useDashboard } from './use-dashboard.ts'
import { poolStageOf, WorkHome } from './work-home.tsx'
import './home.css'

interface Tile {
  label: string
  count: keyof DashboardCounts
  to: string
}

const tile = (label: string, count: keyof DashboardCounts, to: string): Tile => ({ label, count, to })

const doctorTiles = [
  tile('My Jobs', 'myJobs', paths.myJobs('in-progress')),
  tile('In Progress', 'inProgressJobs', paths.myJobs('in-progress')),
  tile('In Review', 'inReviewJobs', paths.myJobs('in-review')),
  tile('Completed', 'completedJobs', paths.myJobs('completed')),
  tile('Incomplete', 'inCompleteJobs', paths.myJobs('incomplete')),
]

/** The tiles of each kind of person, and the lists that they lead to (DASH-13, DASH-15, Q033). */
export function tilesOf({ userType, scopes }: Pick<StoredUser, 'userType' | 'scopes'>): readonly Tile[] {
  if (userType === 'transcriptionist')
    return [
      tile('Available', 'availableJobs', paths.jobsFlat('available')),
      tile('In Progress', 'inProgressJobs', paths.jobsFlat('in-progress')),
      tile('Rejected', 'rejectedJobs', paths.jobsFlat('rejected')),
    ]
  const ready = tile('Ready', 'readyJobs', paths.jobsToReview('ready'))
  if (userType === 'reviewer') return [ready, tile('In Progress', 'inProgressJobs', paths.jobsToReview('in-progress'))]
  return scopes.includes('ROLE_REVIEWER') ? [...doctorTiles, ready] : doctorTiles
}

const OperatorHome = lazy(() => import('./operator-home.tsx').then((m) => ({ default: m.OperatorHome })))

/**
 * Greets the person, shows an overview of the clinic to those who run it, counts that lead to the lists, and the work
 * (DASH-01, DASH-02, DASH-13).
 */
function WorkingHome({ user }: { user: StoredUser }) {
  const counts = useDashboard(user)
  const board = useJobBoard(user)
  const client = useQueryClient()
  const poolStage = poolStageOf(user)
  const isNew = useIsNewClinic(user)
  const isFailed = counts.isError || board.isError
  /** Retries every other failed query of the page too, because one message stands for all of them. */
  const retry = () => client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  return (
    <Page
      title={`Hello ${user.firstName} ${user.lastName}`}
      tabTitle="Dashboard"
      actions={
        <>
          {/* In the line of the heading: nothing that somebody reads already moves for it. */}
          <div className="home-told">
            <Failed
              of={{ isError: isFailed, error: null, isFetching: counts.isFetching || board.isFetching, refetch: retry }}
              title="The counts couldn’t be loaded."
            />
          </div>
          {mayDictate(user) && <CreateDictation />}
        </>
      }
    >
      {mayDictate(user) && (
        <Suspense>
          <UnsentNotice userId={user.id} isFailureTold={counts.isPending || isFailed} />
        </Suspense>
      )}
      {isManager(user) && <GettingStarted user={user} />}
      {isManager(user) && !isNew && (
        <StatCards counts={counts.data} hidesReviewers={user.transcriptionFlow === 'TRANSCRIPTION_ONLY'} />
      )}
      {!isManager(user) && (
        <section aria-label="My lists" className="home-strip">
          {tilesOf(user).map(({ label, count, to }) => (
            <CountTile key={label} label={label} to={to} value={counts.data && Number(counts.data[count])} />
          ))}
          {hasJobBoard(user) && <CountTile label="Job Board" to={paths.jobsToReview('ready')} value={board.data} />}
        </section>
      )}
      {/* Until it is known whether the page has to say it, no part of it does. */}
      <FailureTold value={isFailed || counts.isPending}>
        {isManager(user) && !isNew && <ClinicHome />}
        {user.userType === 'doctor' && <DoctorHome userId={user.id} />}
        {poolStage && <WorkHome stage={poolStage} />}
        <HomeFoot userId={user.id} hasRecent={user.userType !== 'doctor'} />
      </FailureTold>
    </Page>
  )
}

/** The first page after sign-in. People with the superAdmin flag have another home (AUTH-02, SHELL-03). */
export function DashboardPage() {
  const user = useUser()
  if (!user) return null
  if (!user.superAdmin) return <WorkingHome user={user} />
  return (
    <Suspense fallback={<HomeLoading />}>
      <OperatorHome user={user} />
    </Suspense>
  )
}
