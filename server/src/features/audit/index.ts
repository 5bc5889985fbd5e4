import { auditCalls } from '@dictara/contract/audit'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { type AuditedChoice, findAuditedJobs, isAuditedJob, readAuditedJobs } from './audited-jobs.store.ts'
import { listBillerDoctors } from './biller-doctors.store.ts'
import { billedOf, jobsOf, signInsOf } from './choices.ts'
import { csvOf } from './csv.ts'
import { jobsAsCsv, patientLooksAsCsv, signInsAsCsv } from './exports.ts'
import { listAuditedFacilities, listFacilityEvents } from './facility-audit.store.ts'
import { listStintsOfJob, listStintsOfSession } from './job-audit.store.ts'
import { rangeOf } from './range.store.ts'
import { findSignIns, isAuditedSession, readSignIns } from './sign-ins.store.ts'
import { findPatientLooks, listTimelineOf, readPatientLooks } from './timeline.store.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { answerOfPart, type Part } from './walk.store.ts'

const answerJobs = (work: ClinicWork, choice: AuditedChoice, page: Part) =>
  answerOfPart(findAuditedJobs(work, choice, page), (ids) => readAuditedJobs(work, ids))

/** The audit of sign-ins, jobs, facilities and patients, read only: each feature writes its own events. */
export const auditFeature = (): Feature => ({
  name: 'audit',
  scopes: { 'audited-job': isAuditedJob, 'audited-session': isAuditedSession },
  calls: serve(auditCalls, {
    listSessions: ({ work, query }) =>
      answerOfPart(findSignIns(work, signInsOf(query), query), (ids) => readSignIns(work, ids)),
    listSessionJobs: ({ work, params, query }) => listStintsOfSession(work, params.sessionId, query),
    listAuditedJobs: ({ work, query }) => answerJobs(work, jobsOf(query), query),
    async getJobAudit({ work, params }) {
      const result = await listStintsOfJob(work, params.jobId)
      return { result, size: result.length }
    },
    listTimeline: ({ work, params, query }) => listTimelineOf(work, params.jobId, query.reads === 'true', query),
    tellAuditPrinted: async () => ({}),
    listAuditedFacilities: ({ work, query }) => listAuditedFacilities(work, query),
    async getFacilityAudit({ work, query }) {
      const result = await listFacilityEvents(work, query.facilityId)
      return { result, size: result.length }
    },
    listBilledAudit: ({ work, query }) => answerJobs(work, billedOf(query), query),
    async listBillerDoctors({ work }) {
      const result = await listBillerDoctors(work)
      return { result, size: result.length }
    },
    listPatientLooks({ work, params, query }) {
      const found = findPatientLooks(work, params.patientId, rangeOf(query.from, query.to), query)
      return answerOfPart(found, (ids) => readPatientLooks(work, ids))
    },
    exportSessions: async (call) => csvOf(call, signInsAsCsv(signInsOf(call.query))),
    exportAuditedJobs: async (call) => csvOf(call, jobsAsCsv(jobsOf(call.query))),
    exportBilledAudit: async (call) => csvOf(call, jobsAsCsv(billedOf(call.query))),
    exportPatientLooks: async (call) =>
      csvOf(call, patientLooksAsCsv(call.params.patientId, rangeOf(call.query.from, call.query.to))),
  }),
})
