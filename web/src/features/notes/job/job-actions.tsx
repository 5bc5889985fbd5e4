import { audioLength } from '@dictara/browser/clock'
import type { Job } from '@dictara/contract/jobs'
import type { NotePlace, Section } from '@dictara/contract/notes'
import { useKeys } from '@dictara/browser/use-keys'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { usePreferences } from '../../../platform/preferences.ts'
import { isAskedSomething } from '../../../ui/is-asked-something.ts'
import { prefetchedNext } from './use-prefetch-next.ts'
import { ariaKeys, pressedOf, shownKeys } from '../keys/keys.ts'
import { CommentDialog } from '../review/comment-dialog.tsx'
import type { SendProblem } from './send-problem.tsx'
import type { NoteSession } from '../text/use-note-session.ts'
import type { SentJob } from './use-open-next.ts'
import { useJobVerbs } from './use-job-verbs.ts'
import type { UnsavedChanges } from './use-verb-run.ts'

/** Stages in which Complete and Approve are not offered (EDIT-22). */
const withoutComplete = ['in-review', 'complete', 'completed']

/** Describes the effect of finishing, with the next job, which is looked up when the pointer rests on the button. */
function FinishHint({ name, job, opensNext }: { name: string; job: Job; opensNext: boolean }) {
  const next = prefetchedNext(useQueryClient(), job)
  const then = next && [next.jobNumber, next.priority === 'STAT' && 'STAT', audioLength(next.audioLength)]
  if (!opensNext) return `${name} (${shownKeys('finish')})`
  return then
    ? `${name}, then ${then.filter(Boolean).join(' · ')} (${shownKeys('finish')})`
    : `${name} and open the next job (${shownKeys('finish')})`
}

/** Longest time between the clicks of a double click. */
const doubleClickMs = 700

/**
 * Whether a click may be the second of a double click whose first click finished another note and led to this page,
 * with the same button.
 */
function useSecondClick(): () => boolean {
  const state = useLocation().state as { sentJob?: SentJob } | null
  return () => Date.now() - (state?.sentJob?.at ?? 0) < doubleClickMs
}

interface JobActionsProps {
  job: Job
  stage: string
  isOlder: boolean
  saveFirst: () => Promise<boolean>
  finishInOne: NoteSession['finish']
  changes: UnsavedChanges
  /** The note as currently on the screen. */
  shown: () => readonly Section[]
  required: () => readonly string[]
  onFillIn: (name: string) => void
  onGoTo: (place: NotePlace) => void
  /** The person's comments on the text since the job came to them: a returned job includes them. */
  gathered: () => string
  /** The person is asked for a reason, so playback pauses. */
  onReject: () => void
  onReleased: () => void
  /** The work type is missing. */
  onMissing: () => void
  onSendProblem: (why: SendProblem | null) => void
}

/** The actions that the server allows the person on the job (EDIT-14, EDIT-15, EDIT-21, EDIT-23, Q177). */
export function JobActions({ job, stage, isOlder, gathered, ...parts }: JobActionsProps) {
  const [isRejecting, setRejecting] = useState(false)
  const verbs = useJobVerbs(job, parts)
  const isSecondClick = useSecondClick()
  const [{ autoNext }] = usePreferences()
  const reject = () => {
    parts.onReject()
    setRejecting(true)
  }
  const may = (action: Job['allowedActions'][number]) => job.allowedActions.includes(action)
  const mayFinish = !withoutComplete.includes(stage)
  const mayEnd = mayFinish && (may('complete') || may('approve'))
  const rejectName = isOlder && job.status === 'IN_REVIEW' ? 'Assign Back' : 'Reject'
  const finishing = (name: string) => ({
    title: <FinishHint name={name} job={job} opensNext={autoNext} />,
    // Loaded again whenever it is shown.
    destroyOnHidden: true,
  })
  useKeys((event) => {
    const pressed = pressedOf(['finish', 'giveBack'], event)
    // An open question handles the keys itself.
    if (!pressed || isAskedSomething()) return undefined
    if (pressed === 'finish') return mayEnd && !event.repeat ? verbs.finishNow : undefined
    return may('reject') ? reject : undefined
  })
  return (
    <div className="desk-actions">
      {may('release') && <Button onClick={verbs.release}>Release</Button>}
      {may('reject') && (
        <Button aria-keyshortcuts={ariaKeys('giveBack')} onClick={reject}>
          {rejectName}
        </Button>
      )}
      {may('complete') && mayFinish && (
        <Tooltip {...finishing('Complete')}>
          <Button
            type="primary"
            loading={verbs.isRunning}
            aria-keyshortcuts={ariaKeys('finish')}
            // Do not send a note that nobody has seen.
            onClick={() => isSecondClick() || verbs.complete()}
          >
            Complete
          </Button>
        </Tooltip>
      )}
      {may('approve') && mayFinish && (
        <Tooltip {...finishing('Approve')}>
          <Button type="primary" aria-keyshortcuts={ariaKeys('finish')} onClick={verbs.approve}>
            Approve
          </Button>
        </Tooltip>
      )}
      {isRejecting && (
        <CommentDialog
          title={`${rejectName} job ${job.jobNumber}`}
          okText={rejectName}
          initial={gathered()}
          onSend={verbs.reject}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  )
}
