import { call } from '@dictara/browser/call'
import { type JobRow, jobCalls as calls } from '@dictara/contract/jobs'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { jobQueries } from '../../platform/query-client.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { QuerySelect } from '../../ui/query-select.tsx'

const nobody: { userId?: string } = {}

/** Gives a job to another holder at its present stage (T25). The saved text stays. */
export function AssignJob({ job, onClose }: { job: JobRow; onClose: () => void }) {
  const params = { id: job.jobId }
  const people = useQuery({
    queryKey: [...jobQueries, 'assignees', job.jobId],
    queryFn: async ({ signal }) => (await call(calls.listAssignees, { params }, { signal })).result,
  })
  return (
    <FormDrawer
      title={`Assign job ${job.jobNumber}`}
      name="assign"
      initial={nobody}
      submit="Assign"
      firstField="userId"
      send={({ userId }) => call(calls.assignJob, { params, body: { userId: userId! } })}
      refreshes={jobQueries}
      onClose={onClose}
    >
      <p>{job.heldBy ? `It is with ${job.heldBy.fullName} now. The saved text stays.` : 'Nobody has it now.'}</p>
      <Form.Item name="userId" label="Person">
        <QuerySelect
          of={people}
          failed="The people couldn’t be loaded."
          placeholder="Choose a person"
          notFoundContent="Nobody else can take it at this stage."
          options={(data = []) =>
            data
              .filter(({ id }) => id !== job.heldBy?.id)
              .map(({ id, fullName, userType }) => ({ value: id, label: `${fullName} (${userType})` }))
          }
        />
      </Form.Item>
    </FormDrawer>
  )
}
