import type { JobRow, JobTrack } from '@dictara/contract/jobs'

type Step = JobTrack['step']
type Track = Pick<JobTrack, 'step' | 'state' | 'person'>

/** The step of a job, as far as its row tells. A failed job is at the step where it failed. */
function presentStep({ status, level, failStage }: JobRow): Step | null {
  if (status === 'RECEIVED' || status === 'CONVERTING') return 'HEARD'
  if (status === 'AVAILABLE' || status === 'IN_PROGRESS') return 'TYPING'
  if (status === 'READY' || status === 'IN_REVIEW') return level === 'LEVEL_2' ? 'REVIEW_2' : 'REVIEW_1'
  if (status === 'INCOMPLETE') return failStage === 'EHR_WRITE' ? 'FILED' : 'HEARD'
  return status === 'WRITING' ? 'FILED' : null
}

/**
 * The steps of a job from Heard to Filed, computed from its row: the finished ones, the current one with its holder,
 * and the coming ones.
 */
export function trackOf(job: JobRow): Track[] {
  const levels = job.levels ?? (job.level === 'LEVEL_2' ? 2 : job.level ? 1 : 0)
  const steps: Step[] = [
    'HEARD',
    'TYPING',
    ...(levels > 0 ? (['REVIEW_1'] as const) : []),
    ...(levels > 1 ? (['REVIEW_2'] as const) : []),
    'FILED',
  ]
  const present = presentStep(job)
  const at = present ? steps.indexOf(present) : steps.length
  const reviewer = (level: string) => job.reviewedBy.findLast((one) => one.level === level)?.fullName ?? null
  const done: Record<Step, string | null> = {
    HEARD: null,
    TYPING: job.transcribedBy?.fullName ?? null,
    REVIEW_1: reviewer('LEVEL_1'),
    REVIEW_2: reviewer('LEVEL_2'),
    FILED: null,
  }
  return steps.map((step, index) => {
    if (index < at) return { step, state: 'done', person: done[step] }
    return index === at
      ? { step, state: 'now', person: job.heldBy?.fullName ?? null }
      : { step, state: 'to-come', person: null }
  })
}
