import { auditedStatusWords } from '@dictara/contract/audit'
import { eventWords } from '@dictara/contract/audit-words'
import { userTypeWords } from '@dictara/contract/user-type-words'
import type { ClinicWork } from '../../platform/database/index.ts'
import { type AuditedChoice, findAuditedJobs, readAuditedJobs } from './audited-jobs.store.ts'
import type { Exported } from './csv.ts'
import type { Range } from './range.store.ts'
import { findSignIns, readSignIns, type SignInChoice } from './sign-ins.store.ts'
import { findPatientLooks, readPatientLooks } from './timeline.store.ts'

type RowOf<Read extends (work: ClinicWork, ids: readonly string[]) => Promise<unknown[]>> = Awaited<
  ReturnType<Read>
>[number]

export const signInsAsCsv = (choice: SignInChoice): Exported<RowOf<typeof readSignIns>> => ({
  name: 'sign-ins',
  find: (work, part) => findSignIns(work, choice, part),
  read: readSignIns,
  idOf: ({ id }) => id,
  columns: {
    'User Name': ({ fullName }) => fullName,
    Email: ({ email }) => email,
    'User Type': ({ userType }) => userTypeWords[userType],
    'Login Time': ({ loginTime }) => loginTime,
    'Logout Time': ({ logoutTime }) => (logoutTime === 0 ? '' : new Date(logoutTime)),
    'IP Address': ({ loggedUserIp }) => loggedUserIp,
    Status: ({ loggingStatus, logoutTime }) =>
      loggingStatus === 'FAILED' ? 'Failed' : logoutTime === 0 ? 'Active' : 'Ended',
  },
})

export const jobsAsCsv = (choice: AuditedChoice): Exported<RowOf<typeof readAuditedJobs>> => ({
  name: 'audited-jobs',
  find: (work, part) => findAuditedJobs(work, choice, part),
  read: readAuditedJobs,
  idOf: ({ jobId }) => jobId,
  columns: {
    'Job Number': ({ jobNumber }) => jobNumber,
    'Submitted Time': ({ submissionTime }) => submissionTime,
    'Length (seconds)': ({ audioLength }) => audioLength,
    Author: ({ author }) => author,
    'Patient Name': ({ patientName }) => patientName,
    'Facility Name': ({ facility }) => facility.facilityName,
    Status: ({ status }) => auditedStatusWords[choice.of][status],
  },
})

export const patientLooksAsCsv = (patientId: string, range: Range): Exported<RowOf<typeof readPatientLooks>> => ({
  name: 'who-looked-at-this-patient',
  find: (work, part) => findPatientLooks(work, patientId, range, part),
  read: readPatientLooks,
  idOf: ({ id }) => id,
  columns: {
    Time: ({ at }) => at,
    'User Name': ({ userName }) => userName,
    'User Type': ({ userType }) => userTypeWords[userType],
    Event: ({ event }) => eventWords({ event }),
    'Event Code': ({ event }) => event,
    'Job Number': ({ jobNumber }) => jobNumber,
    'IP Address': ({ ip }) => ip,
  },
})
