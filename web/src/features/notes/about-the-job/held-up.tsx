import type { Job } from '@dictara/contract/jobs'
import { Alert } from 'antd'
import type { AutosaveStatus } from '../../../editor/autosave.ts'

/** Why a verb did not go on: its text is not saved, or nobody answered. */
export type HeldUp = 'unsaved' | 'unanswered'

export const notSavedYet = {
  title: 'Not saved yet',
  description: 'Your latest changes have not reached the server. Please try again when they are saved.',
}

interface HeldUpProps {
  job: Job
  why: HeldUp | null
  status: AutosaveStatus['kind']
}

/** Told in the page once, as long as it is so; of a text that is refused the page says why already. */
export function HeldUpNotice({ job, why, status }: HeldUpProps) {
  if (why === 'unsaved' && ['dirty', 'saving', 'offline'].includes(status))
    return <Alert type="error" {...notSavedYet} />
  if (why !== 'unanswered') return null
  return (
    <Alert
      type="warning"
      title={`Whether ${job.jobNumber} was handed on is not known: the server does not answer.`}
      description="What is here stays here. Try again when the network is back."
    />
  )
}
