import { stages } from '@dictara/browser/stages'
import type { JobRow, JobTrack } from '@dictara/contract/jobs'

/** The steps of a job, named after its stages. */
export const trackSteps: Record<JobTrack['step'], string> = {
  HEARD: 'Heard',
  TYPING: stages.typing.word,
  REVIEW_1: stages.review1.word,
  REVIEW_2: stages.review2.word,
  FILED: stages.filed.word,
}

/** Without an EHR, a note is completed at its last step, not filed. */
export const stepWord = (step: JobTrack['step'], { staysHere }: Pick<JobRow, 'staysHere'>) =>
  step === 'FILED' && staysHere ? stages.completed.word : trackSteps[step]

export const trackStates: Record<JobTrack['state'], string> = { done: 'done', now: 'now', 'to-come': 'to come' }
