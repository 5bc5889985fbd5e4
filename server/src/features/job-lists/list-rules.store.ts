import type { ListStatus } from '@dictara/contract/job-lists'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { atReachedFacility, isEligibleReviewer } from '../jobs/index.ts'

type Rule = RawBuilder<boolean>
const no: Rule = sql<boolean>`false`

/** Whose jobs My Jobs holds (decisions.md part C): a doctor’s own, an admin’s facilities, a clinicAdmin’s clinic (Q105). */
const myScope = (actor: Actor): Rule =>
  isAdmin(actor)
    ? sql<boolean>`(j.author_id = ${actor.userId} or ${atReachedFacility(actor)})`
    : sql<boolean>`j.author_id = ${actor.userId}`

const tab = (name: string): Rule => sql<boolean>`j.tab = ${name}`

/** Jobs that this person worked on at a stage and that went on. */
const worked = (actor: Actor, stage: 'TRANSCRIPTION' | 'REVIEW'): Rule => sql<boolean>`exists (
  select from job_stints s where s.clinic_id = j.clinic_id and s.job_id = j.id and s.user_id = ${actor.userId} and s.stage = ${stage})`

const isHeld = (actor: Actor, status: string): Rule =>
  sql<boolean>`(j.is_enabled and j.status = ${status} and j.assignee_id = ${actor.userId})`

const available: Rule = sql<boolean>`(j.is_enabled and j.status = 'AVAILABLE')`
const ready: Rule = sql<boolean>`(j.is_enabled and j.status = 'READY')`
const returned: Rule = sql<boolean>`(j.is_enabled and j.status = 'IN_PROGRESS' and j.returned)`
const both = (...rules: Rule[]): Rule => sql<boolean>`(${sql.join(rules, sql` and `)})`
const either = (...rules: Rule[]): Rule => sql<boolean>`(${sql.join(rules, sql` or `)})`

/** The My Jobs lists, one rule for list and count (decisions.md part B). */
export function myJobsRule(actor: Actor, status: ListStatus): Rule {
  if (actor.userType === 'transcriptionist') return transcriptionistRule(actor, status)
  const mine = myScope(actor)
  const rules: Record<ListStatus, Rule> = {
    INPROGRESS: both(tab('INPROGRESS'), mine),
    INREVIEW: both(tab('INREVIEW'), mine),
    COMPLETE: both(tab('COMPLETE'), mine),
    INCOMPLETE: both(tab('INCOMPLETE'), mine),
    READY: both(ready, mine),
    AVAILABLE: isAdmin(actor) ? both(either(available, ready), mine) : both(available, mine),
    REJECTED: both(returned, mine),
  }
  return rules[status]
}

function transcriptionistRule(actor: Actor, status: ListStatus): Rule {
  const rules: Partial<Record<ListStatus, Rule>> = {
    AVAILABLE: both(available, atReachedFacility(actor)),
    INPROGRESS: isHeld(actor, 'IN_PROGRESS'),
    COMPLETE: both(
      sql<boolean>`(j.is_enabled and j.tab in ('INREVIEW', 'COMPLETE') and j.transcriber_id = ${actor.userId})`,
    ),
    REJECTED: both(
      returned,
      either(sql<boolean>`j.assignee_id = ${actor.userId}`, sql<boolean>`j.rejected_by = ${actor.userId}`),
    ),
  }
  return rules[status] ?? no
}

/** The Jobs to review lists. */
export function reviewRule(actor: Actor, status: ListStatus): Rule {
  const reach = isAdmin(actor) ? atReachedFacility(actor) : isEligibleReviewer(actor)
  const rules: Partial<Record<ListStatus, Rule>> = {
    READY: both(ready, reach),
    AVAILABLE: isAdmin(actor) ? both(either(available, ready), reach) : both(ready, reach),
    INPROGRESS: isAdmin(actor)
      ? both(sql<boolean>`(j.is_enabled and j.status = 'IN_REVIEW')`, reach)
      : isHeld(actor, 'IN_REVIEW'),
    COMPLETE: isAdmin(actor) ? both(tab('COMPLETE'), reach) : both(tab('COMPLETE'), worked(actor, 'REVIEW')),
    REJECTED: both(returned, sql<boolean>`j.rejected_by = ${actor.userId}`),
  }
  return rules[status] ?? no
}

/** Pools are worked oldest first, everything else is shown newest first (Q186). */
export const isOldestFirst = (status: ListStatus) => status === 'READY' || status === 'AVAILABLE'
