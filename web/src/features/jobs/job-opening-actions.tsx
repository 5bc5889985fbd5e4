import { call } from '@dictara/browser/call'
import { type JobRow, jobCalls as calls } from '@dictara/contract/jobs'
import { Button } from 'antd'
import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { jobQueries } from '../../platform/query-client.ts'
import { stillHere } from '../../platform/still-here.ts'
import { useUser } from '../../platform/use-user.ts'
import { useAction } from '../../ui/use-action.ts'
import { editorOf } from './open-job.ts'

interface OpeningProps {
  job: JobRow
  slug: string
  /** Shown outside the row, where this button is the only way into the job. */
  isAlone?: boolean
  /** Called on a click on the row of an unassigned job; the click does not take the job. */
  onPeek?: () => void
}

/** The Start, Resume or View button, which opens the editor (JOBS-27 to JOBS-29, JOBS-54, JOBS-55). */
export function JobOpeningActions({ job, slug, isAlone, onPeek }: OpeningProps) {
  const user = useUser()
  const navigate = useNavigate()
  const act = useAction({ refreshes: jobQueries })
  if (!user) return null
  const may = (action: JobRow['allowedActions'][number]) => job.allowedActions.includes(action)
  const about = `job ${job.jobNumber}`
  const linkClass = isAlone ? 'row-open' : 'row-link row-open'

  async function start() {
    const isHere = stillHere()
    const verb = job.status === 'AVAILABLE' ? calls.startTranscription : calls.startReview
    const started = await act.run(() => call(verb, { params: { id: job.jobId } }), { success: false })
    if (started && isHere()) await navigate(editorOf(user!, job.jobId, 'in-progress'))
  }
  function peek(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onPeek?.()
  }

  const stage = slug === 'in-progress' || slug === 'ready' || slug === 'available' ? 'in-review' : slug
  if (may('start'))
    return (
      <>
        {onPeek && (
          // By keyboard, Space on the row opens the preview.
          <Link className="row-link row-look" tabIndex={-1} to={editorOf(user, job.jobId, stage)} onClick={peek}>
            <span className="list-aside">Look at {about}</span>
          </Link>
        )}
        <Button
          size="small"
          type="primary"
          className="row-open"
          loading={act.isBusy}
          aria-label={`Start ${about}`}
          onClick={() => void start()}
        >
          Start
        </Button>
      </>
    )
  if (may('resume'))
    return (
      <Link className={linkClass} to={editorOf(user, job.jobId, 'in-progress')} aria-label={`Resume ${about}`}>
        Resume
      </Link>
    )
  // There is nothing to show while the dictation is being converted to a note.
  if (['RECEIVED', 'CONVERTING'].includes(job.status) || !may('view')) return null
  return (
    <Link className={linkClass} to={editorOf(user, job.jobId, stage)} aria-label={`View ${about}`}>
      View
    </Link>
  )
}
