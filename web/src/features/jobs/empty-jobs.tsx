import type { StoredUser } from '@dictara/contract/identity'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import type { Group } from './job-tabs.ts'
import { useJobCounts } from './use-job-list.ts'
import { didToday, useToday } from './use-today.ts'

const addressOf = (group: Group, slug: string) => (group === 'my-jobs' ? paths.myJobs(slug) : paths.jobsToReview(slug))

interface EmptyJobsProps {
  user: StoredUser
  group: Group
  slug: string
  search: string
  /** Clears the filters of the list; absent when it has none. */
  onWiden?: (() => void) | undefined
}

/** The message of an empty list: what it means, and one thing to do. */
export function EmptyJobs({ user, group, slug, search, onWiden }: EmptyJobsProps) {
  if (search)
    return (
      <Said
        words={`No jobs here for “${search}”.${slug === 'all' ? '' : ' The tab All searches every state.'}`}
        way={
          slug !== 'all' && (
            <Link to={`${addressOf(group, 'all')}?${new URLSearchParams({ search })}`}>Search every state</Link>
          )
        }
      />
    )
  if (onWiden)
    return (
      <Said
        words="No jobs here."
        more="What the list is narrowed to leaves others out."
        way={<Button onClick={onWiden}>Show all of this list</Button>}
      />
    )
  if (slug === 'available' || slug === 'ready') return <EmptyPool user={user} group={group} slug={slug} />
  return <Said words="No jobs here." />
}

const Said = ({ words, more, way }: { words: string; more?: ReactNode; way?: ReactNode }) => (
  <div className="empty-jobs">
    <p>{words}</p>
    {more && <p className="empty-jobs-more">{more}</p>}
    {way}
  </div>
)

const poolWords = ({ userType }: StoredUser, slug: string) => {
  if (userType === 'transcriptionist') return 'All typed.'
  if (userType === 'reviewer') return 'All reviewed.'
  return slug === 'available' ? 'No jobs to type or review.' : 'No jobs to review.'
}

/** Every job is taken: shows what the person did today and where to continue. A new job appears here automatically. */
function EmptyPool({ user, group, slug }: Pick<EmptyJobsProps, 'user' | 'group' | 'slug'>) {
  const { data: today } = useToday()
  const inHand = useJobCounts(group).data?.inProgressJobs ?? 0
  const did = didToday(today)
  return (
    <Said
      words={poolWords(user, slug)}
      more={`${did && `You did ${did}. `}A new one shows up here by itself.`}
      way={
        inHand > 0 ? (
          <Link to={addressOf(group, 'in-progress')}>
            Go on with {inHand === 1 ? 'the one' : `the ${inHand}`} in progress
          </Link>
        ) : (
          <Link to={addressOf(group, 'completed')}>See what is completed</Link>
        )
      }
    />
  )
}
