import { billerCalls } from '@dictara/contract/biller-review'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { assignToBiller, billJob } from '../jobs/index.ts'
import { countUnbilled, listBillerJobs } from './biller-jobs.store.ts'

/** The billers' list of completed jobs, and Mark As Billed. */
export const billerReviewFeature = (): Feature => ({
  name: 'biller-review',
  calls: serve(billerCalls, {
    async listBillerJobs({ work, query }) {
      const { rows, total, isCapped } = await listBillerJobs(work, query)
      return { result: rows, size: total, ...(isCapped && { extra: { sizeIsCapped: true } }) }
    },
    countUnbilled: async ({ work }) => ({ result: [await countUnbilled(work)] }),
    async assignToBiller({ work, actor, query }) {
      await assignToBiller(work, query.jobId)
      return { result: [{ sessionId: actor.sessionId }] }
    },
    async billJob({ work, params }) {
      await billJob(work, params.id)
      return { message: 'Job marked as billed' }
    },
  }),
})
