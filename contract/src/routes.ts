import type { CallSpec } from './call.ts'
import { auditCalls } from './features/audit.ts'
import { billerCalls } from './features/biller-review.ts'
import { dashboardCalls } from './features/dashboards.ts'
import { demoSignInCalls } from './features/demo-sign-in.ts'
import { deviceConfigurationCalls } from './features/device-configuration.ts'
import { dictionaryCalls } from './features/dictionary.ts'
import { dictationCalls } from './features/dictations.ts'
import { ehrConfigurationCalls } from './features/ehr-configuration.ts'
import { emrVerificationCalls } from './features/emr-verification.ts'
import { facilityCalls } from './features/facilities.ts'
import { filingCalls } from './features/filing.ts'
import { icd10Calls } from './features/icd10.ts'
import { identityCalls } from './features/identity.ts'
import { jobListCalls } from './features/job-lists.ts'
import { inferenceCalls } from './features/inference.ts'
import { jobCalls } from './features/jobs.ts'
import { listeningCalls } from './features/listening.ts'
import { mailCalls } from './features/mail.ts'
import { notePhraseCalls } from './features/note-phrases.ts'
import { noteCalls } from './features/notes.ts'
import { notificationCalls } from './features/notifications.ts'
import { operatorCalls } from './features/operator.ts'
import { patientCalls } from './features/patients.ts'
import { hl7FileCalls } from './features/hl7-files.ts'
import { paymentCalls } from './features/payments.ts'
import { patientRecordCalls } from './features/patient-record.ts'
import { patientsImportCalls } from './features/patients-import.ts'
import { peopleCalls } from './features/people.ts'
import { peopleImportCalls } from './features/people-import.ts'
import { phraseCalls } from './features/phrases.ts'
import { preferenceCalls } from './features/preferences.ts'
import { profileCalls } from './features/profile.ts'
import { reviewerGroupCalls } from './features/reviewer-groups.ts'
import { factorCalls } from './features/second-factor.ts'
import { proofCalls, secondStepCalls } from './features/second-step.ts'
import { signInPolicyCalls } from './features/sign-in-policy.ts'
import { sessionCalls } from './features/sessions.ts'
import { signUpCalls } from './features/sign-up.ts'
import { rosterCalls } from './features/roster.ts'
import { templateCalls } from './features/templates.ts'
import { lineCountCalls } from './features/line-counts.ts'
import { turnaroundCalls } from './features/turnaround.ts'

/** Every call of this version, by feature: the spine (architecture.md section 5). */
export const allCalls = {
  identity: identityCalls,
  'second-step': secondStepCalls,
  proof: proofCalls,
  'second-factor': factorCalls,
  'sign-in-policy': signInPolicyCalls,
  sessions: sessionCalls,
  'sign-up': signUpCalls,
  'demo-sign-in': demoSignInCalls,
  facilities: facilityCalls,
  'ehr-configuration': ehrConfigurationCalls,
  'emr-verification': emrVerificationCalls,
  turnaround: turnaroundCalls,
  'line-counts': lineCountCalls,
  'device-configuration': deviceConfigurationCalls,
  patients: patientCalls,
  'patients-import': patientsImportCalls,
  'hl7-files': hl7FileCalls,
  'patient-record': patientRecordCalls,
  roster: rosterCalls,
  people: peopleCalls,
  'people-import': peopleImportCalls,
  'reviewer-groups': reviewerGroupCalls,
  mail: mailCalls,
  phrases: phraseCalls,
  templates: templateCalls,
  dictionary: dictionaryCalls,
  dictations: dictationCalls,
  listening: listeningCalls,
  jobs: jobCalls,
  notes: noteCalls,
  inference: inferenceCalls,
  icd10: icd10Calls,
  'note-phrases': notePhraseCalls,
  notifications: notificationCalls,
  preferences: preferenceCalls,
  profile: profileCalls,
  filing: filingCalls,
  'job-lists': jobListCalls,
  dashboards: dashboardCalls,
  audit: auditCalls,
  'biller-review': billerCalls,
  operator: operatorCalls,
  payments: paymentCalls,
} satisfies Record<string, Record<string, CallSpec>>
