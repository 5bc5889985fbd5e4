import * as z from 'zod/mini'
import { type CallSpec, defineCalls, defineRefusals } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { authors, managers, userTypes } from '../roles.ts'
import { id, idList, idOf, nothing, ofPatient, patientName, time, wordList } from '../shapes.ts'

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

/** A facility, and when it was last enabled or disabled (AUD-28). */
export const AuditedFacility = z.object({
  facilityId: id,
  facilityName: z.string(),
  timeZone: z.string(),
  facilityDisableStatusLastUpdated: z.nullable(time),
  disabled: z.boolean(),
})
export type AuditedFacility = z.output<typeof AuditedFacility>

export const FacilityAuditEntry = z.object({
  id,
  updateDate: time,
  status: z.enum(['ENABLE', 'DISABLE']),
  userName: z.nullable(z.string()),
})
export type FacilityAuditEntry = z.output<typeof FacilityAuditEntry>

/** One look at a patient: at the record, or at a note, sound or details of one of their jobs. */
export const PatientLook = z.object({
  id,
  at: time,
  event: ofPatient(z.string()),
  userName: z.string(),
  userType: z.enum(userTypes),
  ip: z.nullable(z.string()),
  jobNumber: z.nullable(z.string()),
})
export type PatientLook = z.output<typeof PatientLook>

export const auditRefusals = defineRefusals({
  rangeReversed: { status: 422, code: 'audit-range-reversed', message: 'The first day is after the last one.' },
})

const moment = z.optional(
  z.union([
    z.literal(''),
    z
      .string()
      .check(
        z.refine(
          (value) =>
            /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(value) && !Number.isNaN(Date.parse(value)),
          'Enter a time as 2026-11-29 or 2026-11-29T08:00:00Z.',
        ),
      ),
  ]),
)
const searchKey = (byDefault: AuditSearchKey) =>
  z.prefault(z.enum(auditSearchKeys, { error: 'Search by userName, jobName or status.' }), byDefault)
const userTypeFilter = wordList(
  auditedUserTypes.map((type) => type.toUpperCase()) as Uppercase<(typeof auditedUserTypes)[number]>[],
  'This kind of person can’t be chosen.',
)

const sessionsQuery = listQuery({
  search: 'searchValue',
  sort: ['loginTime'],
  order: 'descend',
  filters: { userTypeFilter, facilityIds: idList('facility') },
  /** `loginTime` to `logoutTime`: when people signed in. */
  scope: { searchKey: searchKey('userName'), loginTime: moment, logoutTime: moment },
})
const jobsQuery = listQuery({
  search: 'searchValue',
  sort: ['submissionTime'],
  order: 'descend',
  filters: { userTypeFilter, facilityIds: idList('facility') },
  scope: { searchKey: searchKey('jobName'), submitTimeFrom: moment, submitTimeTo: moment },
})
const billedQuery = listQuery({
  search: 'searchValue',
  sort: ['submissionTime'],
  order: 'descend',
  filters: { userTypeFilter, doctorIds: idList('none') },
  scope: { searchKey: searchKey('status'), submitTimeFrom: moment, submitTimeTo: moment },
})
const looksQuery = listQuery({ size: 20, scope: { from: moment, to: moment } })

/** A call that streams a CSV file. It is a POST, so that each export is audited once and moves the idle clock. */
/* #__NO_SIDE_EFFECTS__ */
const csv = <
  const S extends Pick<
    CallSpec,
    'path' | 'summary' | 'callers' | 'params' | 'query' | 'audit' | 'auditDetail' | 'example'
  >,
>(
  spec: S,
) =>
  ({
    ...spec,
    method: 'POST',
    kind: 'download',
    answerWithinMs: 600_000,
    readsBody: true,
    result: ofPatient(z.object({})),
  }) as const

