import { useNow } from '@dictara/browser/use-now'
import { agoText, momentIn } from '@dictara/browser/moments'
import type { Job } from '@dictara/contract/jobs'

const levels = { LEVEL_1: 'level 1', LEVEL_2: 'level 2' } as const

interface CommentByProps {
  comment: Pick<Job['comments'][number], 'userName' | 'level' | 'createdDate'>
  job: Job
}

/** Who wrote a comment, at which level, and how long ago; the exact time is in the tooltip. */
export function CommentBy({ comment: { userName, level, createdDate }, job }: CommentByProps) {
  const now = useNow()
  return (
    <p className="comment-by">
      <strong>{userName}</strong> {level && `· ${levels[level]}`} ·{' '}
      <time dateTime={createdDate} title={momentIn(createdDate, job.timeZone)}>
        {agoText(now - Date.parse(createdDate))}
      </time>
    </p>
  )
}
