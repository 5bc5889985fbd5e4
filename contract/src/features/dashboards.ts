import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { id, text, time } from '../shapes.ts'
import { everyone, workers } from '../roles.ts'

const lastLogin = z.nullable(z.object({ name: z.string(), lastLoginTimeStamp: time }))

/** Counts of a dashboard (DASH-26 to DASH-30); which of them a role shows is decided on the screen. */
export const DashboardCounts = z.object({
  myJobs: z.number(),
  availableJobs: z.number(),
  inProgressJobs: z.number(),
  inReviewJobs: z.number(),
  completedJobs: z.number(),
  inCompleteJobs: z.number(),
  rejectedJobs: z.number(),
  readyJobs: z.number(),
  availableTranscriptions: z.number(),
  inProgressTranscriptions: z.number(),
  adminCount: z.number(),
  doctorCount: z.number(),
  reviewerCount: z.number(),
  transcriptionistCount: z.number(),
  facilityCount: z.number(),
  openJobsCount: z.number(),
  /** (sic) the same value under its second spelling (C13). */
  openJobCount: z.number(),
  completedJobsCount: z.number(),
  lastLogedinAdmin: lastLogin,
  lastLogedinDoctor: lastLogin,
  lastLogedinReviewer: lastLogin,
  lastJobCreatedOn: z.nullable(time),
  lastJobCompletedOn: z.nullable(time),
  facilityLastUpdatedOn: z.nullable(time),
  /** The clinic's own, in which the moments above are shown. */
  timeZone: z.string(),
  facilitiesInfo: z.array(z.object({ facilityId: id, facilityName: z.string() })),
})
export type DashboardCounts = z.output<typeof DashboardCounts>

export const dashboardCalls = defineCalls({
  getDashboard: {
    method: 'GET',
    path: '/clinic/{role}/dashboard',
    summary: 'The counts of the caller’s dashboard; `role` is the caller’s user type or flavour.',
    callers: everyone,
    params: z.object({ role: text(30) }),
    result: DashboardCounts,
    example: { params: { role: '$role' } },
  },
  getJobBoard: {
    method: 'GET',
    path: '/clinic/job/job-board',
    summary: 'The combined board of those who transcribe and review (DASH-31).',
    callers: workers,
    result: z.object({ reviewerJobCount: z.number(), transcriptionistJobCount: z.number() }),
    example: {},
  },
})
