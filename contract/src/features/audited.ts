import * as z from 'zod/mini'
import { userTypes } from '../roles.ts'
import { id, ofPatient, patientName, time } from '../shapes.ts'

/** The states of a job that its audit knows (AUD-20); `InProgress` only for billers. */
export const auditedStatuses = ['Completed', 'Billed', 'StruckOut', 'InProgress'] as const
export type AuditedStatus = (typeof auditedStatuses)[number]

/** What people read for a status: a biller sees in it what is left to do (BILR-25 to BILR-27). */
export const auditedStatusWords = {
  jobs: { Completed: 'Completed', Billed: 'Billed', StruckOut: 'Struck Out', InProgress: 'In progress' },
  billers: {
    Completed: 'Ready to Bill',
    Billed: 'Billed',
    StruckOut: 'Struck Out',
    InProgress: 'Transcription In-progress',
  },
} as const satisfies Record<string, Record<AuditedStatus, string>>

/** The kinds of people by which sign-ins can be narrowed (AUD-03). */
export const auditedUserTypes = ['admin', 'transcriptionist', 'reviewer', 'doctor'] as const

/** What a search of the audit looks at (AUD-05). */
export const auditSearchKeys = ['userName', 'jobName', 'status'] as const
export type AuditSearchKey = (typeof auditSearchKeys)[number]

/** What sign-ins can be searched for by status. */
export const signInStatuses = ['FAILED', 'ACTIVE', 'ENDED'] as const
export type SignInStatus = (typeof signInStatuses)[number]

const strikeStatus = z.object({ strikeStatus: z.enum(['NONE', 'STRUCK', 'FAILED']) })

/** A sign-in of a person (AUD-27). */
export const LoginSession = z.object({
  id,
  userId: id,
  fullName: z.string(),
  email: z.string(),
  profilePic: z.nullable(z.string()),
  userType: z.enum(userTypes),
  /** Of the clinic: times are shown in it. */
  timeZone: z.string(),
  loginTime: time,
  /** 0: still active, or failed; `loggingStatus` tells which (Q146). */
  logoutTime: z.union([time, z.literal(0)]),
  loggedUserIp: z.nullable(z.string()),
  loggingStatus: z.enum(['SUCCESS', 'FAILED']),
})
export type LoginSession = z.output<typeof LoginSession>

/** A job as the audit lists it (AUD-24). */
export const AuditedJob = z.object({
  jobId: id,
  jobNumber: z.string(),
  submissionTime: time,
  /** Of the facility: times are shown in it (Q183). */
  timeZone: z.string(),
  /** Seconds. */
  audioLength: z.number(),
  author: z.string(),
  authorId: id,
  patientName,
  facility: z.object({ facilityId: id, facilityName: z.string() }),
  status: z.enum(auditedStatuses),
  /** The note as it was filed; null where none was. */
  progressNote: z.nullable(strikeStatus),
  practitionerNote: z.nullable(strikeStatus),
})
export type AuditedJob = z.output<typeof AuditedJob>

/** One person's work on a job, from when to when (AUD-25). */
export const JobAuditRow = z.object({
  id,
  jobId: id,
  jobNumber: z.string(),
  userName: z.string(),
  userType: z.enum(userTypes),
  stage: z.enum(['TRANSCRIPTION', 'REVIEW', 'BILLING']),
  level: z.nullable(z.string()),
  startTime: time,
  endTime: z.nullable(time),
  /** How it ended; null while it goes on. */
  status: z.nullable(z.string()),
  comment: ofPatient(z.nullable(z.string())),
})
export type JobAuditRow = z.output<typeof JobAuditRow>

/** One thing that happened to a job. */
export const TimelineEntry = z.object({
  id,
  at: time,
  /** The name of the event, e.g. `job.bill`, `note.viewed`. */
  event: z.string(),
  /** null: Dictara itself did it. */
  userName: z.nullable(z.string()),
  userType: z.nullable(z.enum(userTypes)),
  level: z.nullable(z.string()),
  comment: ofPatient(z.nullable(z.string())),
  /** What recognised the speech, where the event is a conversion. */
  engine: z.nullable(z.string()),
  /** How many words the text at that moment adds or drops against the text before, where the event hands on a text. */
  wordsChanged: z.nullable(z.number()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

/** A facility, and when it was last enabled, disabled or changed (AUD-28). */
export const AuditedFacility = z.object({
  facilityId: id,
  facilityName: z.string(),
  timeZone: z.string(),
  facilityDisableStatusLastUpdated: z.nullable(time),
  /** When it or one of its settings was last changed. */
  lastUpdated: z.nullable(time),
  disabled: z.boolean(),
})
export type AuditedFacility = z.output<typeof AuditedFacility>

/** What happened to a facility: it was switched, set up, or its EHR was. */
export const facilityAuditStatuses = [
  'ENABLE',
  'DISABLE',
  'ADDED',
  'CHANGED',
  'EHR_CONFIGURED',
  'EHR_REMOVED',
  'EHR_TEST_PASSED',
  'EHR_TEST_FAILED',
  'EHR_FIELDS_CHANGED',
  'TURNAROUND_CHANGED',
  'PERSON_VERIFIED',
  'PERSON_NOT_VERIFIED',
] as const

export const FacilityAuditEntry = z.object({
  id,
  updateDate: time,
  status: z.enum(facilityAuditStatuses),
  /** The names of the settings that were changed, never their values. */
  changed: z.array(z.string()),
  userName: z.nullable(z.string()),
})
export type FacilityAuditEntry = z.output<typeof FacilityAuditEntry>

/** One look at a patient: at the record, or at a note, sound or details of one of their jobs. */
export const PatientLook = z.object({
  id,
  at: time,
  /** Of the clinic. */
  timeZone: z.string(),
  event: ofPatient(z.string()),
  userName: z.string(),
  userType: z.enum(userTypes),
  ip: z.nullable(z.string()),
  jobNumber: z.nullable(z.string()),
})
export type PatientLook = z.output<typeof PatientLook>
