import type { CallInput, UserType } from '@dictara/contract'
import type { auditCalls } from '@dictara/contract/audit'
import type { AuditedChoice } from './audited-jobs.store.ts'
import { rangeOf } from './range.store.ts'
import type { SignInChoice } from './sign-ins.store.ts'

type QueryOf<Name extends keyof typeof auditCalls> = CallInput<(typeof auditCalls)[Name]>['query']

/** The user types that a filter means: ADMIN includes clinicAdmin. An empty filter means all. */
const userTypesOf = (filter: QueryOf<'listSessions'>['userTypeFilter']): UserType[] =>
  filter.flatMap((type) => (type === 'ADMIN' ? ['admin', 'clinicAdmin'] : [type.toLowerCase() as UserType]))

/** The sign-ins that somebody asks for. */
export const signInsOf = (query: QueryOf<'listSessions'>): SignInChoice => ({
  ...query,
  userTypes: userTypesOf(query.userTypeFilter),
  range: rangeOf(query.loginTime, query.logoutTime),
  direction: query.sortOrder,
})

/** The jobs that an author or manager asks for. */
export const jobsOf = (query: QueryOf<'listAuditedJobs'>): AuditedChoice => ({
  ...query,
  userTypes: userTypesOf(query.userTypeFilter),
  of: 'jobs',
  doctorIds: [],
  range: rangeOf(query.submitTimeFrom, query.submitTimeTo),
  direction: query.sortOrder,
})

/** The jobs that a biller asks for. */
export const billedOf = (query: QueryOf<'listBilledAudit'>): AuditedChoice => ({
  ...query,
  userTypes: userTypesOf(query.userTypeFilter),
  of: 'billers',
  facilityIds: [],
  range: rangeOf(query.submitTimeFrom, query.submitTimeTo),
  direction: query.sortOrder,
})
