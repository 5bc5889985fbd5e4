import { call } from '@dictara/browser/call'
import type { ClientInput } from '@dictara/contract'
import { type BillerJob, billerCalls } from '@dictara/contract/biller-review'
import { useNavigate, useSearchParams } from 'react-router'
import { jobQueries } from '../../platform/query-client.ts'
import { paths } from '../../platform/paths.ts'
import { stillHere } from '../../platform/still-here.ts'
import { useUser } from '../../platform/use-user.ts'
import { useAction } from '../../ui/use-action.ts'
import { useListQuery } from '../../ui/use-list-query.ts'
import { isBeingBilled } from './billing.ts'

/** The parameters of the list, which the address keeps beside the note too. */
const kept = ['page', 'size', 'name', 'sortKey', 'sortOrder', 'age', 'doctorIds']

/** The biller's list, as the address describes it. */
export const useBillerJobs = () => useListQuery(billerCalls.listBillerJobs, { key: jobQueries })
type BillerQuery = NonNullable<ClientInput<typeof billerCalls.listBillerJobs>['query']>
export type BillerJobs = ReturnType<typeof useBillerJobs>

/** The jobs after this one, then those before it: the order in which a biller continues. */
const from = (jobs: readonly BillerJob[], jobId: string): BillerJob[] => {
  const at = jobs.findIndex((job) => job.jobId === jobId)
  return [...jobs.slice(at + 1), ...jobs.slice(0, Math.max(at, 0))]
}

/** Moves from note to note of the list. Opening a job gives it to this biller (BILR-06). */
export function useBillerWay() {
  const navigate = useNavigate()
  const user = useUser()
  const [address] = useSearchParams()
  const act = useAction({ refreshes: jobQueries })
  const search = new URLSearchParams([...address].filter(([name]) => kept.includes(name)))
  const list = search.size > 0 ? `${paths.biller}?${search}` : paths.biller

  /** @returns false if the job could not be opened, e.g. because a colleague has it */
  async function open({ jobId }: Pick<BillerJob, 'jobId'>): Promise<boolean> {
    const isHere = stillHere()
    const taken = await act.run(() => call(billerCalls.assignToBiller, { query: { jobId } }), { success: false })
    if (taken && isHere()) {
      const further = search.size > 0 ? `&${search}` : ''
      await navigate(`/dashboard/billers-jobs/${jobId}?sessionId=${taken.result[0]!.sessionId}${further}`)
    }
    return taken !== undefined
  }

  const mayFollow = (jobId: string) => (job: BillerJob) =>
    job.jobId !== jobId && !isBeingBilled(job.jobId) && (!job.heldBy || job.heldBy.id === user?.id)

  /** The next job after this one: from the shown page, otherwise from the current first page of the list. */
  async function next(jobs: BillerJobs, jobId: string): Promise<BillerJob | undefined> {
    const found = from(jobs.rows, jobId).find(mayFollow(jobId))
    if (found || (jobs.total ?? 0) <= jobs.rows.length) return found
    const { search: name, sortKey = 'submissionTime', sortOrder = 'descend' } = jobs
    const [age, doctorIds] = [jobs.filter('age').chosen, jobs.filter('doctorIds').chosen]
    const query = { page: 0, size: jobs.size, name, sortKey, sortOrder, age, doctorIds } as BillerQuery
    const { result } = await call(billerCalls.listBillerJobs, { query }, { handler: 'page' })
    return result.find(mayFollow(jobId))
  }

  return { list, open, next, isBusy: act.isBusy }
}
