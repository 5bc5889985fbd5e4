import type { NotificationTarget } from '@dictara/contract/notifications'
import { type Audience, type Transition, transitions } from '../jobs/index.ts'

/** The flag of a person's notification settings that silences it (Q027). */
export type Setting = 'facilityAuthentication' | 'jobUpdate' | 'emrSubmissionSuccess' | 'emrSubmissionFailure'

export interface Telling {
  target: NotificationTarget
  setting: Setting
  /** `{job}` is the job's number, `{level}` its level of review. */
  body: string
}

/** The transitions of which somebody is told. */
type Told = {
  [Name in keyof typeof transitions]: (typeof transitions)[Name] extends { tells: readonly Audience[] } ? Name : never
}[keyof typeof transitions]
type Tellings = { [Name in Told]: Record<(typeof transitions)[Name]['tells'][number], Telling> }

const newInPool = (body: string): Telling => ({ target: 'NEW_JOB_AVAILABLE', setting: 'jobUpdate', body })
const failed = (body: string): Telling => ({
  target: 'TRANSCRIPTION_WRITE_FAILED',
  setting: 'emrSubmissionFailure',
  body,
})
const nextLevel = newInPool('Job {job} is ready for review at level {level}.')
const notWritten = failed('Job {job} could not be written to the EHR.')
const returned: Telling = {
  target: 'REVIEWER_REJECTED',
  setting: 'jobUpdate',
  body: 'Job {job} was returned from review with a comment.',
}

/** The notifications of each transition, by the audiences that the job machine names. */
const tellings: Tellings = {
  failConversion: { author: failed('Job {job} could not be converted.') },
  handToPool: { pool: newInPool('Job {job} is ready to be transcribed.') },
  releaseTranscription: { pool: newInPool('Job {job} is ready to be transcribed again.') },
  rejectTranscription: {
    author: {
      target: 'TRANSCRIPTIONIST_REJECTED',
      setting: 'jobUpdate',
      body: 'The transcriptionist returned job {job} with a comment.',
    },
  },
  completeForReview: {
    pool: nextLevel,
    author: {
      target: 'TRANSCRIPTIONIST_COMPLETED',
      setting: 'jobUpdate',
      body: 'Job {job} has been transcribed and is ready for review.',
    },
  },
  releaseReview: { pool: newInPool('Job {job} is ready for review at level {level} again.') },
  rejectReview: { holder: returned, author: returned },
  approveToNextLevel: { pool: nextLevel },
  acceptFiling: {
    author: { target: 'TRANSCRIPTIONIST_COMPLETED', setting: 'emrSubmissionSuccess', body: 'Job {job} is complete.' },
  },
  failFiling: { author: notWritten, 'last-actor': notWritten },
}

/** The notifications of a transition and their audiences, each notification once. */
export function tellingsOf(name: keyof typeof transitions): { telling: Telling; to: Audience[] }[] {
  const words: Partial<Record<Audience, Telling>> = name in tellings ? tellings[name as Told] : {}
  const { tells = [] }: Transition = transitions[name]
  return [...new Set(tells.map((audience) => words[audience]!))].map((telling) => ({
    telling,
    to: tells.filter((audience) => words[audience] === telling),
  }))
}

/** True when the transition takes the job from its pool, so that the others' badges must be cleared. */
export function takesFromPool(name: keyof typeof transitions): boolean {
  const { from, holder }: Transition = transitions[name]
  return holder === 'given' && from.some((status) => status === 'AVAILABLE' || status === 'READY')
}
