import { call } from '@dictara/browser/call'
import { type Job, jobCalls } from '@dictara/contract/jobs'
import { Alert, Button } from 'antd'
import { jobQueries } from '../../../platform/query-client.ts'
import { useAction } from '../../../ui/use-action.ts'

/** Shows why the job could not continue, and the control to fix that; used on the job's page and in its list. */
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
