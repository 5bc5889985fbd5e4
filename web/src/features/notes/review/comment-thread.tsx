import type { Job } from '@dictara/contract/jobs'
import { CommentBy } from './comment-by.tsx'

/** All comments of the job, newest first (Q190). */
export function CommentThread({ job }: { job: Job }) {
  if (job.comments.length === 0) return <p>No comments.</p>
  return (
    <ol className="comment-thread">
      {job.comments.map((comment) => (
        <li key={`${comment.createdDate}${comment.comment}`}>
          <CommentBy comment={comment} job={job} />
          <p className="comment-text">{comment.comment}</p>
        </li>
      ))}
    </ol>
  )
}
