import { call, CallFailed } from '@dictara/browser/call'
import { type Job, servedJobCalls } from '@dictara/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button } from 'antd'
import { jobQueries } from '../../platform/query-client.ts'
import { useQuestion } from '../../ui/use-question.ts'

/** Why the job could not go on, and the way to let it: on its own page as in its list. */
export function IncompleteNotice({ job }: { job: Job }) {
  const { notification } = App.useApp()
  const question = useQuestion()
  const client = useQueryClient()
  if (job.status !== 'INCOMPLETE') return null
  async function resubmit() {
    try {
      const { message } = await call(servedJobCalls.retryJobs, { query: { jobIds: [job.jobId] } })
      notification.success({ title: 'Success', description: message })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.kind === 'refused') notification.error({ title: 'Failed', description: error.message })
    } finally {
      await client.invalidateQueries({ queryKey: jobQueries })
    }
  }
  const ask = () =>
    question({
      title: `Resubmit job ${job.jobNumber}?`,
      content: 'It goes on from the step that failed.',
      okText: 'Resubmit',
      onOk: resubmit,
    })
  return (
    <Alert
      type="error"
      title="This job is incomplete."
      description={job.reasonForFailing ?? 'The reason is not known.'}
      action={job.allowedActions.includes('resubmit') && <Button onClick={ask}>Resubmit</Button>}
    />
  )
}
