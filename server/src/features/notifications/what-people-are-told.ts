import type { NotificationTarget } from '@dictara/contract/notifications'
import type { Moved } from '../jobs/index.ts'

/** Whom a transition concerns; `pool` are those who could hold the job at its present stage. */
export type Audience = 'author' | 'holder' | 'pool' | 'last-actor'
/** The flag of a person's notification settings that silences it (Q027). */
export type Setting = 'jobUpdate' | 'emrSubmissionSuccess' | 'emrSubmissionFailure'

export interface Telling {
  to: readonly Audience[]
  target: NotificationTarget
  setting: Setting
  /** `{job}` is the job's number, `{level}` its level of review. */
  body: string
}

const newInPool = (body: string): Telling => ({ to: ['pool'], target: 'NEW_JOB_AVAILABLE', setting: 'jobUpdate', body })
const failed = (to: readonly Audience[], body: string): Telling => ({
  to,
  target: 'TRANSCRIPTION_WRITE_FAILED',
  setting: 'emrSubmissionFailure',
  body,
})
const nextLevel = newInPool('Job {job} is ready for review at level {level}.')

/** The side effects of job-machine.md that people are told of, by transition. */
export const tellings: Partial<Record<Moved['transition'], readonly Telling[]>> = {
  failConversion: [failed(['author'], 'Job {job} could not be converted.')],
  handToPool: [newInPool('Job {job} is ready to be transcribed.')],
  releaseTranscription: [newInPool('Job {job} is ready to be transcribed again.')],
  rejectTranscription: [
    {
      to: ['author'],
      target: 'TRANSCRIPTIONIST_REJECTED',
      setting: 'jobUpdate',
      body: 'Job {job} came back from the transcriptionist with a comment.',
    },
  ],
  completeForReview: [
    nextLevel,
    {
      to: ['author'],
      target: 'TRANSCRIPTIONIST_COMPLETED',
      setting: 'jobUpdate',
      body: 'Job {job} was transcribed and waits for review.',
    },
  ],
  releaseReview: [newInPool('Job {job} is ready for review at level {level} again.')],
  rejectReview: [
    {
      to: ['holder', 'author'],
      target: 'REVIEWER_REJECTED',
      setting: 'jobUpdate',
      body: 'Job {job} came back from review with a comment.',
    },
  ],
  approveToNextLevel: [nextLevel],
  acceptFiling: [
    {
      to: ['author'],
      target: 'TRANSCRIPTIONIST_COMPLETED',
      setting: 'emrSubmissionSuccess',
      body: 'Job {job} is completed.',
    },
  ],
  failFiling: [failed(['author', 'last-actor'], 'Job {job} could not be written to the EHR.')],
}

/** Transitions after which nobody else of the pool can take the job: their badge is cleared. */
export const takesFromPool: readonly Moved['transition'][] = [
  'startTranscription',
  'startReview',
  'assignTranscription',
  'assignReview',
]
