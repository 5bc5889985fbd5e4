import { call } from '@dictara/browser/call'
import { type Job, jobCalls } from '@dictara/contract/jobs'
import { Alert, Button } from 'antd'
import { jobQueries } from '../../../platform/query-client.ts'
import { useAction } from '../../../ui/use-action.ts'

/** Why the job could not go on, and the way to let it: on its own page as in its list. */
export function IncompleteNotice({ job }: { job: Job }) {
  const act = useAction({ refreshes: jobQueries })
  if (job.status !== 'INCOMPLETE') return null
  const resubmit = () =>
    void act.run(() => call(jobCalls.retryJobs, { query: { jobIds: [job.jobId] } }), {
      confirm: {
        title: `Resubmit job ${job.jobNumber}?`,
        content: 'It continues from the step that failed.',
        okText: 'Resubmit',
      },
    })
  return (
    <Alert
      type="error"
      title="This job is incomplete."
      description={job.reasonForFailing ?? 'Reason unknown.'}
      action={job.allowedActions.includes('resubmit') && <Button onClick={resubmit}>Resubmit</Button>}
    />
  )
}
