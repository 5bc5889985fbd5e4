import type { JobAction } from '@dictara/contract/jobs'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { deletableStatuses } from './job-states.ts'
import type { JobRecord } from './jobs.store.ts'

/** What the actor may do to a job that they may read; the buttons follow it (Q177). */
export function allowedActionsOf(
  actor: Actor,
  job: Pick<JobRecord, 'status' | 'authorId' | 'assigneeId' | 'isEnabled'>,
): JobAction[] {
  if (!job.isEnabled) return []
  const isAuthor = job.authorId === actor.userId
  const isInCharge = isAuthor || isAdmin(actor)
  const actions: [JobAction, boolean][] = [
    ['view', true],
    ['resubmit', isInCharge && job.status === 'INCOMPLETE'],
    ['strike', isAuthor && job.status === 'COMPLETED'],
    ['delete', isInCharge && deletableStatuses.includes(job.status)],
  ]
  return actions.filter(([, may]) => may).map(([action]) => action)
}
