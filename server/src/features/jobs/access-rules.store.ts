import { isManager } from '@dictara/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'

/** True for jobs at the facilities that the actor reaches; `j` is the alias of `jobs` in the query. */
export const atReachedFacility = (actor: Actor): RawBuilder<boolean> =>
  seesWholeClinic(actor) ? sql<boolean>`true` : sql<boolean>`j.facility_id = any(${[...actor.facilityIds]}::uuid[])`

/** A person as the rules below need them: the caller, with known values, or a row of a query. */
interface Person {
  id: RawBuilder<string>
  userType: RawBuilder<string>
  reviewsOwn: RawBuilder<boolean>
  /** Linked to the facility of job `j`. */
  isAtFacility: RawBuilder<boolean>
}

const theActor = (actor: Actor): Person => ({
  id: sql`${actor.userId}::uuid`,
  userType: sql`${actor.userType}::text`,
  reviewsOwn: sql`${actor.selfReviewEnabled}::boolean`,
  isAtFacility: atReachedFacility(actor),
})

/** The row `u` of `users`. */
const theUser: Person = {
  id: sql`u.id`,
  userType: sql`u.user_type`,
  reviewsOwn: sql`u.self_review_enabled`,
  isAtFacility: sql`(u.user_type = 'clinicAdmin' or exists (select from facility_users l
    where l.clinic_id = j.clinic_id and l.facility_id = j.facility_id and l.user_id = u.id))`,
}

/** The row `c` of the connected people, with the facts known since they signed in. */
const theConnected: Person = {
  id: sql`c.id`,
  userType: sql`c.user_type`,
  reviewsOwn: sql`c.reviews_own`,
  isAtFacility: sql`(c.user_type = 'clinicAdmin' or j.facility_id = any(c.facility_ids))`,
}

/**
 * True when the author of job `j` has chosen the person for its level: by name, by group or as "any" reviewer of the facility.
 * Also true for authors who review their own jobs. Never true for the person who approved level 1 (job-machine.md).
 */
const isChosenReviewer = (person: Person): RawBuilder<boolean> => sql<boolean>`(
  j.first_approver_id is distinct from ${person.id} and (
    (${person.reviewsOwn} and j.author_id = ${person.id}) or
    (${person.userType} in ('reviewer', 'admin', 'clinicAdmin') and ${person.isAtFacility} and (
      exists (select from author_reviewers r where r.clinic_id = j.clinic_id and r.author_id = j.author_id
        and r.level = j.level and r.reviewer_id = ${person.id})
      or exists (select from author_reviewer_groups g
        join reviewer_groups rg on rg.clinic_id = g.clinic_id and rg.id = g.group_id and rg.level in (j.level, 'ALL_LEVELS')
        join reviewer_group_members m on m.clinic_id = g.clinic_id and m.group_id = g.group_id
        where g.clinic_id = j.clinic_id and g.author_id = j.author_id and g.level = j.level and m.reviewer_id = ${person.id})
      or (${person.userType} = 'reviewer' and exists (select from users a where a.clinic_id = j.clinic_id and a.id = j.author_id
        and case j.level when 'LEVEL_1' then a.any_reviewer_level_1 else a.any_reviewer_level_2 end))
    ))
  ))`

/** A clinicAdmin may review a job for which nobody else is eligible, so that no job gets stuck. */
const isStandInReviewer = (person: Person): RawBuilder<boolean> => sql<boolean>`(
  ${person.userType} = 'clinicAdmin' and j.first_approver_id is distinct from ${person.id}
  and not exists ${chosenReviewers})`

/** True when the actor may review job `j`, READY or IN_REVIEW, at its level (job-machine.md). */
export const isEligibleReviewer = (actor: Actor): RawBuilder<boolean> =>
  actor.userType === 'clinicAdmin'
    ? sql<boolean>`(${isChosenReviewer(theActor(actor))} or ${isStandInReviewer(theActor(actor))})`
    : isChosenReviewer(theActor(actor))

/** True for rows `u` of `users` that could review job `j` at all. Checked first, because it rules out most people of a clinic. */
export const mightReviewRow: RawBuilder<boolean> = sql<boolean>`(u.user_type in ('reviewer', 'admin', 'clinicAdmin') or u.id = j.author_id)`

/** The chosen reviewers of job `j`, by id. */
const chosenReviewers = sql`(select u.id from users u where u.clinic_id = j.clinic_id and u.is_enabled and ${mightReviewRow} and ${isChosenReviewer(theUser)})`

/** True when the row `u` of `users` is chosen for the level of job `j`. */
export const isChosenReviewerRow: RawBuilder<boolean> = isChosenReviewer(theUser)

/** True for the row `u` of `users` when that person may transcribe job `j`: its author, or a transcriptionist of the facility. */
export const mayTranscribeRow: RawBuilder<boolean> = sql<boolean>`(u.id = j.author_id
  or (u.user_type = 'transcriptionist' and ${theUser.isAtFacility}))`

/** True when the actor may take job `j` from the pool of its present stage. */
export const mayStart = (actor: Actor): RawBuilder<boolean> =>
  actor.userType === 'transcriptionist'
    ? sql<boolean>`(j.status = 'AVAILABLE' and ${atReachedFacility(actor)})`
    : sql<boolean>`(j.status = 'READY' and ${isEligibleReviewer(actor)})`

