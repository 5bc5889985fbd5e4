import type { Job } from '@dictara/contract/jobs'
import { Alert } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AutosaveStatus } from '../../../editor/autosave.ts'
import { isFocusFree } from '../../../ui/is-focus-free.ts'
import { useJob } from '../reading/note-queries.ts'
import { sentWords } from './use-open-next.ts'

/** Why an action did not continue: its text is not saved, or there was no answer. */
export type SendProblem = 'unsaved' | 'unanswered'

export const notSavedYet = {
  title: 'Not saved yet',
  description: 'Your latest changes haven’t reached the server. Try again once they are saved.',
}

interface SendProblemProps {
  job: Job
  why: SendProblem | null
  status: AutosaveStatus['kind']
}

/** Shown on the page once while the problem lasts; for refused text the page already shows the reason. */
export function SendProblemNotice({ job, why, status }: SendProblemProps) {
  if (why === 'unsaved' && ['dirty', 'saving', 'offline'].includes(status))
    return <Alert type="error" {...notSavedYet} />
  return why === 'unanswered' ? <Unanswered job={job} /> : null
}

/** There was no answer. A new look at the job shows whether it is still here; if not, the page says so. */
function Unanswered({ job }: { job: Job }) {
  const [since] = useState(() => Date.now())
  const { dataUpdatedAt } = useJob(job.jobId)
  if (dataUpdatedAt > since)
    return (
      <Alert
        type="warning"
        title={`${job.jobNumber} is still with you: it wasn’t sent.`}
        description="The server didn’t answer. Finish it again."
      />
    )
  return (
    <Alert
      type="warning"
      title={`We don’t know whether ${job.jobNumber} was sent: the server isn’t answering.`}
      description="Your text is safe here. Try again when the network is back."
    />
  )
}

/** Whether the job has the state that the action leads to: it was done, and only the answer is missing. */
const isSent = ({ status, returned }: Job) =>
  returned || status === 'READY' || status === 'WRITING' || status === 'COMPLETED'

interface SentUnansweredProps {
  /** The job before the unanswered action; null: every action was answered. */
  before: Job | null
  job: Job
  isEditable: boolean
  list: string
}

/** The action was done without an answer: shows the job's new state and where to continue. */
export function SentUnanswered({ before, job, isEditable, list }: SentUnansweredProps) {
  const way = useRef<HTMLAnchorElement>(null)
  const isShown = before !== null && !isEditable && isSent(job)
  useEffect(() => {
    if (isShown && isFocusFree()) way.current?.focus()
  }, [isShown])
  if (!isShown) return null
  return (
    <Alert
      type="success"
      title={sentWords(before, job)}
      action={
        <Link ref={way} to={list}>
          Back to the list
        </Link>
      }
    />
  )
}
