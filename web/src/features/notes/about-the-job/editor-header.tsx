import type { Job } from '@dictara/contract/jobs'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { CommentDialog } from './comment-dialog.tsx'
import { isTranscription } from './editor-breadcrumb.tsx'
import { PatientInfo } from './patient-info.tsx'
import { type UnsavedChanges, useJobVerbs } from './use-job-verbs.ts'

/** Stages in which Complete and Approve are not offered (EDIT-22). */
const withoutComplete = ['in-review', 'complete', 'completed']

/** Title and what the server allows the person to do with the job (EDIT-14, EDIT-15, EDIT-20, EDIT-21, EDIT-23, Q177). */
export function EditorHeader({
  job,
  stage,
  isOlder,
  saveFirst,
  changes,
}: {
  job: Job
  stage: string
  isOlder: boolean
  saveFirst: () => Promise<boolean>
  changes: UnsavedChanges
}) {
  const [isRejecting, setRejecting] = useState(false)
  const verbs = useJobVerbs(job, isOlder, saveFirst, changes)
  const may = (action: Job['allowedActions'][number]) => job.allowedActions.includes(action)
  const mayFinish = !withoutComplete.includes(stage)
  const rejectName = isOlder && job.status === 'IN_REVIEW' ? 'Assign Back' : 'Reject'
  return (
    <Flex justify="space-between" align="center" gap="middle" wrap>
      <Typography.Title level={1} style={{ margin: 0, fontSize: 24 }}>
        {isTranscription(job) ? 'Job Editor' : 'Job Review'} {job.jobName}
      </Typography.Title>
      <Flex gap="small" wrap>
        {!isOlder && <PatientInfo job={job} />}
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
      </Flex>
      {isRejecting && (
        <CommentDialog
          title={`${rejectName} job ${job.jobNumber}`}
          okText={rejectName}
          onCancel={() => setRejecting(false)}
          onSend={verbs.reject}
        />
      )}
    </Flex>
  )
}
