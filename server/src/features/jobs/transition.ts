import type { JobAction, JobStatus } from '@dictara/contract/jobs'

/** Who causes something; `eligible` are those whom the rules of access let take the job (access-rules.store.ts). */
export type Mover = 'system' | 'author' | 'holder' | 'admin' | 'eligible' | 'biller'
/** What a person works on; a stint is one person's, from when to when. */
export type Stage = 'TRANSCRIPTION' | 'REVIEW' | 'BILLING'
/** How a stint ended; kept with it. */
export type StintEnd =
  | 'Released'
  | 'Rejected'
  | 'Completed'
  | 'Approved'
  | 'Assigned'
  | 'Billed'
  | 'Struck Out'
  | 'Deleted'
/** Whom something concerns; `pool` are those who could hold the job at its present stage. */
export type Audience = 'author' | 'holder' | 'pool' | 'last-actor'
/** The text as it stands at a turn of the way. */
export type KeptText = 'STARTED' | 'TRANSCRIBED' | 'REVIEWED' | 'RETURNED' | 'FINAL'

/** What of a job says who may do what to it. */
export interface StandingFacts {
  status: JobStatus
  authorId: string
  holderId: string | null
  billerId: string | null
  failStage: 'CONVERSION' | 'EHR_WRITE' | null
}

export interface Deed {
  /** Number in job-machine.md, or of a decision. */
  no: string
  from: readonly JobStatus[]
  by: readonly Mover[]
  /** What the people of `by` are offered it as (Q177). */
  action?: JobAction
  /** Of which jobs, where the status does not say it all. */
  of?: (job: StandingFacts) => boolean
}

export interface Transition extends Deed {
  to: JobStatus
  /** Who has the job afterwards: nobody, or whom the mover names. */
  holder: 'nobody' | 'given'
  /** How the stint ends that was open, and which one begins. */
  ends?: StintEnd
  opens?: Stage
  /** The text that is kept then, or brought back. */
  keeps?: readonly KeptText[]
  restores?: KeptText
  /** Who is told of it; nobody of what they did themselves. */
  tells?: readonly Audience[]
}

/** True for a job that has a pool to return to: its author's own work has none. */
export const isFromPool = (job: Pick<StandingFacts, 'status' | 'holderId' | 'authorId'>) =>
  job.status === 'IN_REVIEW' || job.holderId !== job.authorId
