import type { Job } from '@dictara/contract/jobs'

/** True while somebody still transcribes the note: the author or a transcriptionist (Q114). */
export const isTranscription = (job: Pick<Job, 'status'>) =>
  ['RECEIVED', 'CONVERTING', 'AVAILABLE', 'IN_PROGRESS'].includes(job.status)
