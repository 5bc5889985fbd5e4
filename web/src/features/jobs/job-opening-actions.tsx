import { call } from '@dictara/browser/call'
import { type JobRow, jobCalls as calls } from '@dictara/contract/jobs'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { jobQueries } from '../../platform/query-client.ts'
import { stillHere } from '../../platform/still-here.ts'
import { useUser } from '../../platform/use-user.ts'
import { useAction } from '../../ui/use-action.ts'
import { editorOf } from './open-job.ts'

/** Start, Resume or View: one of them opens the editor (JOBS-27 to JOBS-29, JOBS-54, JOBS-55). */
export function JobOpeningActions({ job, slug }: { job: JobRow; slug: string }) {
  const user = useUser()
  const navigate = useNavigate()
  const act = useAction({ refreshes: jobQueries })
  if (!user) return null
  const may = (action: JobRow['allowedActions'][number]) => job.allowedActions.includes(action)
  const about = `job ${job.jobNumber}`

  async function start() {
    const isHere = stillHere()
    const verb = job.status === 'AVAILABLE' ? calls.startTranscription : calls.startReview
    const started = await act.run(() => call(verb, { params: { id: job.jobId } }), { success: false })
    if (started && isHere()) await navigate(editorOf(user!, job.jobId, 'in-progress'))
  }

  if (may('start'))
    return (
      <Button
        size="small"
        type="primary"
        loading={act.isBusy}
        aria-label={`Start ${about}`}
        onClick={() => void start()}
      >
        Start
      </Button>
    )
  if (may('resume'))
    return (
      <Link className="row-link" to={editorOf(user, job.jobId, 'in-progress')} aria-label={`Resume ${about}`}>
        Resume
      </Link>
    )
  // Nothing to show yet while the dictation is on its way to being a note.
  if (['RECEIVED', 'CONVERTING'].includes(job.status) || !may('view')) return null
  const stage = slug === 'in-progress' || slug === 'ready' || slug === 'available' ? 'in-review' : slug
  return (
    <Link className="row-link" to={editorOf(user, job.jobId, stage)} aria-label={`View ${about}`}>
      View
    </Link>
  )
}
