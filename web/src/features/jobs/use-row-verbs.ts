import { call } from '@dictara/browser/call'
import { type JobRow, jobCalls as calls, type Priority } from '@dictara/contract/jobs'
import { jobQueries } from '../../platform/query-client.ts'
import { useAction } from '../../ui/use-action.ts'

/** The actions that ask for confirmation first. */
const verbs = {
  release: {
    name: 'Release',
    content: () => 'It returns to the pool, and the changes since it was started are discarded.',
    send: ({ jobId }: JobRow) => call(calls.releaseJob, { params: { id: jobId } }),
  },
  resubmit: {
    name: 'Resubmit',
    content: () => 'It continues from the step that failed.',
    send: ({ jobId }: JobRow) => call(calls.retryJobs, { query: { jobIds: [jobId] } }),
  },
  delete: {
    name: 'Delete',
    content: ({ patientName }: JobRow) => `The dictation for ${patientName} leaves every list. This cannot be undone.`,
    send: ({ jobId }: JobRow) => call(calls.deleteJob, { query: { jobId } }),
  },
} as const

export type RowVerb = keyof typeof verbs

/** Runs the row actions that ask for confirmation first (JOBS-34, JOBS-36, JOBS-56). */
export function useRowVerbs(job: JobRow) {
  const act = useAction({ refreshes: jobQueries })
  return {
    isBusy: act.isBusy,
    /** Sets the priority (Q200) without confirmation, because the same action undoes it. */
    setPriority: (priority: Priority) =>
      void act.run(() => call(calls.setPriority, { params: { id: job.jobId }, body: { priority } })),
    run(verb: RowVerb) {
      const { name, content, send } = verbs[verb]
      const confirm = {
        title: `${name} job ${job.jobNumber}?`,
        content: content(job),
        okText: name,
        isDanger: verb === 'delete',
      }
      void act.run<{ message: string }>(() => send(job), { confirm })
    },
  }
}
