import { isManager } from '@dictara/contract'
import type { ListStatus } from '@dictara/contract/job-lists'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { atReachedFacility, isEligibleReviewer, isPastWorkOf, poolOrder } from '../jobs/index.ts'

type Rule = RawBuilder<boolean>

/** The rule that decides which jobs `j` a list holds. */
export interface ListRule {
  where: Rule
  /** The rule uses only columns that `job_counts` has under the same names, so its total can come from there. */
  isKept: boolean
}
const kept = (...rules: Rule[]): ListRule => ({ where: both(...rules), isKept: true })
const walked = (...rules: Rule[]): ListRule => ({ where: both(...rules), isKept: false })
const no: ListRule = { where: sql<boolean>`false`, isKept: true }

/** The jobs of My Jobs (roles.md): a doctor’s own, those of an admin’s facilities, or a clinicAdmin’s whole clinic (Q105). */
const myScope = (actor: Actor): Rule =>
  isManager(actor)
    ? sql<boolean>`(j.author_id = ${actor.userId} or ${atReachedFacility(actor)})`
    : sql<boolean>`j.author_id = ${actor.userId}`

const tab = (name: string): Rule => sql<boolean>`j.tab = ${name}`

/** A person's history holds only jobs they may still read (Q199). Authors may always read their own. */
const mayStillRead = (actor: Actor, now: Date): Rule =>
  sql<boolean>`(j.author_id = ${actor.userId} or ${isPastWorkOf(actor, now)})`

/** True for jobs that this person reviewed and may still read. */
const reviewed = (actor: Actor, now: Date): Rule => sql<boolean>`(exists (
  select from job_stints s where s.clinic_id = j.clinic_id and s.job_id = j.id and s.user_id = ${actor.userId} and s.stage = 'REVIEW')
  and ${mayStillRead(actor, now)})`

const isHeld = (actor: Actor, status: string): Rule =>
  sql<boolean>`(j.is_enabled and j.status = ${status} and j.holder_id = ${actor.userId})`

const available: Rule = sql<boolean>`(j.is_enabled and j.status = 'AVAILABLE')`
const ready: Rule = sql<boolean>`(j.is_enabled and j.status = 'READY')`
const returned: Rule = sql<boolean>`(j.is_enabled and j.status = 'IN_PROGRESS' and j.returned)`
const both = (...rules: Rule[]): Rule => sql<boolean>`(${sql.join(rules, sql` and `)})`
const either = (...rules: Rule[]): Rule => sql<boolean>`(${sql.join(rules, sql` or `)})`

/** The rules of the My Jobs lists, the same for a list and its count (lists.md). */
export function myJobsRule(actor: Actor, status: ListStatus, now: Date): ListRule {
  if (actor.userType === 'transcriptionist') return transcriptionistRule(actor, status, now)
  const mine = myScope(actor)
  const rules: Record<ListStatus, ListRule> = {
    INPROGRESS: kept(tab('INPROGRESS'), mine),
    INREVIEW: kept(tab('INREVIEW'), mine),
    COMPLETE: kept(tab('COMPLETE'), mine),
    INCOMPLETE: kept(tab('INCOMPLETE'), mine),
    READY: kept(ready, mine),
    AVAILABLE: isManager(actor) ? kept(either(available, ready), mine) : kept(available, mine),
    REJECTED: kept(returned, mine),
  }
  return rules[status]
}

function transcriptionistRule(actor: Actor, status: ListStatus, now: Date): ListRule {
  const rules: Partial<Record<ListStatus, ListRule>> = {
    AVAILABLE: kept(available, atReachedFacility(actor)),
    INPROGRESS: walked(isHeld(actor, 'IN_PROGRESS')),
    COMPLETE: walked(
      sql<boolean>`(j.is_enabled and j.tab in ('INREVIEW', 'COMPLETE') and j.transcriber_id = ${actor.userId})`,
      isPastWorkOf(actor, now),
    ),
    REJECTED: walked(
      returned,
      either(
        sql<boolean>`j.holder_id = ${actor.userId}`,
        both(sql<boolean>`j.rejected_by = ${actor.userId}`, isPastWorkOf(actor, now)),
      ),
    ),
  }
  return rules[status] ?? no
}

/** The rules of the Jobs to review lists. */
export function reviewRule(actor: Actor, status: ListStatus, now: Date): ListRule {
  const reach = isManager(actor) ? atReachedFacility(actor) : isEligibleReviewer(actor)
  const rules: Partial<Record<ListStatus, ListRule>> = {
    READY: kept(ready, reach),
    AVAILABLE: isManager(actor) ? kept(either(available, ready), reach) : kept(ready, reach),
    INPROGRESS: isManager(actor)
      ? kept(sql<boolean>`(j.is_enabled and j.status = 'IN_REVIEW')`, reach)
      : walked(isHeld(actor, 'IN_REVIEW')),
    COMPLETE: isManager(actor) ? kept(tab('COMPLETE'), reach) : walked(tab('COMPLETE'), reviewed(actor, now)),
    REJECTED: isManager(actor)
      ? walked(returned, sql<boolean>`j.rejected_by = ${actor.userId}`)
      : walked(returned, sql<boolean>`j.rejected_by = ${actor.userId}`, mayStillRead(actor, now)),
  }
  return rules[status] ?? no
}

/** The order of a list, by columns that both jobs and list rows have. */
export type ListOrder = RawBuilder<unknown>
export const newestFirst: ListOrder = sql`submitted_at desc, id desc`
export const oldestFirst: ListOrder = sql`submitted_at, id`

/** Pools are worked in the order of Q200, everything else is shown newest first (Q186). */
export const ownOrderOf = (status: ListStatus): ListOrder =>
  status === 'READY' || status === 'AVAILABLE' ? poolOrder : newestFirst
