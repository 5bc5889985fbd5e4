import type { Job } from '@dictara/contract/jobs'
import { Alert } from 'antd'
import type { AutosaveStatus } from '../../../editor/autosave.ts'

/** Notices about this job's text: notices of the conversion, and reasons why something is not saved. */
export function EditorNotices({
  job,
  status,
  isOpenElsewhere,
  hasNoDrafts,
  isLocked,
}: {
  job: Job
  status: AutosaveStatus
  isOpenElsewhere: boolean
  hasNoDrafts: boolean
  /** True: drafts can be kept again after a sign-in; false: this browser has no storage for them. */
  isLocked: boolean
}) {
  return (
    <>
      {job.notices.map((notice) => (
        <Alert key={notice} type="info" title={notice} />
      ))}
      {status.kind === 'refused' && <Alert type="error" title={status.message} />}
      {status.kind === 'busy' && (
        <Alert type="warning" title={`${status.message} Your text is kept in this browser until it is saved.`} />
      )}
      {status.kind === 'signed-out' && (
        <Alert type="warning" title="Your session has ended. Sign in to save. Your text is kept in this browser." />
      )}
      {isOpenElsewhere && (
        <Alert
          type="info"
          title="This note is open in another tab of this browser."
          description="When it’s saved, text typed in both tabs is compared."
        />
      )}
      {hasNoDrafts && (
        <Alert
          type="warning"
          title={
            isLocked
              ? 'Sign in to open your draft. Until then unsaved text is only on this page, and navigating away will delete it.'
              : 'This browser can’t keep drafts. Unsaved text is only on this page, and navigating away will delete it.'
          }
        />
      )}
    </>
  )
}
