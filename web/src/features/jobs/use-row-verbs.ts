import { call } from '@dictara/browser/call'
import { type JobRow, jobCalls as calls, type Priority } from '@dictara/contract/jobs'
import { jobQueries } from '../../platform/query-client.ts'
import { useAction } from '../../ui/use-action.ts'

/** What is done to a job after a question. */
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

/** Does to a job of a list what needs a question first (JOBS-34, JOBS-36, JOBS-56). */
export function useRowVerbs(job: JobRow) {
  const act = useAction({ refreshes: jobQueries })
  return {
    isBusy: act.isBusy,
    /** Says how fast it is wanted (Q200); no question: the same way takes it back. */
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