/** The order in which the jobs of a pool are worked: STAT first, then the earliest due, then the oldest (Q200). */
export const poolOrder: RawBuilder<unknown> = sql`priority desc, due_at, submitted_at, id`

/** True for jobs `j` in these statuses whose author is a doctor that the biller bills for. */
const isOfBiller = (biller: Person, statuses: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(j.status in (${statuses}) and exists (
    select from users a where a.clinic_id = j.clinic_id and a.id = j.author_id and a.biller_id = ${biller.id}))`

/** How long a person who worked on a job may still read it (Q199). */
const readAfterDays = 30

/** True for stints `s` that ended with one of these actions within that time. */
const handedOn = (now: Date): RawBuilder<boolean> => sql<boolean>`(s.action in ('Completed', 'Approved', 'Rejected')
  and s.ended_at > ${now}::timestamptz - make_interval(days => ${readAfterDays}))`

/** The jobs that the actor handed on within that time, as a table of `job_id`. */
export const pastWorkIds = (
  actor: Actor,
  now: Date,
): RawBuilder<unknown> => sql`(select distinct s.job_id from job_stints s
  where s.clinic_id = ${actor.clinicId} and s.user_id = ${actor.userId} and ${handedOn(now)})`

const didPastWork = ({ id, isAtFacility }: Person, now: Date): RawBuilder<boolean> => sql<boolean>`(${isAtFacility}
  and exists (select from job_stints s where s.clinic_id = j.clinic_id and s.job_id = j.id and s.user_id = ${id} and ${handedOn(now)}))`

/**
 * True for jobs `j` that the actor completed, approved or rejected within the last thirty days, while the actor belongs to the
 * job's facility. Not true for somebody who only released the job, or from whom it was taken (Q199).
 */
export const isPastWorkOf = (actor: Actor, now: Date): RawBuilder<boolean> => didPastWork(theActor(actor), now)

const isAuthorOf = ({ id }: Person): RawBuilder<boolean> => sql<boolean>`j.author_id = ${id}`
const isOrWasHolder = (person: Person, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(j.holder_id = ${person.id} or ${didPastWork(person, now)})`

const adminMayRead = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`(${isAuthorOf(person)} or ${person.isAtFacility})`
/** A pool job that a colleague took stays readable, so that a slower person hears that it is taken, not that it does not exist. */
const transcriptionistMayRead = (person: Person, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${isOrWasHolder(person, now)} or ((j.status = 'AVAILABLE' or (j.status = 'IN_PROGRESS' and j.holder_id is distinct from j.author_id))
    and ${person.isAtFacility}))`
const othersMayRead = (person: Person, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${isAuthorOf(person)} or ${isOrWasHolder(person, now)} or (j.status in ('READY', 'IN_REVIEW') and ${isChosenReviewer(person)}))`

/** True for jobs `j` that the actor may read (Q176, Q199). For other jobs they get 404. */
export function mayRead(actor: Actor, now: Date): RawBuilder<boolean> {
  const person = theActor(actor)
  if (isManager(actor)) return adminMayRead(person)
  if (actor.userType === 'biller') return isOfBiller(person, sql`'COMPLETED', 'BILLED'`)
  if (actor.userType === 'transcriptionist') return transcriptionistMayRead(person, now)
  return othersMayRead(person, now)
}

/** True when `mayRead` uses only columns that `job_counts` has too, so that the number of readable jobs is kept there. */
export const isReadingKept = (actor: Actor): boolean => isManager(actor) || actor.userType === 'biller'

/** True for somebody whose stint ended just now: they hear of that move, ids and status only, even if they may no longer read it. */
const hadUntilNow = (person: Person, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from job_stints s where s.clinic_id = j.clinic_id and s.job_id = j.id and s.user_id = ${person.id}
    and s.ended_at > ${now}::timestamptz - interval '1 minute')`

/**
 * True for connected people `c` who are told live of job `j`: those of `mayRead`, those who held it until now, and its biller
 * when a strike takes it out of the biller's list.
 */
export const mayHearRow = (now: Date): RawBuilder<boolean> => sql<boolean>`case
  when c.user_type in ('admin', 'clinicAdmin') then ${adminMayRead(theConnected)}
  when c.user_type = 'biller' then ${isOfBiller(theConnected, sql`'COMPLETED', 'BILLED', 'STRUCK_OUT'`)}
  when c.user_type = 'transcriptionist' then (${transcriptionistMayRead(theConnected, now)} or ${hadUntilNow(theConnected, now)})
  else (${othersMayRead(theConnected, now)} or ${hadUntilNow(theConnected, now)}) end`

/** True for jobs `j` where the actor may know more of the patient than the name; the same rule as `seesPatient` (roles.md). */
export const mayKnowPatient = (actor: Actor): RawBuilder<boolean> =>
  actor.userType === 'transcriptionist'
    ? sql<boolean>`(${actor.userId}::uuid in (j.holder_id, j.transcriber_id, j.rejected_by)) is true`
    : sql<boolean>`true`
