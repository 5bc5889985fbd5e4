import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin, seesWholeClinic } from '../../platform/actor.ts'

/** True for jobs at the facilities that the actor reaches; `j` is the alias of `jobs` in the query. */
export const atReachedFacility = (actor: Actor): RawBuilder<boolean> =>
  seesWholeClinic(actor) ? sql<boolean>`true` : sql<boolean>`j.facility_id = any(${[...actor.facilityIds]}::uuid[])`

/**
 * True for READY or IN_REVIEW jobs `j` at whose level the actor may review (decisions.md part A): chosen by the author,
 * member of a chosen group, "any" at the facility, or the author who reviews their own; never who approved level 1.
 * Reviewers are those who work as such; an author with self-review counts for their own jobs only.
 */
export function isEligibleReviewer(actor: Actor): RawBuilder<boolean> {
  const me = actor.userId
  const isReviewer = actor.userType === 'reviewer'
  return sql<boolean>`(
    j.level_1_approved_by is distinct from ${me}::uuid and (
      (${actor.selfReviewEnabled} and j.author_id = ${me}) or
      (${isReviewer} and ${atReachedFacility(actor)} and (
        exists (select from author_reviewers r where r.clinic_id = j.clinic_id and r.author_id = j.author_id
          and r.level = j.level and r.reviewer_id = ${me})
        or exists (select from author_reviewer_groups g
          join reviewer_groups rg on rg.clinic_id = g.clinic_id and rg.id = g.group_id and rg.level in (j.level, 'ALL_LEVELS')
          join reviewer_group_members m on m.clinic_id = g.clinic_id and m.group_id = g.group_id
          where g.clinic_id = j.clinic_id and g.author_id = j.author_id and g.level = j.level and m.reviewer_id = ${me})
        or exists (select from users a where a.clinic_id = j.clinic_id and a.id = j.author_id
          and case j.level when 'LEVEL_1' then a.any_reviewer_level_1 else a.any_reviewer_level_2 end)
      ))
    ))`
}

/** Who may read a job (Q176): everybody else gets 404. */
export function mayRead(actor: Actor): RawBuilder<boolean> {
  if (isAdmin(actor)) return sql<boolean>`(j.author_id = ${actor.userId} or ${atReachedFacility(actor)})`
  const me = actor.userId
  const wasHolder = sql<boolean>`(j.assignee_id = ${me} or j.transcriber_id = ${me} or exists (
    select from job_stints s where s.clinic_id = j.clinic_id and s.job_id = j.id and s.user_id = ${me}))`
  if (actor.userType === 'biller')
    return sql<boolean>`(j.status in ('COMPLETED', 'BILLED') and exists (
      select from users a where a.clinic_id = j.clinic_id and a.id = j.author_id and a.biller_id = ${me}))`
  if (actor.userType === 'transcriptionist')
    return sql<boolean>`(${wasHolder} or (j.status = 'AVAILABLE' and ${atReachedFacility(actor)}))`
  return sql<boolean>`(j.author_id = ${me} or ${wasHolder} or (j.status in ('READY', 'IN_REVIEW') and ${isEligibleReviewer(actor)}))`
}
