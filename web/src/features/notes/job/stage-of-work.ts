import type { Job, JobStage } from '@dictara/contract/jobs'

/** What one works at: of one stage the next job comes. */
export const stageOfWork = ({ status }: Pick<Job, 'status'>): JobStage =>
  status === 'IN_REVIEW' ? 'REVIEW' : 'TRANSCRIPTION'
