import { billerCalls } from '@dictara/contract/biller-review'
import { billCalls } from '@dictara/contract/jobs'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { assignToBiller, billJob } from '../jobs/index.ts'
import { listBillerJobs } from './biller-jobs.store.ts'

/** What billers see of completed jobs, and Mark As Billed. */
export const billerReviewFeature = (): Feature => ({
  name: 'biller-review',
  calls: [
    ...serve(billerCalls, {
      listBillerJobs: (work, actor, { query }) => listBillerJobs(work, actor, query),
      async assignToBiller(work, actor, { query }) {
        await assignToBiller(work, actor, query.jobId)
        return { result: [{ sessionId: actor.sessionId }] }
      },
    }),
    ...serve(billCalls, {
      async billJob(work, actor, { params }) {
        await billJob(work, actor, params.id)
        return { message: 'Job marked as billed' }
      },
    }),
  ],
})
