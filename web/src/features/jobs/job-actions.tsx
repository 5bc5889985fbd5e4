import { DeleteOutlined } from '@ant-design/icons'
import { call, CallFailed } from '@dictara/browser/call'
import { type JobRow, servedJobCalls } from '@dictara/contract/jobs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button, Flex, Popover } from 'antd'
import { useState } from 'react'
import { jobQueries } from '../../platform/query-client.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { AssignJob } from './assign-job.tsx'
import { JobOpeningActions } from './job-opening-actions.tsx'

/** Not by a click: it would close what the pointer has opened on its way to the button. */
const opens: ('hover' | 'focus')[] = ['hover', 'focus']

/** What a person may do with a row: what the server allows, no more (Q177). */
export function JobActions({ job, slug }: { job: JobRow; slug: string }) {
  const [isAssigning, setAssigning] = useState(false)
  const { notification } = App.useApp()
  const ask = useQuestion()
  const client = useQueryClient()
  const act = useMutation({
    mutationFn: async (name: 'retry' | 'delete' | 'release'): Promise<string> => {
      if (name === 'retry') return (await call(servedJobCalls.retryJobs, { query: { jobIds: [job.jobId] } })).message
      if (name === 'delete') return (await call(servedJobCalls.deleteJob, { query: { jobId: job.jobId } })).message
      return (await call(servedJobCalls.releaseJob, { params: { id: job.jobId } })).message
    },
    onSuccess: (message) => notification.success({ title: 'Success', description: message }),
    onError: (error) => {
      if (error instanceof CallFailed && error.kind === 'refused')
        notification.error({ title: 'Failed', description: error.message })
    },
    onSettled: () => client.invalidateQueries({ queryKey: jobQueries }),
  })
  const may = (action: JobRow['allowedActions'][number]) => job.allowedActions.includes(action)
  // From the author's lists, never from under whoever looks for a job to review (JOBS-33, Q102).
  const isDeletable = may('delete') && (job.status !== 'READY' || slug === 'in-review')
  const about = `job ${job.jobNumber}`
  return (
    <Flex gap="small" wrap align="center">
      <JobOpeningActions job={job} slug={slug} />
      {job.reasonForFailing && (
        <Popover content={job.reasonForFailing} title="Reason" trigger={opens}>
          <Button size="small" aria-label={`Reason why ${about} is incomplete: ${job.reasonForFailing}`}>
            Reason
          </Button>
        </Popover>
      )}
      {job.comments[0] && (
        <Popover content={job.comments[0].comment} title={job.comments[0].userName} trigger={opens}>
          <Button size="small" aria-label={`Comment on ${about}: ${job.comments[0].comment}`}>
            Comment
          </Button>
        </Popover>
      )}
      {may('release') && (
        <Button
          size="small"
          loading={act.isPending}
          aria-label={`Release ${about}`}
          onClick={() =>
            ask({
              title: `Release job ${job.jobNumber}?`,
              content: 'It returns to the pool, and the changes since it was started are discarded.',
              okText: 'Release',
              onOk: () => act.mutateAsync('release').catch(() => {}),
            })
          }
        >
          Release
        </Button>
      )}
      {may('assign') && (
        <Button size="small" aria-label={`Assign ${about}`} onClick={() => setAssigning(true)}>
          Assign
        </Button>
      )}
      {isAssigning && <AssignJob job={job} onClose={() => setAssigning(false)} />}
      {may('resubmit') && (
        <Button
          size="small"
          loading={act.isPending}
          aria-label={`Resubmit ${about}`}
          onClick={() =>
            ask({
              title: `Resubmit job ${job.jobNumber}?`,
              content: 'It goes on from the step that failed.',
              okText: 'Resubmit',
              onOk: () => act.mutateAsync('retry').catch(() => {}),
            })
          }
        >
          Resubmit
        </Button>
      )}
      {isDeletable && (
        <Button
          size="small"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`Delete ${about}`}
          onClick={() =>
            ask({
              title: `Delete job ${job.jobNumber}?`,
              content: `The dictation for ${job.patientName} leaves every list. This cannot be undone.`,
              okText: 'Delete',
              isDanger: true,
              onOk: () => act.mutateAsync('delete').catch(() => {}),
            })
          }
        />
      )}
    </Flex>
  )
}
