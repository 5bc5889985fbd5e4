import type { Job } from '@dictara/contract/jobs'
import { lastUpdated } from './last-updated.ts'

const levels = { LEVEL_1: 'level 1', LEVEL_2: 'level 2' } as const

/** All comments of the job, the newest first (Q190). */
export function CommentThread({ job }: { job: Job }) {
  if (job.comments.length === 0) return <p>No comments.</p>
  return (
    <ol className="comment-thread">
      {job.comments.map(({ comment, userName, level, createdDate }) => (
        <li key={`${createdDate}${comment}`}>
          <p className="comment-by">
            <strong>{userName}</strong> {level && `· ${levels[level]}`} · {lastUpdated(createdDate, job.timeZone)}
          </p>
          <p className="comment-text">{comment}</p>
        </li>
      ))}
    </ol>
  )
}
