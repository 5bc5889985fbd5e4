import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { day, id, text, time } from '../shapes.ts'
import { everyone, managers, workers } from '../roles.ts'
import { JobRow } from './job.ts'
import { SpeechEngine } from './speech-engine.ts'

const lastLogin = z.nullable(z.object({ name: z.string(), lastLoginTimeStamp: time }))

/** What a clinic consists of, and what happened last in it (DASH-27 to DASH-30). */
export const ClinicCounts = z.object({
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
export type ClinicCounts = z.output<typeof ClinicCounts>

/** Counts of a dashboard (DASH-26 to DASH-30); which of them a role shows is decided on the screen. */
export const DashboardCounts = z.extend(ClinicCounts, {
  myJobs: z.number(),
  availableJobs: z.number(),
  inProgressJobs: z.number(),
  inReviewJobs: z.number(),
  completedJobs: z.number(),
  inCompleteJobs: z.number(),
  rejectedJobs: z.number(),
  readyJobs: z.number(),
})
export type DashboardCounts = z.output<typeof DashboardCounts>

/** The stages of the pipeline, in their order. */
export const pipelineStages = ['TO_TYPE', 'TYPING', 'REVIEW_1', 'REVIEW_2', 'FILED'] as const

/** Where the ages of what waits are parted, in hours. */
export const ageBounds = [4, 24, 72] as const

/** The work of a clinic as it stands: what lies at each stage, and what the last days brought. */
export const Pipeline = z.object({
  stages: z.array(
    z.object({
      stage: z.enum(pipelineStages),
      /** Of FILED: those of today. */
      jobs: z.number(),
      /** Seconds of sound. */
      audioLength: z.number(),
      /** Since when the one waits that has waited longest at this stage. */
      waitingSince: z.nullable(time),
      /** How many are past their due time. */
      late: z.number(),
      /** How many wait at this stage for up to each of `ageBounds` hours, and for longer; of FILED none. */
      ages: z.array(z.number()),
    }),
  ),
  /** More is open than was looked at: sound and late are least numbers. */
  isCapped: z.boolean(),
  submittedToday: z.number(),
  filedToday: z.number(),
  /** From submitted to filed, of what was filed today. */
  medianMinutes: z.nullable(z.number()),
  /** The last 14 days of the clinic, today last. */
  days: z.array(
    z.object({
      day,
      received: z.number(),
      filed: z.number(),
      /** From submitted to filed: half of what was filed that day took no longer, and nine tenths. */
      medianMinutes: z.nullable(z.number()),
      p90Minutes: z.nullable(z.number()),
    }),
  ),
})
export type Pipeline = z.output<typeof Pipeline>

/** How a part of the product that others depend on fares: what waits for it, and what it could not do. */
const System = z.object({
  system: z.enum(['SPEECH', 'EHR', 'MAIL']),
  /** KEPT: nothing leaves the product, because nothing is connected; NONE: it cannot be done at all. */
  way: z.enum(['CONNECTED', 'KEPT', 'NONE']),
  waiting: z.number(),
  waitingSince: z.nullable(time),
  /** In the last 24 hours; null where nobody counts it. */
  failed: z.nullable(z.number()),
  /** What recognises speech, of SPEECH only. */
  engine: z.optional(SpeechEngine),
  /** Of SPEECH only: voices cannot be looked for on this computer, so words that the engine hears in noise stay in drafts. */
  isVoiceSearchMissing: z.optional(z.boolean()),
  /** Why the system cannot be used as it is set up, as the end of a sentence. */
  trouble: z.optional(z.string()),
})
export type System = z.output<typeof System>

/** Who works now and on what, and whether what the work depends on does. */
export const AtWork = z.object({
  /** Who took something last first; an author’s own notes are no work of the clinic’s pools. */
  people: z.array(
    z.object({
      id,
      fullName: z.string(),
      /** Of the job that they took last. */
      stage: z.enum(['TYPING', 'REVIEW_1', 'REVIEW_2']),
      jobId: id,
      jobNumber: z.string(),
      since: time,
      /** How many they hold. */
      jobs: z.number(),
    }),
  ),
  /** How many people hold something; `people` are the first of them. */
  total: z.number(),
  systems: z.array(System),
})
export type AtWork = z.output<typeof AtWork>

/** So long one person may hold a job before it counts as stuck. */
export const stuckAfterHours = 4
/** So long a job may rest at its stage before it does. */
export const restsAfterHours = 24
/** So many of the jobs that somebody worked on last are told. */
export const mostRecent = 5

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
  getPipeline: {
    method: 'GET',
    path: '/clinic/job/pipeline',
    summary:
      'How many jobs are at each stage, and the figures of today and the last 14 days, for the caller’s facilities.',
    callers: managers,
    result: Pipeline,
    example: {},
  },
  getAtWork: {
    method: 'GET',
    path: '/clinic/job/at-work',
    summary: 'Who holds which job and since when, and the state of speech, EHR and mail, for the caller’s facilities.',
    callers: managers,
    result: AtWork,
    example: {},
  },
  listStuckJobs: list({
    path: '/clinic/job/stuck',
    summary:
      'Open jobs that are late, failed, held by one person for more than four hours or without movement for a day, the most urgent first.',
    callers: managers,
    query: listQuery({}),
    row: JobRow,
    audit: 'stuck-jobs.viewed',
  }),
  listRecentJobs: {
    method: 'GET',
    path: '/clinic/job/recent',
    summary: 'The last jobs that the caller worked on and may still read, newest first.',
    callers: workers,
    result: JobRow,
    audit: 'recent-jobs.viewed',
    example: {},
  },
})
