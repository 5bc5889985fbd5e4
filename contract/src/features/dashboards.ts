import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { day, id, text, time } from '../shapes.ts'
import { everyone, managers, workers } from '../roles.ts'
import { JobRow } from './job.ts'
import { SpeechEngine } from './speech-engine.ts'

const lastLogin = z.nullable(z.object({ name: z.string(), lastLoginTimeStamp: time }))

/** The size of a clinic, and the latest events in it (DASH-27 to DASH-30). */
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
  /** The clinic's own zone, for showing the times above. */
  timeZone: z.string(),
  /** Its zone is not UTC, with which a clinic may begin unasked, or somebody has saved its main facility. */
  isTimeZoneSet: z.boolean(),
  facilitiesInfo: z.array(z.object({ facilityId: id, facilityName: z.string() })),
})
export type ClinicCounts = z.output<typeof ClinicCounts>

/** Counts of a dashboard (DASH-26 to DASH-30); the screen decides which of them a role sees. */
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

/** The stages of the pipeline, in order. */
export const pipelineStages = ['TO_TYPE', 'TYPING', 'REVIEW_1', 'REVIEW_2', 'FILED'] as const

/** The bounds between the ages of waiting jobs, in hours. */
export const ageBounds = [4, 24, 72] as const

/** The current work of a clinic: the jobs at each stage, and the work of the last days. */
export const Pipeline = z.object({
  stages: z.array(
    z.object({
      stage: z.enum(pipelineStages),
      /** For FILED: only today's. */
      jobs: z.number(),
      /** Seconds of sound. */
      audioLength: z.number(),
      /** Since when the job that has waited longest at this stage has waited. */
      waitingSince: z.nullable(time),
      /** Number of jobs past their due time. */
      late: z.number(),
      /** Number of jobs waiting at this stage up to each of `ageBounds` hours, and longer; empty for FILED. */
      ages: z.array(z.number()),
    }),
  ),
  /** More jobs are open than were examined: sound and late are minimums. */
  isCapped: z.boolean(),
  submittedToday: z.number(),
  filedToday: z.number(),
  /** Time from submitted to filed, for jobs filed today. */
  medianMinutes: z.nullable(z.number()),
  /** The last 14 days of the clinic, today last. */
  days: z.array(
    z.object({
      day,
      received: z.number(),
      filed: z.number(),
      /** Time from submitted to filed, for jobs filed that day: the median, and the 90th percentile. */
      medianMinutes: z.nullable(z.number()),
      p90Minutes: z.nullable(z.number()),
    }),
  ),
})
export type Pipeline = z.output<typeof Pipeline>

/** The state of a part of the product that others depend on: its waiting work, and its failures. */
const System = z.object({
  system: z.enum(['SPEECH', 'EHR', 'MAIL']),
  /** KEPT: nothing leaves the product, because nothing is connected; NONE: it is not possible at all. */
  way: z.enum(['CONNECTED', 'KEPT', 'NONE']),
  waiting: z.number(),
  waitingSince: z.nullable(time),
  /** In the last 24 hours; null if not counted. */
  failed: z.nullable(z.number()),
  /** The speech engine, only for SPEECH. */
  engine: z.optional(SpeechEngine),
  /**
   * Only for SPEECH: the search for voices is not available on this computer, so words recognised in noise stay in
   * drafts.
   */
  isVoiceSearchMissing: z.optional(z.boolean()),
  /** Why the configured system cannot be used, as the end of a sentence. */
  trouble: z.optional(z.string()),
  /** Only for EHR: the facility whose patients have not been read for longest, and how many facilities that is true of. */
  unread: z.optional(
    z.object({ facilityId: id, facilityName: z.string(), since: time, failure: z.string(), facilities: z.number() }),
  ),
})
export type System = z.output<typeof System>

/** The people at work and their jobs, and the state of the systems that the work depends on. */
export const AtWork = z.object({
  /** Those who took a job last come first; an author’s own notes do not belong to the clinic’s pools. */
  people: z.array(
    z.object({
      id,
      fullName: z.string(),
      /** Of the job that they took last. */
      stage: z.enum(['TYPING', 'REVIEW_1', 'REVIEW_2']),
      jobId: id,
      jobNumber: z.string(),
      since: time,
      /** Number of jobs they hold. */
      jobs: z.number(),
    }),
  ),
  /** Number of people who hold a job; `people` are the first of them. */
  total: z.number(),
  systems: z.array(System),
})
export type AtWork = z.output<typeof AtWork>

/** How long one person may hold a job before it counts as stuck. */
export const stuckAfterHours = 4
/** How long a job may rest at its stage before it counts as stuck. */
export const restsAfterHours = 24
/** How many of the jobs worked on last are shown. */
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
