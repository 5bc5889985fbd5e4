import * as z from 'zod/mini'
import { type CallSpec, type Caller, defineCalls } from '../call.ts'
import { day, id, idList, idOf, nothing, ofPatient, sessionId, text } from '../shapes.ts'
import { Job, jobStages, JobTrack, NextJob, NextRow, priorities, reviewLevels, TodaysWork } from './job.ts'
import { authors, everyone, managers, reviewers, transcribers, workers } from '../roles.ts'

export * from './job.ts'

const jobParams = z.object({ id: idOf('job') })
const jobQuery = z.object({ jobId: idOf('job'), sessionId })
const comment = z.strictObject({ comment: text(4000) })
/**
 * The state that the person saw: versions of the sections, and the patient; if given, any difference refuses the
 * transition (Q180). `blanks` are the ids of blanks that the person confirmed to leave unanswered in the filed note
 * (Q202); `formerNames` are the confirmed passages of the note that name a patient it was moved from.
 */
const seen = z.optional(
  z.nullable(
    z.strictObject({
      versions: z.optional(z.record(z.string(), z.number())),
      patientId: z.optional(idOf('none')),
      blanks: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(1000))),
      formerNames: z.optional(z.array(ofPatient(text(1000))).check(z.maxLength(1000))),
    }),
  ),
)

/** The stage, and the job that was just finished or is open, which is not returned again. */
const nextAsked = { stage: z.enum(jobStages), after: z.optional(z.nullable(idOf('none'))) }

const transition = <const S extends Pick<CallSpec, 'method' | 'path' | 'summary'> & { callers: readonly Caller[] }>(
  spec: S,
) =>
  ({
    ...spec,
    params: jobParams,
    query: z.object({ sessionId }),
    result: Job,
  }) as const

const example = { params: { id: '$job' } }

