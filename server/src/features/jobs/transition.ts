import type { JobAction, JobStatus } from '@dictara/contract/jobs'

/** Who causes a change. `eligible`: people whom the access rules let take the job (access-rules.store.ts). */
export type Mover = 'system' | 'author' | 'holder' | 'admin' | 'eligible' | 'biller'
/** What a person works on. A stint is one person's work on a stage, with its beginning and end. */
export type Stage = 'TRANSCRIPTION' | 'REVIEW' | 'BILLING'
/** How a stint ended; stored with the stint. */
export type StintEnd =
  | 'Released'
  | 'Rejected'
  | 'Completed'
  | 'Approved'
  | 'Assigned'
  | 'Billed'
  | 'Struck Out'
  | 'Deleted'
/** Who is told of a change. `pool`: the people who could hold the job at its present stage. */
export type Audience = 'author' | 'holder' | 'pool' | 'last-actor'
/** The occasions at which a copy of the text is kept. */
export type KeptText = 'STARTED' | 'TRANSCRIBED' | 'REVIEWED' | 'RETURNED' | 'FINAL'

/** The facts of a job that decide who may do what to it. */
export interface StandingFacts {
  status: JobStatus
  authorId: string
  holderId: string | null
  billerId: string | null
  failStage: 'CONVERSION' | 'EHR_WRITE' | null
}

export interface Deed {
  /** Number of the row in job-machine.md, or of a decision. */
  no: string
  from: readonly JobStatus[]
  by: readonly Mover[]
  /** The action under which the people of `by` are offered it (Q177). */
  action?: JobAction
  /** A further condition on the job, where the status alone is not enough. */
  of?: (job: StandingFacts) => boolean
}

export interface Transition extends Deed {
  to: JobStatus
  /** Who has the job afterwards: nobody, or the person whom the mover names. */
  holder: 'nobody' | 'given'
  /** How the open stint ends, and which one begins. */
  ends?: StintEnd
  opens?: Stage
  /** The copies of the text that are kept then, or the one that is restored. */
  keeps?: readonly KeptText[]
  restores?: KeptText
  /** Who is told of it. Nobody is told of their own change. */
  tells?: readonly Audience[]
}

/** True for a job that has a pool to return to. A job that its author holds has none. */
export const isFromPool = (job: Pick<StandingFacts, 'status' | 'holderId' | 'authorId'>) =>
  job.status === 'IN_REVIEW' || job.holderId !== job.authorId
