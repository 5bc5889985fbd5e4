import type { Job } from '@dictara/contract/jobs'
import { Alert } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AutosaveStatus } from '../../../editor/autosave.ts'
import { isFocusFree } from '../../../ui/is-focus-free.ts'
import { useJob } from '../reading/note-queries.ts'
import { sentWords } from './use-open-next.ts'

/** Why a verb did not go on: its text is not saved, or nobody answered. */
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

/** Told in the page once, as long as it is so; of a text that is refused the page says why already. */
export function SendProblemNotice({ job, why, status }: SendProblemProps) {
  if (why === 'unsaved' && ['dirty', 'saving', 'offline'].includes(status))
    return <Alert type="error" {...notSavedYet} />
  return why === 'unanswered' ? <Unanswered job={job} /> : null
}

/** Nobody answered; once the job was looked at again, it is known that it is still here. Where it is not, the page says so. */
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

/** Whether the job is where a verb takes it: it was done, and only its answer did not come. */
const isSent = ({ status, returned }: Job) =>
  returned || status === 'READY' || status === 'WRITING' || status === 'COMPLETED'

interface SentUnansweredProps {
  /** As it was when the verb was not answered; null: every one was. */
  before: Job | null
  job: Job
  isEditable: boolean
  list: string
}

/** The verb was done, though nobody answered: what became of the job, and the way on. */
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
