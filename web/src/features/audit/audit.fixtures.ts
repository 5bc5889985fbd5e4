import type { AuditedJob, JobAuditRow, LoginSession, TimelineEntry } from '@dictara/contract/audit'

export const ids = {
  session: '019a0000-0000-7000-8000-000000000071',
  job: '019a0000-0000-7000-8000-000000000072',
  facility: '019a0000-0000-7000-8000-000000000001',
  doctor: '019a0000-0000-7000-8000-000000000002',
} as const

export const aSession = (facts: Partial<LoginSession> = {}): LoginSession => ({
  id: ids.session,
  userId: ids.doctor,
  fullName: 'Dana Okafor',
  email: 'dana.okafor@example.org',
  profilePic: null,
  userType: 'doctor',
  timeZone: 'America/New_York',
  loginTime: '2026-11-20T13:00:00.000Z',
  logoutTime: '2026-11-20T15:30:00.000Z',
  loggedUserIp: '10.0.0.7',
  loggingStatus: 'SUCCESS',
  ...facts,
})

export const anAuditedJob = (facts: Partial<AuditedJob> = {}): AuditedJob => ({
  jobId: ids.job,
  jobNumber: '000042',
  submissionTime: '2026-11-20T13:00:00.000Z',
  timeZone: 'America/New_York',
  audioLength: 61,
  author: 'Dana Okafor',
  authorId: ids.doctor,
  patientName: 'Amara Abbott',
  facility: { facilityId: ids.facility, facilityName: 'Harbor Street Main' },
  status: 'Completed',
  progressNote: { strikeStatus: 'NONE' },
  practitionerNote: null,
  ...facts,
})

export const aStint = (facts: Partial<JobAuditRow> = {}): JobAuditRow => ({
  id: ids.session,
  jobId: ids.job,
  jobNumber: '000042',
  userName: 'Ruth Amsel',
  userType: 'reviewer',
  stage: 'REVIEW',
  level: 'LEVEL_2',
  startTime: '2026-11-20T14:00:00.000Z',
  endTime: '2026-11-20T14:10:00.000Z',
  status: 'Rejected',
  comment: 'The dose is missing',
  ...facts,
})

export const anEntry = (facts: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: ids.session,
  at: '2026-11-20T13:01:00.000Z',
  event: 'job.handToPool',
  userName: null,
  userType: null,
  level: null,
  comment: null,
  engine: 'whisper large',
  wordsChanged: null,
  ...facts,
})
