import { isManager } from '@dictara/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'

/** True for jobs at the facilities that the actor reaches; `j` is the alias of `jobs` in the query. */
export const atReachedFacility = (actor: Actor): RawBuilder<boolean> =>
  seesWholeClinic(actor) ? sql<boolean>`true` : sql<boolean>`j.facility_id = any(${[...actor.facilityIds]}::uuid[])`

/** A person as the rules below ask for them: the caller with known values, or a row of `users`. */
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

/** The row `c` of the people who are connected, with what is known of them since they signed in. */
const theConnected: Person = {
  id: sql`c.id`,
  userType: sql`c.user_type`,
  reviewsOwn: sql`c.reviews_own`,
  isAtFacility: sql`(c.user_type = 'clinicAdmin' or j.facility_id = any(c.facility_ids))`,
}

/**
 * True when the person is among those whom the author of job `j` has chosen for its level: by name, by group, as "any"
 * reviewer of the facility, or as the author who reviews their own; never who approved level 1 (job-machine.md).
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

/** A clinicAdmin reviews what nobody else is eligible for, so that no job is stuck. */
const isStandInReviewer = (person: Person): RawBuilder<boolean> => sql<boolean>`(
  ${person.userType} = 'clinicAdmin' and j.first_approver_id is distinct from ${person.id}
  and not exists ${chosenReviewers})`

/** True for READY or IN_REVIEW jobs `j` at whose level the actor may review (job-machine.md). */
export const isEligibleReviewer = (actor: Actor): RawBuilder<boolean> =>
  actor.userType === 'clinicAdmin'
    ? sql<boolean>`(${isChosenReviewer(theActor(actor))} or ${isStandInReviewer(theActor(actor))})`
    : isChosenReviewer(theActor(actor))

/** Every row `u` of `users` that could review job `j` at all, of which most of a clinic cannot: asked before the rest. */
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

/** In which jobs of a pool are worked: STAT first, then what is due earliest, then what is oldest (Q200). */
export const poolOrder: RawBuilder<unknown> = sql`priority desc, due_at, submitted_at, id`

/** True for jobs `j` in these statuses of the doctors that the biller bills for. */
const isOfBiller = (biller: Person, statuses: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(j.status in (${statuses}) and exists (
    select from users a where a.clinic_id = j.clinic_id and a.id = j.author_id and a.biller_id = ${biller.id}))`

/** For so long who worked on a job may look at what became of it (Q199). */
const readAfterDays = 30

/** Stints that ended so, so lately. */
const handedOn = (now: Date): RawBuilder<boolean> => sql<boolean>`(s.action in ('Completed', 'Approved', 'Rejected')
  and s.ended_at > ${now}::timestamptz - make_interval(days => ${readAfterDays}))`

/** The jobs of such stints of the actor, as a table of `job_id`. */
export const pastWorkIds = (
  actor: Actor,
  now: Date,
): RawBuilder<unknown> => sql`(select distinct s.job_id from job_stints s
  where s.clinic_id = ${actor.clinicId} and s.user_id = ${actor.userId} and ${handedOn(now)})`

const didPastWork = ({ id, isAtFacility }: Person, now: Date): RawBuilder<boolean> => sql<boolean>`(${isAtFacility}
  and exists (select from job_stints s where s.clinic_id = j.clinic_id and s.job_id = j.id and s.user_id = ${id} and ${handedOn(now)}))`

/**
 * True for jobs `j` that the actor worked on and handed on: for thirty days after they completed, approved or rejected it,
 * and while they belong to its facility. Who merely released it, or from whom it was taken, has no more to do with it (Q199).
 */
export const isPastWorkOf = (actor: Actor, now: Date): RawBuilder<boolean> => didPastWork(theActor(actor), now)

const isAuthorOf = ({ id }: Person): RawBuilder<boolean> => sql<boolean>`j.author_id = ${id}`
const isOrWasHolder = (person: Person, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(j.holder_id = ${person.id} or ${didPastWork(person, now)})`

const adminMayRead = (person: Person): RawBuilder<boolean> =>
  sql<boolean>`(${isAuthorOf(person)} or ${person.isAtFacility})`
/** A pool's job in a colleague's hands stays readable: who was slower is told so, not that it does not exist. */
const transcriptionistMayRead = (person: Person, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${isOrWasHolder(person, now)} or ((j.status = 'AVAILABLE' or (j.status = 'IN_PROGRESS' and j.holder_id is distinct from j.author_id))
    and ${person.isAtFacility}))`
const othersMayRead = (person: Person, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${isAuthorOf(person)} or ${isOrWasHolder(person, now)} or (j.status in ('READY', 'IN_REVIEW') and ${isChosenReviewer(person)}))`

/** Who may read a job (Q176, Q199): everybody else gets 404. */
export function mayRead(actor: Actor, now: Date): RawBuilder<boolean> {
  const person = theActor(actor)
  if (isManager(actor)) return adminMayRead(person)
  if (actor.userType === 'biller') return isOfBiller(person, sql`'COMPLETED', 'BILLED'`)
  if (actor.userType === 'transcriptionist') return transcriptionistMayRead(person, now)
  return othersMayRead(person, now)
}

/** What the actor may read is told by columns that job_counts has as well: how much it is is kept. */
export const isReadingKept = (actor: Actor): boolean => isManager(actor) || actor.userType === 'biller'

/** Told of the move that took it out of their hands, with ids and status alone, also when they may not read it any more. */
const hadUntilNow = (person: Person, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from job_stints s where s.clinic_id = j.clinic_id and s.job_id = j.id and s.user_id = ${person.id}
    and s.ended_at > ${now}::timestamptz - interval '1 minute')`

/**
 * Who of the connected people `c` is told live of a job: as `mayRead`, who had it until now, and its biller of a strike that
 * took it out of the list.
 */
export const mayHearRow = (now: Date): RawBuilder<boolean> => sql<boolean>`case
  when c.user_type in ('admin', 'clinicAdmin') then ${adminMayRead(theConnected)}
  when c.user_type = 'biller' then ${isOfBiller(theConnected, sql`'COMPLETED', 'BILLED', 'STRUCK_OUT'`)}
  when c.user_type = 'transcriptionist' then (${transcriptionistMayRead(theConnected, now)} or ${hadUntilNow(theConnected, now)})
  else (${othersMayRead(theConnected, now)} or ${hadUntilNow(theConnected, now)}) end`

/** True for jobs `j` of whose patient the actor may know more than the name, as `seesPatient` says of a row (roles.md). */
export const mayKnowPatient = (actor: Actor): RawBuilder<boolean> =>
  actor.userType === 'transcriptionist'
    ? sql<boolean>`(${actor.userId}::uuid in (j.holder_id, j.transcriber_id, j.rejected_by)) is true`
    : sql<boolean>`true`
