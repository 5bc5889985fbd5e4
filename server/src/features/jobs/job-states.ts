import type { JobStatus, ReviewLevel } from '@dictara/contract/jobs'

/** Who causes a transition. */
export type Mover = 'system' | 'author' | 'holder' | 'admin' | 'eligible' | 'biller'

export interface Transition {
  /** Number in job-machine.md. */
  no: string
  from: readonly JobStatus[]
  to: JobStatus
  by: readonly Mover[]
  /** Label of the audit row. */
  audit: string
}

/** The state machine of job-machine.md, for a person to read. Every change of a job's status is one of these rows. */
export const transitions = {
  startConversion: { no: 'T2', from: ['RECEIVED'], to: 'CONVERTING', by: ['system'], audit: 'Converting' },
  handToAuthor: { no: 'T3', from: ['CONVERTING'], to: 'IN_PROGRESS', by: ['system'], audit: 'Converted' },
  handToPool: { no: 'T4', from: ['CONVERTING'], to: 'AVAILABLE', by: ['system'], audit: 'Converted' },
  failConversion: {
    no: 'T5',
    from: ['RECEIVED', 'CONVERTING'],
    to: 'INCOMPLETE',
    by: ['system'],
    audit: 'Conversion Failed',
  },
  startTranscription: { no: 'T6', from: ['AVAILABLE'], to: 'IN_PROGRESS', by: ['eligible'], audit: 'Started' },
  releaseTranscription: {
    no: 'T8',
    from: ['IN_PROGRESS'],
    to: 'AVAILABLE',
    by: ['holder', 'admin'],
    audit: 'Released',
  },
  rejectTranscription: { no: 'T9', from: ['IN_PROGRESS'], to: 'IN_PROGRESS', by: ['holder'], audit: 'Rejected' },
  completeForReview: { no: 'T10a', from: ['IN_PROGRESS'], to: 'READY', by: ['holder'], audit: 'Completed' },
  completeForFiling: { no: 'T10b', from: ['IN_PROGRESS'], to: 'WRITING', by: ['holder'], audit: 'Completed' },
  startReview: { no: 'T11', from: ['READY'], to: 'IN_REVIEW', by: ['eligible'], audit: 'Started' },
  releaseReview: { no: 'T12', from: ['IN_REVIEW'], to: 'READY', by: ['holder', 'admin'], audit: 'Released' },
  rejectReview: { no: 'T13', from: ['IN_REVIEW'], to: 'IN_PROGRESS', by: ['holder'], audit: 'Rejected' },
  approveToNextLevel: { no: 'T14a', from: ['IN_REVIEW'], to: 'READY', by: ['holder'], audit: 'Approved' },
  approveForFiling: { no: 'T14b', from: ['IN_REVIEW'], to: 'WRITING', by: ['holder'], audit: 'Approved' },
  assignTranscription: {
    no: 'T25',
    from: ['AVAILABLE', 'IN_PROGRESS'],
    to: 'IN_PROGRESS',
    by: ['admin'],
    audit: 'Assigned',
  },
  assignReview: { no: 'T25', from: ['READY', 'IN_REVIEW'], to: 'IN_REVIEW', by: ['admin'], audit: 'Assigned' },
  acceptFiling: { no: 'T15', from: ['WRITING'], to: 'COMPLETED', by: ['system'], audit: 'Completed' },
  failFiling: { no: 'T16', from: ['WRITING'], to: 'INCOMPLETE', by: ['system'], audit: 'Filing Failed' },
  resubmitConversion: {
    no: 'T17',
    from: ['INCOMPLETE'],
    to: 'CONVERTING',
    by: ['author', 'admin'],
    audit: 'Resubmitted',
  },
  resubmitFiling: { no: 'T17', from: ['INCOMPLETE'], to: 'WRITING', by: ['author', 'admin'], audit: 'Resubmitted' },
  assignBiller: { no: 'T18', from: ['COMPLETED'], to: 'COMPLETED', by: ['biller'], audit: 'Opened' },
  releaseBiller: { no: 'T18', from: ['COMPLETED'], to: 'COMPLETED', by: ['admin'], audit: 'Released' },
  bill: { no: 'T19', from: ['COMPLETED'], to: 'BILLED', by: ['biller'], audit: 'Billed' },
  strikeOut: { no: 'T20', from: ['COMPLETED'], to: 'STRUCK_OUT', by: ['author'], audit: 'Struck Out' },
} as const satisfies Record<string, Transition>
export type TransitionName = keyof typeof transitions

/** Deleting is a flag, not a status (T21): never under review, being written, or once completed. */
export const deletableStatuses: readonly JobStatus[] = ['AVAILABLE', 'IN_PROGRESS', 'INCOMPLETE', 'READY']

/** Statuses in which the transcription stage, or a review, has a holder. */
export const heldStatuses: readonly JobStatus[] = ['IN_PROGRESS', 'IN_REVIEW']

export interface FlowFacts {
  reviewerFlow: 'NONE' | ReviewLevel
  transcriptionFlow: 'TRANSCRIPTION_ONLY' | 'TRANSCRIPTION_REVIEWER'
  reviewerCount: number
}

/** How many levels review a job, fixed when the transcription stage is completed (job-machine.md, Q083, Q084). */
export function reviewLevelsOf({ reviewerFlow, transcriptionFlow, reviewerCount }: FlowFacts): 0 | 1 | 2 {
  if (transcriptionFlow === 'TRANSCRIPTION_ONLY' || reviewerFlow === 'NONE') return 0
  return Math.min(reviewerFlow === 'LEVEL_2' ? 2 : 1, reviewerCount) as 0 | 1 | 2
}

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
