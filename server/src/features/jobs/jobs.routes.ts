import { jobCalls } from '@dictara/contract/jobs'
import type { ClinicWork } from '../../platform/database/index.ts'
import { serve } from '../../platform/http/serve.ts'
import { listWorkTypes } from '../facilities/index.ts'
import { assignJob } from './assign-job.ts'
import { changePatient, setEncounterDate, setPriority, setWorkType } from './change-details.ts'
import { completeJob, completeOwnJob } from './complete-job.ts'
import { deleteJob } from './delete-job.ts'
import { getJobFor } from './job-rows.store.ts'
import { findJob } from './jobs.store.ts'
import { listPossibleHolders } from './readers.store.ts'
import { lookAtNextJob, takeNextJob } from './next-job.ts'
import { releaseJob } from './release-job.ts'
import { reconvertJob, resetJob } from './restore-text.ts'
import { retryJobs } from './retry-jobs.ts'
import { approveJob, rejectReview, rejectTranscription } from './review-job.ts'
import { countTodaysWork } from './todays-work.store.ts'
import { readTrack } from './track-job.ts'
import { startReview, startTranscription, takeReview } from './start-job.ts'

/** Waits for the action, then answers the job as it is afterwards. */
const then = async (work: ClinicWork, jobId: string, verb: Promise<unknown>, message?: string) => {
  await verb
  return { result: [await getJobFor(work, jobId)], ...(message ? { message } : {}) }
}

const noneWaits = 'There are no jobs for you right now.'

/** The calls of the state machine. */
export const jobRoutes = () =>
  serve(jobCalls, {
    getJob: async ({ work, params }) => ({ result: [await getJobFor(work, params.id)] }),
    async nextJob({ work, body }) {
      const next = await takeNextJob(work, body)
      return next ? { result: [{ ...(await getJobFor(work, next.jobId)), why: next.why }] } : { message: noneWaits }
    },
    async lookAtNextJob({ work, query }) {
      const next = await lookAtNextJob(work, query)
      return { result: next ? [{ ...(await getJobFor(work, next.jobId)), why: next.why }] : [] }
    },
    getToday: async ({ work }) => ({ result: [await countTodaysWork(work)] }),
    getTrack: async ({ work, params }) => ({ result: await readTrack(work, params.id) }),
    startReview: ({ work, params: { id } }) => then(work, id, startReview(work, id)),
    startTranscription: ({ work, params: { id } }) => then(work, id, startTranscription(work, id)),
    takeReview: ({ work, params: { id } }) => then(work, id, takeReview(work, id)),
    completeOwn: ({ work, query: { jobId }, body }) =>
      then(work, jobId, completeOwnJob(work, jobId, body), 'Job completed'),
    completeTranscription: ({ work, params: { id }, body }) =>
      then(work, id, completeJob(work, id, body), 'Job completed'),
    rejectTranscription: ({ work, params: { id }, body }) =>
      then(work, id, rejectTranscription(work, id, body.comment), 'Job rejected'),
    approve: ({ work, params: { id }, body }) => then(work, id, approveJob(work, id, body), 'Job approved'),
    rejectReview: ({ work, params: { id }, body }) =>
      then(work, id, rejectReview(work, id, body.comment), 'Job assigned back'),
    releaseReview: ({ work, params: { id } }) => then(work, id, releaseJob(work, id), 'Job released'),
    releaseJob: ({ work, params: { id } }) => then(work, id, releaseJob(work, id), 'Job released'),
    assignJob: ({ work, params: { id }, body }) => then(work, id, assignJob(work, id, body), 'Job assigned'),
    listAssignees: async ({ work, params }) => ({
      result: await listPossibleHolders(work, (await findJob(work, params.id))!),
    }),
    retryJobs: ({ work, query }) => retryJobs(work, query.jobIds),
    async deleteJob({ work, query }) {
      await deleteJob(work, query.jobId)
      return { message: 'Job deleted' }
    },
    setWorkType: ({ work, params: { id }, query }) =>
      then(work, id, setWorkType(work, id, query.workType), 'Work type updated'),
    async listJobWorkTypes({ work, params }) {
      const job = (await findJob(work, params.id))!
      return { result: [{ workTypes: await listWorkTypes(work, job.facilityId), workType: job.workType }] }
    },
    setEncounterDate: ({ work, params: { id }, query }) =>
      then(work, id, setEncounterDate(work, id, query.encounterDate), 'Date of encounter updated'),
    changePatient: ({ work, params: { id }, query, body }) =>
      then(work, id, changePatient(work, id, query.patientId ?? body?.patientId), 'Patient changed'),
    setPriority: ({ work, params: { id }, body }) =>
      then(work, id, setPriority(work, id, body.priority), 'Priority updated'),
    reconvert: ({ work, query: { jobId } }) => then(work, jobId, reconvertJob(work, jobId)),
    resetJob: ({ work, query: { jobId } }) => then(work, jobId, resetJob(work, jobId)),
  })
