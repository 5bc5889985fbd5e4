import type { Job, JobStage } from '@dictara/contract/jobs'

/** The stage of the work, from which the next job is taken. */
export const stageOfWork = ({ status }: Pick<Job, 'status'>): JobStage =>
  status === 'IN_REVIEW' ? 'REVIEW' : 'TRANSCRIPTION'
