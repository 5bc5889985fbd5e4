import type { Job } from '@dictara/contract/jobs'
import { ageText, useNow } from '../../jobs/index.ts'
import { lastUpdated } from '../reading/last-updated.ts'

const levels = { LEVEL_1: 'level 1', LEVEL_2: 'level 2' } as const

interface CommentByProps {
  comment: Pick<Job['comments'][number], 'userName' | 'level' | 'createdDate'>
  job: Job
}

/** Who said something, at which level, and how long ago; the moment itself stands behind it. */
export function CommentBy({ comment: { userName, level, createdDate }, job }: CommentByProps) {
  const now = useNow()
  return (
    <p className="comment-by">
      <strong>{userName}</strong> {level && `· ${levels[level]}`} ·{' '}
      <time dateTime={createdDate} title={lastUpdated(createdDate, job.timeZone)}>
        {ageText(now - Date.parse(createdDate))} ago
      </time>
    </p>
  )
}
