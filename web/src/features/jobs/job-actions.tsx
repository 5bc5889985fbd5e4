import { DeleteOutlined } from '@ant-design/icons'
import { call } from '@dictara/browser/call'
import { type JobRow, jobCalls as calls } from '@dictara/contract/jobs'
import { Button, Flex, Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { jobQueries } from '../../platform/query-client.ts'
import { useAction } from '../../ui/use-action.ts'
import { JobOpeningActions } from './job-opening-actions.tsx'

const AssignJob = lazy(() => import('./assign-job.tsx').then((module) => ({ default: module.AssignJob })))

/** Not by a click: it would close what the pointer has opened on its way to the button. */
const opens: ('hover' | 'focus')[] = ['hover', 'focus']

/** What is done to a job after a question. */
const verbs = {
  release: {
    name: 'Release',
    content: () => 'It returns to the pool, and the changes since it was started are discarded.',
    send: ({ jobId }: JobRow) => call(calls.releaseJob, { params: { id: jobId } }),
  },
  resubmit: {
    name: 'Resubmit',
    content: () => 'It goes on from the step that failed.',
    send: ({ jobId }: JobRow) => call(calls.retryJobs, { query: { jobIds: [jobId] } }),
  },
  delete: {
    name: 'Delete',
    content: ({ patientName }: JobRow) => `The dictation for ${patientName} leaves every list. This cannot be undone.`,
    send: ({ jobId }: JobRow) => call(calls.deleteJob, { query: { jobId } }),
  },
} as const

function VerbButton({ verb, job }: { verb: keyof typeof verbs; job: JobRow }) {
  const act = useAction({ refreshes: jobQueries })
  const { name, content, send } = verbs[verb]
  const isDanger = verb === 'delete'
  const confirm = { title: `${name} job ${job.jobNumber}?`, content: content(job), okText: name, isDanger }
  return (
    <Button
      size="small"
      danger={isDanger}
      icon={isDanger && <DeleteOutlined aria-hidden />}
      loading={act.isBusy}
      aria-label={`${name} job ${job.jobNumber}`}
      onClick={() => void act.run<{ message: string }>(() => send(job), { confirm })}
    >
      {!isDanger && name}
    </Button>
  )
}

/** What a person may do with a row: what the server allows, no more (Q177). */
export function JobActions({ job, slug }: { job: JobRow; slug: string }) {
  const [isAssigning, setAssigning] = useState(false)
  const may = (action: JobRow['allowedActions'][number]) => job.allowedActions.includes(action)
  // From the author's lists, never from under whoever looks for a job to review (JOBS-33, Q102).
  const isDeletable = may('delete') && (job.status !== 'READY' || slug === 'in-review')
  const about = `job ${job.jobNumber}`
  return (
    <Flex className="job-actions" gap="small" wrap align="center">
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
      {may('release') && <VerbButton verb="release" job={job} />}
      {may('assign') && (
        <Button size="small" aria-label={`Assign ${about}`} onClick={() => setAssigning(true)}>
          Assign
        </Button>
      )}
      {isAssigning && (
        <Suspense>
          <AssignJob job={job} onClose={() => setAssigning(false)} />
        </Suspense>
      )}
      {may('resubmit') && <VerbButton verb="resubmit" job={job} />}
      {isDeletable && <VerbButton verb="delete" job={job} />}
    </Flex>
  )
}