export const auditCalls = defineCalls({
  listSessions: list({
    method: 'POST',
    path: '/clinic/audit/login-data',
    summary: 'The sign-ins of the people whom the caller manages, failed ones too, newest first.',
    callers: managers,
    query: sessionsQuery,
    row: LoginSession,
    audit: 'audit.sessions-viewed',
  }),
  listSessionJobs: list({
    path: '/clinic/audit/job-auditing-data/{sessionId}',
    summary: 'The jobs on which somebody worked in one login session (Q141).',
    callers: managers,
    params: z.object({ sessionId: idOf('audited-session') }),
    query: listQuery({ search: 'searchValue', size: 13 }),
    row: JobAuditRow,
    audit: 'audit.session-jobs-viewed',
    example: { params: { sessionId: '$session' } },
  }),
  listAuditedJobs: list({
    method: 'POST',
    path: '/clinic/audit/jobs',
    summary:
      'Completed, billed and struck-out jobs: a doctor’s own, or those of the facilities that the caller manages.',
    callers: authors,
    query: jobsQuery,
    row: AuditedJob,
    audit: 'audit.jobs-viewed',
  }),
  getJobAudit: {
    method: 'GET',
    path: '/clinic/audit/jobs/{jobId}',
    summary: 'Who worked on a job, from when to when, how it ended, the oldest first.',
    callers: [...authors, 'biller'],
    params: z.object({ jobId: idOf('audited-job') }),
    result: JobAuditRow,
    audit: 'audit.job-viewed',
    example: { params: { jobId: '$job' } },
  },
  listTimeline: list({
    path: '/clinic/audit/jobs/{jobId}/timeline',
    summary: 'Everything that happened to a job, the oldest first; with `reads=true` also who read it.',
    callers: authors,
    params: z.object({ jobId: idOf('audited-job') }),
    query: listQuery({
      size: 50,
      scope: { reads: z.prefault(z.enum(['true', 'false'], { error: 'Say true or false.' }), 'false') },
    }),
    row: TimelineEntry,
    audit: 'audit.timeline-viewed',
    example: { params: { jobId: '$job' } },
  }),
  tellAuditPrinted: {
    method: 'POST',
    path: '/clinic/audit/jobs/{jobId}/printed',
    summary: 'Tells that the audit of a job was printed.',
    callers: [...authors, 'biller'],
    params: z.object({ jobId: idOf('audited-job') }),
    result: nothing,
    audit: 'audit.printed',
    example: { params: { jobId: '$job' } },
  },
  listAuditedFacilities: list({
    path: '/clinic/audit/list-audit-facilty',
    summary: 'The facilities that the caller manages, and when each was last enabled or disabled.',
    callers: managers,
    query: listQuery({}),
    row: AuditedFacility,
  }),
  getFacilityAudit: {
    method: 'GET',
    path: '/clinic/audit/facility-audit',
    summary: 'When a facility was enabled and disabled, newest first.',
    callers: managers,
    query: z.object({ facilityId: idOf('facility') }),
    result: FacilityAuditEntry,
    example: { query: { facilityId: '$facility' } },
  },
  listBilledAudit: list({
    method: 'POST',
    path: '/clinic/biller/jobs/audit',
    summary: 'Jobs of the doctors for whom the biller works, by author, day, number or status (Q139).',
    callers: ['biller'],
    query: billedQuery,
    row: AuditedJob,
    audit: 'audit.billed-jobs-viewed',
  }),
  listBillerDoctors: {
    method: 'GET',
    path: '/clinic/biller/doctors',
    summary: 'The doctors for whom the biller works.',
    callers: ['biller'],
    result: z.object({ doctorId: id, doctorName: z.string() }),
    example: {},
  },
  listPatientLooks: list({
    path: '/clinic/audit/patient/{patientId}/looks',
    summary: 'Who looked at a patient: at the record, and at the notes and recordings of their jobs, newest first.',
    callers: ['clinicAdmin'],
    params: z.object({ patientId: idOf('seen-patient') }),
    query: looksQuery,
    row: PatientLook,
    audit: 'audit.patient-looks-viewed',
    example: { params: { patientId: '$patient' } },
  }),
  exportSessions: csv({
    path: '/clinic/audit/login-data/csv',
    summary: 'All sign-ins that the filters leave, as a CSV file.',
    callers: managers,
    query: sessionsQuery.schema,
    audit: 'audit.sessions-exported',
    auditDetail: ['loginTime', 'logoutTime', 'searchKey'],
    example: {},
  }),
  exportAuditedJobs: csv({
    path: '/clinic/audit/jobs/csv',
    summary: 'All audited jobs that the filters leave, as a CSV file.',
    callers: authors,
    query: jobsQuery.schema,
    audit: 'audit.jobs-exported',
    auditDetail: ['submitTimeFrom', 'submitTimeTo', 'searchKey'],
    example: {},
  }),
  exportBilledAudit: csv({
    path: '/clinic/biller/jobs/audit/csv',
    summary: 'All jobs of the biller’s audit that the filters leave, as a CSV file.',
    callers: ['biller'],
    query: billedQuery.schema,
    audit: 'audit.billed-jobs-exported',
    auditDetail: ['submitTimeFrom', 'submitTimeTo', 'searchKey'],
    example: {},
  }),
  exportPatientLooks: csv({
    path: '/clinic/audit/patient/{patientId}/looks/csv',
    summary: 'Everyone who looked at a patient between two days, as a CSV file.',
    callers: ['clinicAdmin'],
    params: z.object({ patientId: idOf('seen-patient') }),
    query: looksQuery.schema,
    audit: 'audit.patient-looks-exported',
    example: { params: { patientId: '$patient' } },
  }),
})
