import type { JobAction, JobStatus } from '@dictara/contract/jobs'
import { type Deed, isFromPool, type StandingFacts, type Transition } from './transition.ts'

const filingFailed = (job: StandingFacts) => job.failStage === 'EHR_WRITE'

/**
 * The state machine of job-machine.md. Every change of a job's status is one of these rows, made by `moveJob`. The same rows
 * decide which actions people are offered (`allowedActionsOf`), which texts are kept and who is told.
 */
export const transitions = {
  startConversion: { no: 'T2', from: ['RECEIVED'], to: 'CONVERTING', by: ['system'], holder: 'nobody' },
  handToAuthor: {
    no: 'T3',
    from: ['CONVERTING'],
    to: 'IN_PROGRESS',
    by: ['system'],
    holder: 'given',
    opens: 'TRANSCRIPTION',
    keeps: ['STARTED'],
  },
  handToPool: { no: 'T4', from: ['CONVERTING'], to: 'AVAILABLE', by: ['system'], holder: 'nobody', tells: ['pool'] },
  failConversion: {
    no: 'T5',
    from: ['RECEIVED', 'CONVERTING'],
    to: 'INCOMPLETE',
    by: ['system'],
    holder: 'nobody',
    tells: ['author'],
  },
  startTranscription: {
    no: 'T6',
    from: ['AVAILABLE'],
    to: 'IN_PROGRESS',
    by: ['eligible'],
    action: 'start',
    holder: 'given',
    opens: 'TRANSCRIPTION',
    keeps: ['STARTED'],
  },
  releaseTranscription: {
    no: 'T8',
    from: ['IN_PROGRESS'],
    to: 'AVAILABLE',
    by: ['holder', 'admin'],
    action: 'release',
    of: isFromPool,
    holder: 'nobody',
    ends: 'Released',
    restores: 'STARTED',
    tells: ['pool'],
  },
  rejectTranscription: {
    no: 'T9',
    from: ['IN_PROGRESS'],
    to: 'IN_PROGRESS',
    by: ['holder'],
    action: 'reject',
    of: isFromPool,
    holder: 'given',
    ends: 'Rejected',
    opens: 'TRANSCRIPTION',
    keeps: ['RETURNED', 'STARTED'],
    tells: ['author'],
  },
  completeForReview: {
    no: 'T10a',
    from: ['IN_PROGRESS'],
    to: 'READY',
    by: ['holder'],
    action: 'complete',
    holder: 'nobody',
    ends: 'Completed',
    keeps: ['TRANSCRIBED'],
    tells: ['pool', 'author'],
  },
  completeForFiling: {
    no: 'T10b',
    from: ['IN_PROGRESS'],
    to: 'WRITING',
    by: ['holder'],
    action: 'complete',
    holder: 'nobody',
    ends: 'Completed',
    keeps: ['TRANSCRIBED'],
  },
  startReview: {
    no: 'T11',
    from: ['READY'],
    to: 'IN_REVIEW',
    by: ['eligible'],
    action: 'start',
    holder: 'given',
    opens: 'REVIEW',
    keeps: ['STARTED'],
  },
  releaseReview: {
    no: 'T12',
    from: ['IN_REVIEW'],
    to: 'READY',
    by: ['holder', 'admin'],
    action: 'release',
    holder: 'nobody',
    ends: 'Released',
    restores: 'STARTED',
    tells: ['pool'],
  },
  rejectReview: {
    no: 'T13',
    from: ['IN_REVIEW'],
    to: 'IN_PROGRESS',
    by: ['holder'],
    action: 'reject',
    holder: 'given',
    ends: 'Rejected',
    opens: 'TRANSCRIPTION',
    keeps: ['RETURNED', 'STARTED'],
    tells: ['holder', 'author'],
  },
  approveToNextLevel: {
    no: 'T14a',
    from: ['IN_REVIEW'],
    to: 'READY',
    by: ['holder'],
    action: 'approve',
    holder: 'nobody',
    ends: 'Approved',
    keeps: ['REVIEWED'],
    tells: ['pool'],
  },
  approveForFiling: {
    no: 'T14b',
    from: ['IN_REVIEW'],
    to: 'WRITING',
    by: ['holder'],
    action: 'approve',
    holder: 'nobody',
    ends: 'Approved',
    keeps: ['REVIEWED'],
  },
  assignTranscription: {
    no: 'T25',
    from: ['AVAILABLE', 'IN_PROGRESS'],
    to: 'IN_PROGRESS',
    by: ['admin'],
    action: 'assign',
    holder: 'given',
    ends: 'Assigned',
    opens: 'TRANSCRIPTION',
    keeps: ['STARTED'],
  },
  assignReview: {
    no: 'T25',
    from: ['READY', 'IN_REVIEW'],
    to: 'IN_REVIEW',
    by: ['admin'],
    action: 'assign',
    holder: 'given',
    ends: 'Assigned',
    opens: 'REVIEW',
    keeps: ['STARTED'],
  },
  acceptFiling: {
    no: 'T15',
    from: ['WRITING'],
    to: 'COMPLETED',
    by: ['system'],
    holder: 'nobody',
    keeps: ['FINAL'],
    tells: ['author'],
  },
  failFiling: {
    no: 'T16',
    from: ['WRITING'],
    to: 'INCOMPLETE',
    by: ['system'],
    holder: 'nobody',
    tells: ['author', 'last-actor'],
  },
  resubmitConversion: {
    no: 'T17',
    from: ['INCOMPLETE'],
    to: 'CONVERTING',
    by: ['author', 'admin'],
    action: 'resubmit',
    of: (job) => !filingFailed(job),
    holder: 'nobody',
  },
  resubmitFiling: {
    no: 'T17',
    from: ['INCOMPLETE'],
    to: 'WRITING',
    by: ['author', 'admin'],
    action: 'resubmit',
    of: filingFailed,
    holder: 'nobody',
  },
  assignBiller: {
    no: 'T18',
    from: ['COMPLETED'],
    to: 'COMPLETED',
    by: ['eligible'],
    holder: 'nobody',
    opens: 'BILLING',
  },
  releaseBiller: {
    no: 'T18',
    from: ['COMPLETED'],
    to: 'COMPLETED',
    by: ['admin'],
    holder: 'nobody',
    ends: 'Released',
  },
  bill: {
    no: 'T19',
    from: ['COMPLETED'],
    to: 'BILLED',
    by: ['biller'],
    action: 'bill',
    holder: 'nobody',
    ends: 'Billed',
  },
  strikeOut: {
    no: 'T20',
    from: ['COMPLETED'],
    to: 'STRUCK_OUT',
    by: ['author'],
    action: 'strike',
    holder: 'nobody',
    ends: 'Struck Out',
  },
} as const satisfies Record<string, Transition>
export type TransitionName = keyof typeof transitions

