import type { FacilityCard } from '@dictara/contract/facilities'
import type { AtWork, DashboardCounts, Pipeline } from '@dictara/contract/dashboards'
import { idOf } from './stored-user.fixtures.ts'

/** 15:04 in the time zone of the clinic, which does not depend on that of the browser. */
const at = '2026-11-20T01:04:00Z'
/** Every count of a dashboard. All numbers differ, so that a test notices a wrong one. */
export const counts: DashboardCounts = {
  myJobs: 11,
  availableJobs: 12,
  inProgressJobs: 13,
  inReviewJobs: 14,
  completedJobs: 15,
  inCompleteJobs: 16,
  rejectedJobs: 17,
  readyJobs: 18,
  availableTranscriptions: 19,
  inProgressTranscriptions: 20,
  adminCount: 21,
  doctorCount: 22,
  reviewerCount: 23,
  transcriptionistCount: 24,
  facilityCount: 25,
  openJobsCount: 26,
  openJobCount: 26,
  completedJobsCount: 27,
  lastLogedinAdmin: { name: 'Ada Byron', lastLoginTimeStamp: at },
  lastLogedinDoctor: null,
  lastLogedinReviewer: { name: 'Ruth Amsel', lastLoginTimeStamp: at },
  lastJobCreatedOn: at,
  lastJobCompletedOn: null,
  facilityLastUpdatedOn: at,
  timeZone: 'Pacific/Kiritimati',
  isTimeZoneSet: true,
  facilitiesInfo: [],
}

/** Nobody is working, and all connected systems work. */
export const quietAtWork: AtWork = {
  people: [],
  total: 0,
  systems: (['SPEECH', 'EHR', 'MAIL'] as const).map((system) => ({
    system,
    way: 'CONNECTED',
    waiting: 0,
    waitingSince: null,
    failed: system === 'MAIL' ? null : 0,
  })),
}

/** The pipeline of a clinic without any jobs. */
export const quietPipeline: Pipeline = {
  stages: (['TO_TYPE', 'TYPING', 'REVIEW_1', 'REVIEW_2', 'FILED'] as const).map((stage) => ({
    stage,
    jobs: 0,
    audioLength: 0,
    waitingSince: null,
    late: 0,
    ages: stage === 'FILED' ? [] : [0, 0, 0, 0],
  })),
  isCapped: false,
  submittedToday: 0,
  filedToday: 0,
  medianMinutes: null,
  days: Array.from({ length: 14 }, (_, day) => ({
    day: `2026-11-${String(day + 7).padStart(2, '0')}`,
    received: 0,
    filed: 0,
    medianMinutes: null,
    p90Minutes: null,
  })),
}

/** Returns a facility that needs no warning. `facts` override its fields. */
export const aFacilityCard = (
  facility: Partial<FacilityCard['facility']> = {},
  emrHandlingData: Partial<FacilityCard['emrHandlingData']> = {},
): FacilityCard => ({
  facility: {
    facilityId: idOf(70),
    facilityName: 'Harbor Street Main',
    facilityExpireDate: null,
    hasExpired: false,
    disabled: false,
    ...facility,
  },
  emrHandlingData: { emrVerificationStatus: null, emrVerificationUrl: null, ...emrHandlingData },
})
