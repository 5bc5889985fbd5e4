import type { JobAction } from '@dictara/contract/jobs'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { mayChangePatient } from './change-details.ts'
import { deletableStatuses, heldStatuses } from './job-states.ts'
import type { JobRecord } from './jobs.store.ts'
import { isReleasable } from './release-job.ts'

export type AccessFacts = Pick<JobRecord, 'status' | 'authorId' | 'assigneeId' | 'billerId' | 'isEnabled'> & {
  /** The actor may take the job from its pool now. */
  mayStart: boolean
  facilityIsEnabled: boolean
}

/** What waits while a facility is disabled (T24). */
const waiting: readonly JobAction[] = [
  'start',
  'save',
  'complete',
  'reject',
  'approve',
  'reconvert',
  'resubmit',
  'assign',
]

/** What the actor may do to a job that they may read; the buttons follow it (Q177). */
export function allowedActionsOf(actor: Actor, job: AccessFacts): JobAction[] {
  if (!job.isEnabled) return []
  const { status } = job
  const isAuthor = job.authorId === actor.userId
  const isInCharge = isAuthor || isAdmin(actor)
  const isHolder = job.assigneeId === actor.userId && heldStatuses.includes(status)
  const actions: [JobAction, boolean][] = [
    ['start', job.mayStart],
    ['resume', isHolder],
    ['view', true],
    ['save', isHolder],
    // Of a job whose conversion failed it is offered too, and refused in words (Q115).
    ['complete', (isHolder && status === 'IN_PROGRESS') || (isAuthor && status === 'INCOMPLETE')],
    ['reject', isHolder && isReleasable(job)],
    ['approve', isHolder && status === 'IN_REVIEW'],
    ['release', isReleasable(job) && (isHolder || isAdmin(actor))],
    ['reconvert', isHolder && status === 'IN_PROGRESS'],
    ['resubmit', isInCharge && status === 'INCOMPLETE'],
    ['delete', isInCharge && deletableStatuses.includes(status)],
    ['assign', isAdmin(actor) && ['AVAILABLE', 'IN_PROGRESS', 'READY', 'IN_REVIEW'].includes(status)],
    ['strike', isAuthor && status === 'COMPLETED'],
    ['bill', status === 'COMPLETED' && job.billerId === actor.userId],
    ['change-patient', isInCharge && mayChangePatient(status)],
  ]
  return actions
    .filter(([action, may]) => may && (job.facilityIsEnabled || !waiting.includes(action)))
    .map(([action]) => action)
}
