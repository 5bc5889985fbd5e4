import * as z from 'zod/mini'
import { defineRefusals } from '../call.ts'
import { day, id, named, ofPatient, patientName, time } from '../shapes.ts'

/** Canonical states (job-machine.md). */
export const jobStatuses = [
  'RECEIVED',
  'CONVERTING',
  'AVAILABLE',
  'IN_PROGRESS',
  'READY',
  'IN_REVIEW',
  'WRITING',
  'COMPLETED',
  'BILLED',
  'INCOMPLETE',
  'STRUCK_OUT',
] as const
export type JobStatus = (typeof jobStatuses)[number]

/** The urgency of a dictation (Q200). */
export const priorities = ['ROUTINE', 'STAT'] as const
export type Priority = (typeof priorities)[number]

export const reviewLevels = ['LEVEL_1', 'LEVEL_2'] as const
export type ReviewLevel = (typeof reviewLevels)[number]

/** The actions that a person may take on a job now; buttons depend on it (Q177). */
export const jobActions = [
  'start',
  'resume',
  'view',
  'save',
  'complete',
  'reject',
  'approve',
  'release',
  'reconvert',
  'resubmit',
  'delete',
  'assign',
  'strike',
  'bill',
  'change-patient',
  'set-priority',
] as const
export type JobAction = (typeof jobActions)[number]

export const JobComment = z.object({
  comment: z.string(),
  userType: z.string(),
  userName: z.string(),
  level: z.nullable(z.enum(reviewLevels)),
  createdDate: time,
})

/** A row of any job list (JOBS-48). */
export const JobRow = z.object({
  jobId: id,
  jobNumber: z.string(),
  jobName: z.string(),
  /** Whole seconds (Q183). */
  audioLength: z.number(),
  submissionTime: time,
  lastUpdatedTime: time,
  author: z.string(),
  authorId: id,
  patientId: id,
  patientName,
  /** With the two below, shown beside the patient's name; null if the reader may not see it. */
  medicalRecordNumber: ofPatient(z.nullable(z.string())),
  gender: ofPatient(z.nullable(z.string())),
  dob: ofPatient(z.nullable(day)),
  workType: z.nullable(z.string()),
  priority: z.enum(priorities),
  /** From then on it is late (Q200). */
  dueAt: time,
  /** Since when it has been in its present stage. */
  waitingSince: time,
  status: z.enum(jobStatuses),
  level: z.nullable(z.enum(reviewLevels)),
  currentLevelOfReview: z.nullable(z.enum(reviewLevels)),
  /** Number of its review levels; null until its transcription is completed. */
  levels: z.nullable(z.number()),
  returned: z.boolean(),
  transcribedBy: z.nullable(named),
  /** The people who have approved it since it was transcribed. */
  reviewedBy: z.array(z.object({ id, fullName: z.string(), level: z.nullable(z.enum(reviewLevels)) })),
  reviewerInProgress: z.nullable(z.object({ id, fullName: z.string() })),
  heldBy: z.nullable(z.object({ id, fullName: z.string() })),
  heldSince: z.nullable(time),
  facility: z.object({ facilityId: id, facilityName: z.string() }),
  /** IANA zone of the facility, for showing times (Q183). */
  timeZone: z.string(),
  comments: z.array(JobComment),
  reasonForFailing: z.nullable(z.string()),
  failStage: z.nullable(z.enum(['CONVERSION', 'EHR_WRITE'])),
  isEnabled: z.boolean(),
  /** The facility has no EHR. For a finished job: its note is in no EHR. */
  staysHere: z.boolean(),
  /** Completed share of the conversion, 0 to 1; null outside CONVERTING. */
  progress: z.nullable(z.number()),
  version: z.number(),
  allowedActions: z.array(z.enum(jobActions)),
})
export type JobRow = z.output<typeof JobRow>

/** A complete job, as needed by the editors. */
export const Job = z.extend(JobRow, {
  dateOfEncounter: z.nullable(day),
  /** Today in the facility's time zone: a date of encounter may not be later (Q189). */
  today: day,
  templates: z.array(z.object({ id, templateName: z.string() })),
  transcriberId: z.nullable(id),
  isAuthor: z.boolean(),
  editable: z.boolean(),
  /** Notices for people: nothing was recognised, the audio was cut short (Q187). */
  notices: z.array(z.string()),
  audioTime: z.number(),
})
export type Job = z.output<typeof Job>

/** The stages at which people work through jobs. */
export const jobStages = ['TRANSCRIPTION', 'REVIEW'] as const
export type JobStage = (typeof jobStages)[number]

