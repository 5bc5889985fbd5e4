import { jobListCalls } from '@dictara/contract/job-lists'
import { seesWholeClinic } from '../../platform/actor.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { listAuthors } from './counts.store.ts'
import { readRows } from './job-rows.store.ts'
import { countJobs, listJobs, searchJobs } from './list-jobs.ts'
import { myJobsRule, reviewRule } from './list-rules.store.ts'
import { findFilter, saveFilter } from './saved-filters.store.ts'

export { countJobs, myJobsRule, readRows, reviewRule }

/** The job lists, their counts and saved filters. */
export const jobListsFeature = (): Feature => ({
  name: 'job-lists',
  calls: serve(jobListCalls, {
    listMyJobs: ({ work, query }) => listJobs(work, myJobsRule, query),
    listJobsToReview: ({ work, query }) => listJobs(work, reviewRule, query),
    searchJobs: ({ work, query }) => searchJobs(work, query),
    countMyJobs: async ({ work }) => ({ result: [await countJobs(work, myJobsRule)] }),
    countJobsToReview: async ({ work }) => ({ result: [await countJobs(work, reviewRule)] }),
    listAuthors: async ({ work, actor }) => ({
      result: await listAuthors(work, seesWholeClinic(actor) ? null : actor.facilityIds),
    }),
    getMyJobsFilter: async ({ work }) => ({ result: [(await findFilter(work, 'MY_JOBS')) ?? []] }),
    getReviewFilter: async ({ work }) => ({ result: [(await findFilter(work, 'REVIEW')) ?? []] }),
    async saveMyJobsFilter({ work, body }) {
      await saveFilter(work, 'MY_JOBS', body)
      return { message: 'Configured Job Filters' }
    },
    async saveReviewFilter({ work, body }) {
      await saveFilter(work, 'REVIEW', body)
      return { message: 'Configured Job Filters' }
    },
  }),
})
