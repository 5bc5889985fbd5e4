import { isManager } from '@dictara/contract'
import { type JobAction, jobActions } from '@dictara/contract/jobs'
import type { Actor } from '../../platform/actor.ts'
import { deeds, transitions } from './job-states.ts'
import type { Deed, Mover, StandingFacts } from './transition.ts'

export type AccessFacts = StandingFacts & {
  isEnabled: boolean
  /** The actor may take the job from its pool now. */
  mayStart: boolean
  facilityIsEnabled: boolean
}

type MoverFacts = Pick<AccessFacts, 'authorId' | 'holderId' | 'billerId'> & { mayStart?: boolean }
const is: Record<Mover, (actor: Actor, job: MoverFacts) => boolean> = {
  system: () => false,
  author: (actor, job) => job.authorId === actor.userId,
  holder: (actor, job) => job.holderId === actor.userId,
  admin: (actor) => isManager(actor),
  eligible: (_actor, job) => job.mayStart === true,
  biller: (actor, job) => job.billerId === actor.userId,
}
/** True when the actor is one of the people in `deed.by`. */
export const isBy = (deed: Deed, actor: Actor, job: MoverFacts) => deed.by.some((mover) => is[mover](actor, job))

const offered: readonly Deed[] = [...Object.values<Deed>(transitions), ...Object.values<Deed>(deeds)]
/** Actions that are not offered while a facility is disabled (T24). */
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

/** The actions that the actor may take on a job they may read. The buttons follow from it (Q177). */
export function allowedActionsOf(actor: Actor, job: AccessFacts): JobAction[] {
  if (!job.isEnabled) return []
  const may = (deed: Deed) => deed.from.includes(job.status) && isBy(deed, actor, job) && (deed.of?.(job) ?? true)
  const actions = new Set<JobAction | undefined>(offered.filter(may).map(({ action }) => action)).add('view')
  return jobActions.filter((action) => actions.has(action) && (job.facilityIsEnabled || !waiting.includes(action)))
}
