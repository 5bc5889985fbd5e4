import type { StoredUser } from '@dictara/contract/identity'
import { isManager } from '@dictara/contract/roles'

export const paths = {
  login: '/login',
  dashboard: '/dashboard',
  audit: '/dashboard/audit',
  biller: '/dashboard/biller',
  billerAudit: '/dashboard/biller-audit',
  billing: '/dashboard/billing',
  manageCards: '/dashboard/billing/manage-cards',
  manageSubscription: '/dashboard/billing/manage-subscription',
  paymentLogs: '/dashboard/billing/payment-logs',
  /** The note of a completed or billed job, read only (AUD-14). */
  readNote: (jobId: string, userType: string) =>
    `/dashboard/new-editor/${jobId}?jobStage=completed&userType=${userType}`,
  /** The read-only note of a billed job (BILR-12). */
  billed: (jobId: string) => `/dashboard/billers-jobs/${jobId}?jobStage=billed&userType=biller`,
  delivery: '/dashboard/delivery',
  dictionary: '/dashboard/dictionary',
  dictionaryTemplates: '/dashboard/dictionary-templates',
  ehrConfiguration: '/dashboard/settings/ehr-configuration',
  settings: '/dashboard/settings',
  profile: '/dashboard/settings/profile',
  signInPolicy: '/dashboard/settings/sign-in',
  enrol: '/second-factor',
  facilities: '/dashboard/settings/facility',
  newFacility: '/dashboard/facility/new',
  facility: (facilityId: string) => `/dashboard/facility/${facilityId}`,
  deviceConfiguration: '/dashboard/settings/device-configuration',
  phrases: '/dashboard/settings/key-to-phrase',
  /** Dictation templates. */
  templates: '/dashboard/settings/dictation',
  newTemplate: '/dashboard/settings/dictation/new',
  template: (templateId: string) => `/dashboard/settings/dictation/${templateId}`,
  turnaround: '/dashboard/settings/turnaround',
  importPeople: '/dashboard/UsersPage/import',
  importPatients: '/dashboard/patients/import',
  jobsList: '/dashboard/jobs-list',
  myJobs: (stage: string) => `/dashboard/jobs-list/my-jobs/${stage}`,
  jobsToReview: (stage: string) => `/dashboard/jobs-list/jobs-to-review/${stage}`,
  jobsFlat: (stage: string) => `/dashboard/jobs-list/${stage}`,
} as const

/** Where a person lands after signing in (AUTH-24 to AUTH-27, Q003). */
export function homeOf(user: StoredUser): string {
  if (user.userType === 'biller') return paths.biller
  if (user.userType === 'dictaraGod') return paths.dictionary
  return isManager(user) && !user.superAdmin && !user.clinicConfigured ? paths.ehrConfiguration : paths.dashboard
}
