import { Alert } from 'antd'
import { CommentDialog } from './comment-dialog.tsx'
import type { Commenting } from './use-commenting.ts'

/** Asks for a comment on the selected words. */
export function CommentOnPlace({ commenting: { begun, isUnanswered, add, end } }: { commenting: Commenting }) {
  if (!begun) return null
  return (
    <CommentDialog title="Comment in the text" okText="Comment" onSend={add} onClose={end}>
      {isUnanswered && (
        <Alert
          type="warning"
          title="The server does not answer."
          description="Your comment is still here. Send it again when the network is back."
        />
      )}
      <blockquote className="comment-quote">{begun.place.quote}</blockquote>
    </CommentDialog>
  )
}
