import { billerCalls } from './features/biller-review.ts'
import { dashboardCalls } from './features/dashboards.ts'
import { dictationCalls } from './features/dictations.ts'
import { facilityCalls } from './features/facilities.ts'
import { filingCalls } from './features/filing.ts'
import { identityCalls } from './features/identity.ts'
import { jobListCalls } from './features/job-lists.ts'
import { jobCalls } from './features/jobs.ts'
import { noteCalls } from './features/notes.ts'
import { notificationCalls } from './features/notifications.ts'
import { patientCalls } from './features/patients.ts'
import { peopleCalls } from './features/people.ts'
import { templateCalls } from './features/templates.ts'

/** Every call of the product, by feature: the spine (architecture.md section 5). For the server and for tests. */
export const allCalls = {
  identity: identityCalls,
  facilities: facilityCalls,
  patients: patientCalls,
  templates: templateCalls,
  people: peopleCalls,
  dictations: dictationCalls,
  jobs: jobCalls,
  'job-lists': jobListCalls,
  notes: noteCalls,
  filing: filingCalls,
  'biller-review': billerCalls,
  notifications: notificationCalls,
  dashboards: dashboardCalls,
}
