import * as z from 'zod/mini'
import { type CallSpec, defineCalls, defineRefusals } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { authors, managers } from '../roles.ts'
import { id, idList, idOf, nothing, ofPatient, wordList } from '../shapes.ts'
import {
  AuditedFacility,
  AuditedJob,
  auditedUserTypes,
  type AuditSearchKey,
  auditSearchKeys,
  FacilityAuditEntry,
  JobAuditRow,
  LoginSession,
  PatientLook,
  TimelineEntry,
} from './audited.ts'

export * from './audited.ts'

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
    summary: 'The facilities that the caller manages, and when each was last enabled, disabled or changed.',
    callers: managers,
    query: listQuery({}),
    row: AuditedFacility,
  }),
  getFacilityAudit: {
    method: 'GET',
    path: '/clinic/audit/facility-audit',
    summary: 'When a facility was enabled, disabled, set up and connected to an EHR, newest first.',
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
