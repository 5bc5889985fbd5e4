import type { Job } from '@dictara/contract/jobs'
import type { Section } from '@dictara/contract/notes'
import { Button } from 'antd'
import { useState } from 'react'
import { CommentDialog } from './comment-dialog.tsx'
import { type UnsavedChanges, useJobVerbs } from './use-job-verbs.ts'

/** Stages in which Complete and Approve are not offered (EDIT-22). */
const withoutComplete = ['in-review', 'complete', 'completed']

interface JobActionsProps {
  job: Job
  stage: string
  isOlder: boolean
  saveFirst: () => Promise<boolean>
  changes: UnsavedChanges
  /** The note as it is on the screen. */
  shown: () => readonly Section[]
}

/** What the server allows the person to do with the job (EDIT-14, EDIT-15, EDIT-21, EDIT-23, Q177). */
export function JobActions({ job, stage, isOlder, saveFirst, changes, shown }: JobActionsProps) {
  const [isRejecting, setRejecting] = useState(false)
  const verbs = useJobVerbs(job, isOlder, saveFirst, changes, shown)
  const may = (action: Job['allowedActions'][number]) => job.allowedActions.includes(action)
  const mayFinish = !withoutComplete.includes(stage)
  const rejectName = isOlder && job.status === 'IN_REVIEW' ? 'Assign Back' : 'Reject'
  return (
    <div className="desk-actions">
      {may('release') && <Button onClick={verbs.release}>Release</Button>}
      {may('reject') && <Button onClick={() => setRejecting(true)}>{rejectName}</Button>}
      {may('complete') && mayFinish && (
        <Button type="primary" loading={verbs.isRunning} onClick={verbs.complete}>
          Complete
        </Button>
      )}
      {may('approve') && mayFinish && (
        <Button type="primary" onClick={verbs.approve}>
          Approve
        </Button>
      )}
      {isRejecting && (
        <CommentDialog
          title={`${rejectName} job ${job.jobNumber}`}
          okText={rejectName}
          onCancel={() => setRejecting(false)}
          onSend={verbs.reject}
        />
      )}
    </div>
  )
}
