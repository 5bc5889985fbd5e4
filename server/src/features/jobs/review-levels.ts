import type { ReviewLevel } from '@dictara/contract/jobs'

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
