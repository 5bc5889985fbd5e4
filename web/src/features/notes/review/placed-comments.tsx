import { clock } from '@dictara/browser/clock'
import type { Job } from '@dictara/contract/jobs'
import type { NoteComment } from '@dictara/contract/notes'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { FoundComment } from '../../../editor/review/note-comments.ts'
import { Failed } from '../../../ui/failed.tsx'
import { CommentBy } from './comment-by.tsx'
import { shortened } from './gathered.ts'
import type { Commenting } from './use-commenting.ts'
import './placed-comments.css'

/** What happened to the words, if they have changed. */
function stateWords({ state, words }: FoundComment): string | undefined {
  if (state === 'gone') return 'These words are not in the note any more.'
  if (state === 'there') return undefined
  return words.trim() ? `Now: “${shortened(words)}”` : 'These words were taken out.'
}

interface PlacedCommentProps {
  comment: NoteComment
  /** Its current place; undefined until the note is open. */
  found: FoundComment | undefined
  job: Job
  commenting: Commenting
}

function PlacedComment({ comment, found, job, commenting }: PlacedCommentProps) {
  const { id, place, userId } = comment
  const isCurrent = commenting.current === id
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const state = found && stateWords(found)
  const quote = `“${shortened(place.quote, 160)}”`
  return (
    <li ref={item} aria-current={isCurrent || undefined}>
      {found && found.state !== 'gone' ? (
        <button type="button" className="placed-quote" onClick={() => commenting.goTo(id)}>
          {quote}
        </button>
      ) : (
        <p className="placed-quote">{quote}</p>
      )}
      {state && <p className="placed-state">{state}</p>}
      <CommentBy comment={comment} job={job} />
      <p className="comment-text">{comment.comment}</p>
      <div className="placed-actions">
        {place.second !== null && (
          <Button size="small" onClick={() => commenting.hear(place.second!)}>
            Hear at {clock(place.second)}
          </Button>
        )}
        {commenting.isEditable && commenting.isMine(userId) && (
          <Button size="small" type="text" onClick={() => void commenting.takeOut(id)}>
            Take out
          </Button>
        )}
      </div>
    </li>
  )
}

/** The comments on places in the note, in the order of the text; each links to its words (docs/decisions/0011). */
export function PlacedComments({ job, commenting }: { job: Job; commenting: Commenting }) {
  const { comments, found } = commenting
  const rank = new Map(found.map(({ id }, index) => [id, index]))
  const all = (comments.data ?? []).toSorted((one, other) => (rank.get(one.id) ?? 0) - (rank.get(other.id) ?? 0))
  return (
    <>
      <Failed of={comments} title="Couldn’t load the comments in the text." />
      {all.length > 0 && (
        <ol aria-label="Comments in the text" className="placed-comments">
          {all.map((comment) => (
            <PlacedComment
              key={comment.id}
              found={found.find(({ id }) => id === comment.id)}
              {...{ comment, job, commenting }}
            />
          ))}
        </ol>
      )}
    </>
  )
}
