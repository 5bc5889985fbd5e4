import { call, CallFailed } from '@dictara/browser/call'
import { type JobRow, servedJobCalls as calls } from '@dictara/contract/jobs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { jobQueries } from '../../platform/query-client.ts'
import { whileSending } from '../../ui/use-question.ts'

/** Gives a job to another holder at its present stage (T25); what is saved of the text stays. */
export function AssignJob({ job, onClose }: { job: JobRow; onClose: () => void }) {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const [userId, setUserId] = useState<string>()
  const [isSending, setSending] = useState(false)
  const params = { id: job.jobId }
  const people = useQuery({
    queryKey: [...jobQueries, 'assignees', job.jobId],
    queryFn: async ({ signal }) => (await call(calls.listAssignees, { params }, { signal })).result,
  })
  async function assign() {
    if (!userId) return
    setSending(true)
    try {
      const { message } = await call(calls.assignJob, { params, body: { userId } })
      notification.success({ title: 'Success', description: message })
      onClose()
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.kind === 'refused') notification.error({ title: 'Failed', description: error.message })
    } finally {
      setSending(false)
      void client.invalidateQueries({ queryKey: jobQueries })
    }
  }
  const choices = (people.data ?? []).filter(({ id }) => id !== job.heldBy?.id)
  return (
    <Modal
      open
      title={`Assign job ${job.jobNumber}`}
      okText="Assign"
      okButtonProps={{ disabled: !userId, loading: isSending }}
      {...whileSending(isSending)}
      onOk={() => void assign()}
      onCancel={onClose}
    >
      <p>{job.heldBy ? `It is with ${job.heldBy.fullName} now. The saved text stays.` : 'Nobody has it now.'}</p>
      {people.isError && (
        <Alert
          type="error"
          title="The people could not be read."
          action={<Button onClick={() => void people.refetch()}>Retry</Button>}
        />
      )}
      <Select
        aria-label="Person"
        placeholder="Choose a person"
        style={{ inlineSize: '100%' }}
        loading={people.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent="Nobody else can take it at this stage."
        options={choices.map(({ id, fullName, userType }) => ({ value: id, label: `${fullName} (${userType})` }))}
        onChange={setUserId}
      />
    </Modal>
  )
}
