import { servedJobCalls } from '@dictara/contract/jobs'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { serve } from '../../platform/http/serve.ts'
import { listWorkTypes } from '../facilities/index.ts'
import { assignJob } from './assign-job.ts'
import { changePatient, setEncounterDate, setWorkType } from './change-details.ts'
import { completeJob, completeOwnJob } from './complete-job.ts'
import { deleteJob } from './delete-job.ts'
import { getJobFor } from './job-rows.store.ts'
import { findJob } from './jobs.store.ts'
import { listPossibleHolders } from './readers.store.ts'
import { releaseJob } from './release-job.ts'
import { reconvertJob, resetJob } from './restore-text.ts'
import { retryJobs } from './retry-jobs.ts'
import { approveJob, rejectReview, rejectTranscription } from './review-job.ts'
import { startReview, startTranscription, takeReview } from './start-job.ts'

/** Runs a verb and answers the job as it is afterwards. */
const then = async (work: Work, actor: Actor, jobId: string, verb: Promise<unknown>, message?: string) => {
  await verb
  return { result: [await getJobFor(work, actor, jobId)], ...(message ? { message } : {}) }
}

/** The calls of the state machine. */
export const jobRoutes = () =>
  serve(servedJobCalls, {
    getJob: async (work, actor, { params }) => ({ result: [await getJobFor(work, actor, params.id)] }),
    startReview: (work, actor, { params: { id } }) => then(work, actor, id, startReview(work, actor, id)),
    startTranscription: (work, actor, { params: { id } }) => then(work, actor, id, startTranscription(work, actor, id)),
    takeReview: (work, actor, { params: { id } }) => then(work, actor, id, takeReview(work, actor, id)),
    completeOwn: (work, actor, { query: { jobId }, body }) =>
      then(work, actor, jobId, completeOwnJob(work, actor, jobId, body), 'Job completed'),
    completeTranscription: (work, actor, { params: { id }, body }) =>
      then(work, actor, id, completeJob(work, actor, id, body), 'Job completed'),
    rejectTranscription: (work, actor, { params: { id }, body }) =>
      then(work, actor, id, rejectTranscription(work, actor, id, body.comment), 'Job rejected'),
    approve: (work, actor, { params: { id }, body }) =>
      then(work, actor, id, approveJob(work, actor, id, body), 'Job approved'),
    rejectReview: (work, actor, { params: { id }, body }) =>
      then(work, actor, id, rejectReview(work, actor, id, body.comment), 'Job assigned back'),
    releaseReview: (work, actor, { params: { id } }) =>
      then(work, actor, id, releaseJob(work, actor, id), 'Job released'),
    releaseJob: (work, actor, { params: { id } }) => then(work, actor, id, releaseJob(work, actor, id), 'Job released'),
    assignJob: (work, actor, { params: { id }, body }) =>
      then(work, actor, id, assignJob(work, id, body), 'Job assigned'),
    listAssignees: async (work, _actor, { params }) => ({
      result: await listPossibleHolders(work, (await findJob(work, params.id))!),
    }),
    retryJobs: (work, actor, { query }) => retryJobs(work, actor, query.jobIds),
    async deleteJob(work, actor, { query }) {
      await deleteJob(work, actor, query.jobId)
      return { message: 'Job deleted' }
    },
    setWorkType: (work, actor, { params: { id }, query }) =>
      then(work, actor, id, setWorkType(work, actor, id, query.workType), 'Work type updated'),
    async listJobWorkTypes(work, _actor, { params }) {
      const job = (await findJob(work, params.id))!
      return { result: [{ workTypes: await listWorkTypes(work, job.facilityId), workType: job.workType }] }
    },
    setEncounterDate: (work, actor, { params: { id }, query }) =>
      then(work, actor, id, setEncounterDate(work, actor, id, query.encounterDate), 'Date of encounter updated'),
    changePatient: (work, actor, { params: { id }, query, body }) =>
      then(work, actor, id, changePatient(work, actor, id, query.patientId ?? body?.patientId), 'Patient changed'),
    reconvert: (work, actor, { query: { jobId } }) => then(work, actor, jobId, reconvertJob(work, actor, jobId)),
    resetJob: (work, actor, { query: { jobId } }) => then(work, actor, jobId, resetJob(work, actor, jobId)),
  })
