import type { JobCounts } from '@dictara/contract/job-lists'
import type { Job, JobRow } from '@dictara/contract/jobs'
import { idOf } from './stored-user.fixtures.ts'

/** The counts of a person who has no jobs. */
export const noCounts: JobCounts = {
  inProgressJobs: 0,
  inReviewJobs: 0,
  completedJobs: 0,
  inCompleteJobs: 0,
  readyJobs: 0,
  availableJobs: 0,
  rejectedJobs: 0,
}

/** Returns a row of a job list, as the server sends it. */
export const aJobRow = (facts: Partial<JobRow> = {}): JobRow => ({
  jobId: idOf(161),
  jobNumber: '000011',
  jobName: '000011',
  audioLength: 61,
  timeZone: 'America/New_York',
  submissionTime: '2026-11-20T10:00:00Z',
  lastUpdatedTime: '2026-11-20T10:00:00Z',
  author: 'Dana Okafor',
  authorId: idOf(2),
  patientId: idOf(171),
  patientName: 'Mary Wollstonecraft',
  medicalRecordNumber: 'MRN-171',
  gender: 'Female',
  dob: '1959-04-27',
  workType: 'Progress Note',
  priority: 'ROUTINE',
  dueAt: '2026-11-21T10:00:00Z',
  waitingSince: '2026-11-20T10:00:00Z',
  status: 'IN_PROGRESS',
  level: null,
  currentLevelOfReview: null,
  levels: null,
  staysHere: false,
  returned: false,
  transcribedBy: null,
  reviewedBy: [],
  reviewerInProgress: null,
  heldBy: null,
  heldSince: null,
  facility: { facilityId: idOf(4), facilityName: 'Annex' },
  comments: [],
  reasonForFailing: null,
  failStage: null,
  isEnabled: true,
  progress: null,
  version: 1,
  allowedActions: ['view'],
  ...facts,
})

/** Returns a whole job, as the server sends it to an editor. */
export const aJob = (facts: Partial<Job> = {}): Job => ({
  ...aJobRow(),
  dateOfEncounter: null,
  today: '2026-11-20',
  templates: [],
  transcriberId: null,
  isAuthor: true,
  editable: true,
  notices: [],
  audioTime: 0,
  ...facts,
})
