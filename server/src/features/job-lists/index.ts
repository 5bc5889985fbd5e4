import { jobListCalls } from '@dictara/contract/job-lists'
import { seesWholeClinic } from '../../platform/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { listAuthors } from './counts.store.ts'
import { countJobs, listJobs } from './list-jobs.ts'
import { myJobsRule, reviewRule } from './list-rules.store.ts'
import { findFilter, saveFilter } from './saved-filters.store.ts'

export { countJobs, myJobsRule, reviewRule }

/** The job lists, their counts and saved filters. */
export const jobListsFeature = (): Feature => ({
  name: 'job-lists',
  calls: serve(jobListCalls, {
    listMyJobs: (work, actor, { query }) => listJobs(work, actor, myJobsRule, query),
    listJobsToReview: (work, actor, { query }) => listJobs(work, actor, reviewRule, query),
    countMyJobs: async (work, actor) => ({ result: [await countJobs(work, actor, myJobsRule)] }),
    countJobsToReview: async (work, actor) => ({ result: [await countJobs(work, actor, reviewRule)] }),
    listAuthors: async (work, actor) => ({
      result: await listAuthors(work, seesWholeClinic(actor) ? null : actor.facilityIds),
    }),
    getMyJobsFilter: async (work, actor) => ({ result: [(await findFilter(work, actor, 'MY_JOBS')) ?? []] }),
    getReviewFilter: async (work, actor) => ({ result: [(await findFilter(work, actor, 'REVIEW')) ?? []] }),
    async saveMyJobsFilter(work, actor, { body }) {
      await saveFilter(work, actor, 'MY_JOBS', body)
      return { message: 'Configured Job Filters' }
    },
    async saveReviewFilter(work, actor, { body }) {
      await saveFilter(work, actor, 'REVIEW', body)
      return { message: 'Configured Job Filters' }
    },
  }),
})
