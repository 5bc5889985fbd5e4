import { call, failureOrThrow } from '@dictara/browser/call'
import type { AuditedJob } from '@dictara/contract/audit'
import { filingCalls } from '@dictara/contract/filing'
import { App, Button } from 'antd'
import { useUser } from '../../platform/use-user.ts'
import { useAction } from '../../ui/use-action.ts'
import { auditQueries } from './queries.ts'

// The key of every refusal: the next attempt removes it.
const failed = {
  key: 'failed',
  title: 'Strike Failed',
  description: 'Failed to perform the strike operation. Please try again.',
}

/** Strikes the note out, in the EHR and here: only its author may, once (AUD-15 to AUD-19, AUD-39, AUD-41, AUD-47). */
export function StrikeOut({ job }: { job: AuditedJob }) {
  const user = useUser()
  const { notification } = App.useApp()
  const act = useAction({ refreshes: auditQueries })
  const hasNote = job.progressNote !== null || job.practitionerNote !== null
  const isOffered = job.status === 'StruckOut' || job.status === 'Completed'
  if (!isOffered || !hasNote || job.authorId !== user?.id) return null
  async function send(sessionId: string) {
    const input = { params: { id: job.jobId }, query: { sessionId } }
    try {
      return await call(filingCalls.strikeJob, input, { handler: 'page' })
    } catch (error) {
      const { kind, message } = failureOrThrow(error)
      if (kind === 'denied' || kind === 'signed-out') throw error
      notification.error({ ...failed, ...(kind === 'refused' && { description: message }) })
      return undefined
    }
  }
  const strike = () =>
    act.run(() => send(user.sessionId), {
      confirm: {
        title: 'Are you sure you want to strike out the job? This action cannot be undone.',
        okText: 'Strike Out',
        isDanger: true,
      },
      success: 'Successful',
    })
  return (
    <Button danger disabled={job.status === 'StruckOut'} loading={act.isBusy} onClick={() => void strike()}>
      Strike Out
    </Button>
  )
}
