import type { JobRow } from '@dictara/contract/jobs'
import { Button, Popover } from 'antd'
import { useRowVerbs } from './use-row-verbs.ts'

/** Do not open on click: that would close the tooltip that the pointer opened on its way to the button. */
const opens: ('hover' | 'focus')[] = ['hover', 'focus']

function Resubmit({ job }: { job: JobRow }) {
  const verbs = useRowVerbs(job)
  return (
    <Button
      size="small"
      loading={verbs.isBusy}
      aria-label={`Resubmit job ${job.jobNumber}`}
      onClick={() => verbs.run('resubmit')}
    >
      Resubmit
    </Button>
  )
}

/** Why a job failed, with the next step, or why it was returned. The row shows the first words; a tooltip shows all (JOBS-30, JOBS-31). */
export function JobRowNote({ job }: { job: JobRow }) {
  const comment = job.comments[0]
  const about = `job ${job.jobNumber}`
  const mayResubmit = job.allowedActions.includes('resubmit')
  if (!job.reasonForFailing && !comment && !mayResubmit) return null
  return (
    <div className="job-notes">
      {job.reasonForFailing && (
        <Popover content={job.reasonForFailing} title="Reason" trigger={opens}>
          <button
            type="button"
            className="job-note job-note-reason"
            aria-label={`Reason why ${about} is incomplete: ${job.reasonForFailing}`}
          >
            {job.reasonForFailing}
          </button>
        </Popover>
      )}
      {comment && (
        <Popover content={comment.comment} title={comment.userName} trigger={opens}>
          <button
            type="button"
            className="job-note"
            aria-label={`Comment on ${about}: ${comment.userName}: ${comment.comment}`}
          >
            {comment.userName}: {comment.comment}
          </button>
        </Popover>
      )}
      {mayResubmit && <Resubmit job={job} />}
    </div>
  )
}