/** Statuses in which the transcription stage, or a review, has a holder. */
export const heldStatuses: readonly JobStatus[] = ['IN_PROGRESS', 'IN_REVIEW']

/** Actions of people that leave a job's status as it is. */
export const deeds = {
  resume: { no: 'T6', from: heldStatuses, by: ['holder'], action: 'resume' },
  save: { no: 'T7', from: heldStatuses, by: ['holder'], action: 'save' },
  reconvert: { no: 'T22', from: ['IN_PROGRESS'], by: ['holder'], action: 'reconvert' },
  /** Sets a flag, not a status. Not allowed during review, while the note is being written, or after completion. */
  delete: {
    no: 'T21',
    from: ['AVAILABLE', 'IN_PROGRESS', 'INCOMPLETE', 'READY'],
    by: ['author', 'admin'],
    action: 'delete',
  },
  /** Completing a job whose filing failed tries the filing again. After a failed conversion there is no note to complete. */
  completeAgain: { no: 'Q115', from: ['INCOMPLETE'], by: ['author'], action: 'complete', of: filingFailed },
  changePatient: {
    no: 'Q185',
    from: ['RECEIVED', 'CONVERTING', 'AVAILABLE', 'IN_PROGRESS', 'READY', 'IN_REVIEW', 'INCOMPLETE'],
    by: ['author', 'admin'],
    action: 'change-patient',
  },
  setPriority: {
    no: 'Q200',
    from: ['RECEIVED', 'CONVERTING', 'AVAILABLE', 'IN_PROGRESS', 'READY', 'IN_REVIEW', 'WRITING', 'INCOMPLETE'],
    by: ['author', 'admin'],
    action: 'set-priority',
  },
} as const satisfies Record<string, Deed>

/** The statuses in which an action is possible. */
export const statusesFor = (action: JobAction): JobStatus[] =>
  [...Object.values<Deed>(transitions), ...Object.values<Deed>(deeds)]
    .filter((deed) => deed.action === action)
    .flatMap(({ from }) => from)

/** The status in words, for refusals. */
export const statusInWords: Record<JobStatus, string> = {
  RECEIVED: 'being received',
  CONVERTING: 'being converted',
  AVAILABLE: 'waiting for a transcriptionist',
  IN_PROGRESS: 'being edited',
  READY: 'waiting for review',
  IN_REVIEW: 'under review',
  WRITING: 'being written to the EHR',
  COMPLETED: 'completed',
  BILLED: 'billed',
  INCOMPLETE: 'incomplete',
  STRUCK_OUT: 'struck out',
}
