import type { JobTrack } from '@dictara/contract/jobs'
import type { z } from 'zod'
import type { Work } from '../../platform/database/index.ts'
import { findFlow, findJob, type JobRecord } from './jobs.store.ts'
import { reviewLevelsOf } from './review-levels.ts'
import { findHeardAt, listStints, type NamedStint } from './stints.store.ts'

type Row = z.input<typeof JobTrack>
type Step = Row['step']

/** The step that the job is at; undefined once it is filed. */
function stepOf({ status, level, failStage }: JobRecord): Step | undefined {
  const review = level === 'LEVEL_2' ? 'REVIEW_2' : 'REVIEW_1'
  const steps: Record<JobRecord['status'], Step | undefined> = {
    RECEIVED: 'HEARD',
    CONVERTING: 'HEARD',
    AVAILABLE: 'TYPING',
    IN_PROGRESS: 'TYPING',
    READY: review,
    IN_REVIEW: review,
    WRITING: 'FILED',
    INCOMPLETE: failStage === 'EHR_WRITE' ? 'FILED' : 'HEARD',
    COMPLETED: undefined,
    BILLED: undefined,
    STRUCK_OUT: undefined,
  }
  return steps[status]
}

/** The stint that completed a step. Reviews before the last transcription do not count. */
function doneBy(step: Step, stints: readonly NamedStint[]): NamedStint | undefined {
  if (step === 'TYPING')
    return stints.findLast(({ stage, action }) => stage === 'TRANSCRIPTION' && action === 'Completed')
  const typed = stints.findLastIndex(({ stage }) => stage === 'TRANSCRIPTION')
  const level = step === 'REVIEW_1' ? 'LEVEL_1' : 'LEVEL_2'
  return stints.slice(typed + 1).findLast((one) => one.action === 'Approved' && one.level === level)
}

/** The steps of a job from recognition to filing: who did or does each one, and since when it has its state. */
export async function readTrack(work: Work, jobId: string): Promise<Row[]> {
  const job = (await findJob(work, jobId))!
  const levels = job.reviewLevels ?? reviewLevelsOf(await findFlow(work, job))
  const steps: Step[] = ['HEARD', 'TYPING', ...(['REVIEW_1', 'REVIEW_2'] as const).slice(0, levels), 'FILED']
  const stints = await listStints(work, jobId)
  const heardAt = await findHeardAt(work, jobId)
  const now = stepOf(job)
  const at = now ? steps.indexOf(now) : steps.length
  return steps.map((step, index): Row => {
    if (index > at) return { step, state: 'to-come', person: null, since: null }
    if (index === at) {
      const open = stints.findLast(({ endedAt }) => endedAt === null)
      const isHeld = job.holderId !== null && open?.userId === job.holderId
      return {
        step,
        state: 'now',
        person: isHeld ? open.fullName : null,
        since: (isHeld ? job.heldSince : null) ?? job.waitingSince,
      }
    }
    if (step === 'HEARD') return { step, state: 'done', person: null, since: heardAt ?? job.submittedAt }
    if (step === 'FILED') return { step, state: 'done', person: null, since: job.completedAt ?? job.waitingSince }
    const stint = doneBy(step, stints)
    return { step, state: 'done', person: stint?.fullName ?? null, since: stint?.endedAt ?? null }
  })
}