/** Why a job is a person's next: it was returned to them, they hold it, or it is the first of the pool (Q201). */
export const nextReasons = ['returned', 'held', 'stat', 'oldest'] as const
export type NextReason = (typeof nextReasons)[number]
export const NextJob = z.extend(Job, { why: z.enum(nextReasons) })
export type NextJob = z.output<typeof NextJob>
export const NextRow = z.extend(JobRow, { why: z.enum(nextReasons) })
export type NextRow = z.output<typeof NextRow>

/** A step of a job: its person, and since when it has its state. */
export const JobTrack = z.object({
  step: z.enum(['HEARD', 'TYPING', 'REVIEW_1', 'REVIEW_2', 'FILED']),
  state: z.enum(['done', 'now', 'to-come']),
  person: z.nullable(z.string()),
  since: z.nullable(time),
})
export type JobTrack = z.output<typeof JobTrack>

/** A person's work today, and the jobs waiting in the pool of their stage. */
export const TodaysWork = z.object({
  jobs: z.number(),
  lines: z.number(),
  waiting: z.number(),
  /** The longest wait of these jobs until they were taken; null if there are none. */
  longestWaitSeconds: z.nullable(z.number()),
})
export type TodaysWork = z.output<typeof TodaysWork>

export const jobRefusals = defineRefusals({
  taken: { status: 409, code: 'job-taken', message: 'This job has already been taken.' },
  notHolder: { status: 409, code: 'job-not-held', message: 'You’re no longer working on this job.' },
  alreadyCompleted: { status: 409, code: 'job-already-completed', message: 'This job has already been completed.' },
  alreadyApproved: { status: 409, code: 'job-already-approved', message: 'This job has already been approved.' },
  alreadyReturned: { status: 409, code: 'job-already-returned', message: 'This job has already been returned.' },
  alreadyReleased: { status: 409, code: 'job-already-released', message: 'This job has already been released.' },
  alreadyBilled: { status: 409, code: 'job-already-billed', message: 'This job has already been billed.' },
  alreadyDeleted: { status: 409, code: 'job-already-deleted', message: 'This job has already been deleted.' },
  alreadyResubmitted: {
    status: 409,
    code: 'job-already-resubmitted',
    message: 'This job has already been resubmitted.',
  },
  alreadyStruck: { status: 409, code: 'job-already-struck', message: 'This job has already been struck out.' },
  wrongState: { status: 422, code: 'job-wrong-state', message: 'You can’t do this while the job is {state}.' },
  notEligible: { status: 403, code: 'not-permitted', message: 'You are not permitted to do this operation' },
  otherStage: {
    status: 422,
    code: 'other-stage',
    message: 'You don’t work at this stage.',
  },
  workTypeMissing: {
    status: 422,
    code: 'work-type-missing',
    message: 'Please select a work type before continuing',
  },
  encounterDateInFuture: {
    status: 422,
    code: 'encounter-date-in-future',
    message: 'The date of encounter can’t be in the future.',
  },
  commentMissing: { status: 422, code: 'comment-missing', message: 'Write a comment first.' },
  facilityDisabled: {
    status: 422,
    code: 'facility-disabled',
    message: 'This facility is disabled. Its jobs are on hold until it’s enabled again.',
  },
  sameApprover: {
    status: 422,
    code: 'same-approver',
    message: 'You approved this job at level 1. Someone else has to review level 2.',
  },
  notAssignable: {
    status: 422,
    code: 'not-assignable',
    message: 'This person can’t work on the job at its current stage.',
  },
  stale: {
    status: 409,
    code: 'note-changed',
    message: 'This note was changed somewhere else after you opened it. Compare the two versions.',
  },
  otherPatient: {
    status: 409,
    code: 'other-patient',
    message: 'Someone changed this job’s patient. Check the patient again.',
  },
  conversionFailed: {
    status: 422,
    code: 'conversion-failed',
    message: 'This dictation couldn’t be converted. Use Resubmit to try again.',
  },
  strikeFailed: {
    status: 422,
    code: 'strike-failed',
    message: 'Failed to perform the strike operation. Please try again.',
  },
  strikeElsewhere: {
    status: 422,
    code: 'strike-elsewhere',
    message: 'This note was filed in an EHR that its facility is no longer connected to. Strike it out in that EHR.',
  },
  unknownWorkType: { status: 422, code: 'unknown-work-type', message: 'This facility doesn’t use that work type.' },
  unknownPatient: {
    status: 422,
    code: 'unknown-patient',
    message: 'The job’s facility doesn’t have this patient.',
  },
})
