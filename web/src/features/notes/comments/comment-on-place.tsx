import { CommentDialog } from '../about-the-job/comment-dialog.tsx'
import type { Commenting } from './use-commenting.ts'

/** Asks what there is to be said of the words that were selected. */
export function CommentOnPlace({ commenting: { begun, add, end } }: { commenting: Commenting }) {
  if (!begun) return null
  return (
    <CommentDialog title="Comment in the text" okText="Comment" onSend={add} onClose={end}>
      <blockquote className="comment-quote">{begun.place.quote}</blockquote>
    </CommentDialog>
  )
}
