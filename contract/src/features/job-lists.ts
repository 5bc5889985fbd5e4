import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { id, idList, nothing, text, wordList } from '../shapes.ts'
import { JobRow, jobStatuses } from './job.ts'
import { everyone, reviewers, transcribers } from '../roles.ts'

/** The tabs' words on the wire (lists.md), accepted in any case and with the slugs of the routes as aliases. */
export const listStatuses = [
  'INPROGRESS',
  'INREVIEW',
  'COMPLETE',
  'INCOMPLETE',
  'READY',
  'AVAILABLE',
  'REJECTED',
] as const
export type ListStatus = (typeof listStatuses)[number]

const aliases: Record<string, ListStatus> = {
  COMPLETED: 'COMPLETE',
  IN_PROGRESS: 'INPROGRESS',
  IN_REVIEW: 'INREVIEW',
}

const listStatus = (byDefault: ListStatus) =>
  z.prefault(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((value: string) => {
          const word = value.toUpperCase().replaceAll('-', '_')
          return aliases[word] ?? word.replaceAll('_', '')
        }),
      ),
      z.enum(listStatuses, { error: 'This list of jobs doesn’t exist.' }),
    ),
    byDefault,
  )

/** Filters of a list of jobs: late ones, and those that the caller holds. */
export const onlyWords = ['LATE', 'MINE'] as const
export type OnlyWord = (typeof onlyWords)[number]
const only = wordList(onlyWords, 'You can filter a list by LATE and MINE.')

/**
 * The most matches in the clinic that a search counts exactly; beyond, `sizeIsCapped` says that there are more than
 * `size`.
 */
export const searchTotalCap = 3000
/** The same for lists of a person's own history, which are counted row by row. */
export const walkedTotalCap = 10_000

export const JobCounts = z.object({
  inProgressJobs: z.number(),
  inReviewJobs: z.number(),
  completedJobs: z.number(),
  inCompleteJobs: z.number(),
  readyJobs: z.number(),
  availableJobs: z.number(),
  rejectedJobs: z.number(),
})
export type JobCounts = z.output<typeof JobCounts>

/** A saved filter: a list of entries (JOBS-50). */
export const JobFilter = z
  .array(
    z.strictObject({
      key: z.enum(['facilityIds', 'doctorIds', 'status']),
      type: text(50),
      values: z.array(text(100)).check(z.maxLength(200)),
    }),
  )
  .check(z.maxLength(10))
export type JobFilter = z.output<typeof JobFilter>

const jobsQuery = (byDefault: ListStatus) =>
  listQuery({
    search: 'searchValue',
    sort: ['submissionTime'],
    order: 'own',
    filters: { facilityIds: idList('none'), doctorIds: idList('none'), only },
    scope: { status: listStatus(byDefault) },
  })

export const jobListCalls = defineCalls({
  listMyJobs: list({
    path: '/clinic/doctor/my-jobs',
    summary: 'The My Jobs lists, and the lists of a transcriptionist.',
    callers: transcribers,
    query: jobsQuery('INPROGRESS'),
    row: JobRow,
    audit: 'my-jobs.viewed',
    example: { query: { facilityIds: ['$facility'] } },
  }),
  listJobsToReview: list({
    path: '/clinic/reviewer/jobs-to-review',
    summary: 'The Jobs to review lists.',
    callers: reviewers,
    query: jobsQuery('READY'),
    row: JobRow,
    audit: 'jobs-to-review.viewed',
    example: { query: { facilityIds: ['$facility'] } },
  }),
  searchJobs: list({
    path: '/clinic/job/search',
    summary: 'Searches jobs in every state that the caller may read, by number, patient, MRN and author (Q204).',
    callers: everyone,
    query: listQuery({
      search: 'searchValue',
      filters: {
        state: wordList(jobStatuses, 'A job doesn’t have this state.'),
        level: wordList(['LEVEL_1', 'LEVEL_2'], 'This review level doesn’t exist.'),
        facilityIds: idList('none'),
        doctorIds: idList('none'),
        only,
      },
    }),
    row: JobRow,
    audit: 'jobs.searched',
    example: { query: { searchValue: '000001', facilityIds: ['$facility'] } },
  }),
  countMyJobs: {
    method: 'GET',
    path: '/clinic/job/count/my-jobs',
    summary: 'Counts of the My Jobs tabs, by the same rules as the lists.',
    callers: transcribers,
    result: JobCounts,
    example: {},
  },
  countJobsToReview: {
    method: 'GET',
    path: '/clinic/job/count/jobs-to-review',
    summary: 'Counts of the Jobs to review tabs.',
    callers: reviewers,
    result: JobCounts,
    example: {},
  },
  listAuthors: {
    method: 'GET',
    path: '/clinic/job/filter',
    summary: 'The authors that the filter drawer offers.',
    callers: reviewers,
    result: z.object({ doctorId: id, doctorName: z.string() }),
    example: {},
  },
  getMyJobsFilter: {
    method: 'GET',
    path: '/clinic/job/myJobPage/filter',
    summary: 'The saved filter of My Jobs.',
    callers: transcribers,
    result: JobFilter,
    example: {},
  },
  saveMyJobsFilter: {
    method: 'POST',
    path: '/clinic/job/myJobPage/filter',
    summary: 'Saves the filter of My Jobs.',
    callers: transcribers,
    body: JobFilter,
    result: nothing,
    example: { body: [] },
  },
  getReviewFilter: {
    method: 'GET',
    path: '/clinic/job/reviewerPage/filter',
    summary: 'The saved filter of Jobs to review.',
    callers: reviewers,
    result: JobFilter,
    example: {},
  },
  saveReviewFilter: {
    method: 'POST',
    path: '/clinic/job/reviewerPage/filter',
    summary: 'Saves the filter of Jobs to review.',
    callers: reviewers,
    body: JobFilter,
    result: nothing,
    example: { body: [] },
  },
})