export const jobCalls = defineCalls({
  getJob: {
    method: 'GET',
    path: '/clinic/job/{id}',
    summary: 'One job, with the actions that the caller may take.',
    callers: everyone,
    params: jobParams,
    result: Job,
    audit: 'job.viewed',
    person: true,
    example,
  },
  nextJob: {
    method: 'POST',
    path: '/clinic/job/next',
    summary:
      'Takes the caller’s next job: returned to them, held by them, then the pool; one winner, or nothing (Q201).',
    callers: workers,
    body: z.strictObject(nextAsked),
    result: NextJob,
    audit: 'job.next',
    auditDetail: ['stage'],
    example: { body: { stage: 'TRANSCRIPTION' } },
  },
  lookAtNextJob: {
    method: 'GET',
    path: '/clinic/job/next',
    summary: 'The job that `nextJob` would answer now, so that a browser can load it in advance. It isn’t taken.',
    callers: workers,
    query: z.object({ stage: nextAsked.stage, after: z.optional(idOf('none')) }),
    result: NextRow,
    audit: 'job.next-looked-at',
    auditDetail: ['stage'],
    example: { query: { stage: 'TRANSCRIPTION' } },
  },
  getToday: {
    method: 'GET',
    path: '/clinic/job/today',
    summary: 'What the caller completed and approved today, also in lines (Q205), and how much waits for them.',
    callers: workers,
    result: TodaysWork,
    example: {},
  },
  getTrack: {
    method: 'GET',
    path: '/clinic/job/{id}/track',
    summary: 'The steps of a job from conversion to filing, with who did each and when.',
    callers: everyone,
    params: jobParams,
    result: JobTrack,
    example,
  },
  startReview: {
    ...transition({
      method: 'PUT',
      path: '/clinic/reviewer/job/{id}/start',
      summary: 'Takes a ready job for review; one winner (T11).',
      callers: reviewers,
    }),
    example,
  },
  startTranscription: {
    ...transition({
      method: 'PUT',
      path: '/clinic/transcriptionist/job/{id}/start',
      summary: 'Takes an available job from the pool; one winner (T6).',
      callers: ['transcriptionist'],
    }),
    example,
  },
  takeReview: {
    ...transition({
      method: 'PUT',
      path: '/clinic/reviewer/job/{id}/assign',
      summary: 'Like start. For the present holder it changes nothing (Q179).',
      callers: reviewers,
    }),
    example,
  },
  completeOwn: {
    method: 'POST',
    path: '/clinic/doctor/complete-job',
    summary: 'The author completes the transcription stage (T10), or retries the EHR write of an incomplete job (T17).',
    callers: authors,
    query: jobQuery,
    body: seen,
    result: Job,
    example: { query: { jobId: '$job' } },
  },
  completeTranscription: {
    ...transition({
      method: 'PUT',
      path: '/clinic/transcriptionist/job/{id}/complete',
      summary: 'The transcriptionist completes the transcription stage (T10).',
      callers: ['transcriptionist'],
    }),
    body: seen,
    example,
  },
  rejectTranscription: {
    ...transition({
      method: 'PUT',
      path: '/clinic/transcriptionist/job/{id}/reject',
      summary: 'The transcriptionist gives the job back to its author, with a comment (T9).',
      callers: ['transcriptionist'],
    }),
    body: comment,
    example: { ...example, body: { comment: 'The dose cannot be heard.' } },
  },
  approve: {
    ...transition({
      method: 'PUT',
      path: '/clinic/reviewer/job/{id}/complete',
      summary: 'The reviewer approves the level (T14).',
      callers: reviewers,
    }),
    body: seen,
    example,
  },
  rejectReview: {
    ...transition({
      method: 'PUT',
      path: '/clinic/reviewer/job/{id}/reject',
      summary: 'Assign Back: the reviewer returns the job with a comment (T13).',
      callers: reviewers,
    }),
    body: comment,
    example: { ...example, body: { comment: 'Please check the laterality.' } },
  },
  releaseReview: {
    ...transition({
      method: 'PUT',
      path: '/clinic/reviewer/job/{id}/release',
      summary: 'Returns a job to its pool and discards the edits since start (T8, T12).',
      callers: workers,
    }),
    example,
  },
  releaseJob: {
    ...transition({
      method: 'PUT',
      path: '/clinic/job/{id}/releaseJob',
      summary: 'Like release, from the lists (C1).',
      callers: workers,
    }),
    example,
  },
  assignJob: {
    ...transition({
      method: 'PUT',
      path: '/clinic/job/{id}/assign',
      summary: 'An admin gives the job to another holder at its present stage (T25).',
      callers: managers,
    }),
    body: z.strictObject({ userId: idOf('none'), level: z.optional(z.nullable(z.enum(reviewLevels))) }),
    example: { ...example, body: { userId: '$user' } },
  },
  listAssignees: {
    method: 'GET',
    path: '/clinic/job/{id}/assignees',
    summary: 'The people who can hold the job at its present stage, for the Assign dialog.',
    callers: managers,
    params: jobParams,
    result: z.object({ id, fullName: z.string(), userType: z.string() }),
    example,
  },
  retryJobs: {
    method: 'POST',
    path: '/clinic/job/retry',
    summary: 'Resubmits incomplete jobs. They continue from the failed stage (T17).',
    callers: authors,
    query: z.object({ jobIds: idList('job').check(z.minLength(1, 'Choose the jobs to resubmit.')), sessionId }),
    querySpellings: { jobId: 'jobIds' },
    result: z.object({ jobId: id, resubmitted: z.boolean(), message: z.string() }),
    answerWithinMs: 120_000,
    example: { query: { jobIds: ['$job'] } },
  },
  deleteJob: {
    method: 'PUT',
    path: '/clinic/job/delete',
    summary: 'Deletes a job that isn’t in review or being filed (T21).',
    callers: authors,
    query: jobQuery,
    result: nothing,
    example: { query: { jobId: '$job' } },
  },
  setWorkType: {
    method: 'PUT',
    path: '/clinic/job/{id}/work-types',
    summary: 'Sets the work type of a job.',
    callers: workers,
    params: jobParams,
    query: z.object({ sessionId, workType: text(200, 1), jobId: z.optional(idOf('none')) }),
    result: Job,
    example: { ...example, query: { workType: 'Progress Note' } },
  },
  listJobWorkTypes: {
    method: 'GET',
    path: '/clinic/job/{id}/work-types',
    summary: 'The work types of the job’s facility.',
    callers: everyone,
    params: jobParams,
    result: z.object({ workTypes: z.array(z.string()), workType: z.nullable(z.string()) }),
    example,
  },
  setEncounterDate: {
    method: 'PUT',
    path: '/clinic/job/{id}/appointment-date',
    summary: 'Sets the date of encounter, today or earlier in the facility’s time zone.',
    callers: workers,
    params: jobParams,
    query: z.object({ encounterDate: day, sessionId }),
    result: Job,
    example: { ...example, query: { encounterDate: '2026-01-05' } },
  },
  changePatient: {
    method: 'PUT',
    path: '/clinic/job/{id}/patient',
    summary: 'Moves a job to the right patient of its facility, until it is completed (Q185).',
    callers: authors,
    params: jobParams,
    query: z.object({ patientId: z.optional(idOf('none')) }),
    body: z.optional(z.nullable(z.strictObject({ patientId: idOf('none') }))),
    result: Job,
    example: { ...example, body: { patientId: '$patient' } },
  },
  setPriority: {
    method: 'PUT',
    path: '/clinic/job/{id}/priority',
    summary: 'Sets the priority of a job until it is completed (Q200).',
    callers: authors,
    params: jobParams,
    body: z.strictObject({ priority: z.enum(priorities) }),
    result: Job,
    example: { ...example, body: { priority: 'STAT' } },
  },
  reconvert: {
    method: 'POST',
    path: '/clinic/job/reconvertJob',
    summary: 'Replaces the sections with the converted ones (T22).',
    callers: transcribers,
    query: jobQuery,
    result: Job,
    answerWithinMs: 120_000,
    example: { query: { jobId: '$job' } },
  },
  resetJob: {
    method: 'POST',
    path: '/clinic/job/resetJob',
    summary: 'Discards the edits since the holder started (Q121).',
    callers: workers,
    query: jobQuery,
    result: Job,
    example: { query: { jobId: '$job' } },
  },
})
