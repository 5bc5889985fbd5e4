import type { AuditedJob, AuditedStatus, AuditSearchKey } from '@dictara/contract/audit'
import type { JobStatus } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, hasWords, readIdPage, readIds } from '../../platform/database/index.ts'
import { isFound, jobNumberText, type JobSearch, mayFindBy, readSearch } from '../jobs/index.ts'
import { isWithin, type Range } from './range.store.ts'
import {
  comesAfter,
  type Direction,
  endOfPart,
  findPart,
  firstOf,
  type Found,
  type Order,
  type Part,
  seekNear,
  seekPart,
  sizeOf,
  type Walks,
} from './walk.store.ts'

/** Which audit: that of authors and managers (`jobs`), or that of billers. */
export type AuditOf = 'jobs' | 'billers'

/** Which jobs are listed. */
export interface AuditedChoice {
  of: AuditOf
  /** User types of the authors; empty: all. */
  userTypes: readonly string[]
  facilityIds: readonly string[]
  doctorIds: readonly string[]
  range: Range
  searchKey: AuditSearchKey
  searchValue: string
  direction: Direction
}

type Tab = 'COMPLETE' | 'INPROGRESS' | 'INREVIEW' | 'INCOMPLETE' | 'NONE'

/** For each audited status, the lists (`jobs.tab`) that hold such jobs, and the status of the jobs there. */
const places: Record<AuditedStatus, { tabs: readonly Tab[]; status?: JobStatus }> = {
  Completed: { tabs: ['COMPLETE'], status: 'COMPLETED' },
  Billed: { tabs: ['COMPLETE'], status: 'BILLED' },
  StruckOut: { tabs: ['NONE'], status: 'STRUCK_OUT' },
  InProgress: { tabs: ['INPROGRESS', 'INREVIEW', 'INCOMPLETE'] },
}
const statusesOf: Record<AuditOf, readonly AuditedStatus[]> = {
  jobs: ['Completed', 'Billed', 'StruckOut'],
  billers: ['Completed', 'Billed', 'InProgress'],
}

/** Other words for a status (AUD-20, BILR-25 to BILR-27), letters only. */
const otherWords: Record<string, AuditedStatus> = { readytobill: 'Completed', transcriptioninprogress: 'InProgress' }

/** The statuses that a search by status finds: those that begin with its letters. Without such a search, all. */
function soughtStatuses({ of, searchKey, searchValue }: AuditedChoice): readonly AuditedStatus[] {
  const letters = searchKey === 'status' ? searchValue.toLowerCase().replaceAll(/[^a-z]/g, '') : ''
  if (searchKey !== 'status' || !searchValue.trim()) return statusesOf[of]
  const other = otherWords[letters]
  return statusesOf[of].filter((one) => one === other || (letters && one.toLowerCase().startsWith(letters)))
}

/** True for jobs `j` that the actor may see in the audit, in any status; billers see no struck-out ones (role matrix). */
export const isInAudit = ({ actor }: Pick<ClinicWork, 'actor'>): RawBuilder<boolean> => {
  if (seesWholeClinic(actor)) return sql<boolean>`true`
  if (actor.userType === 'admin') return sql<boolean>`j.facility_id = any(${[...actor.facilityIds]}::uuid[])`
  if (actor.userType === 'doctor') return sql<boolean>`j.author_id = ${actor.userId}`
  return sql<boolean>`(j.status <> 'STRUCK_OUT' and exists (select from users a where a.clinic_id = j.clinic_id
    and a.id = j.author_id and a.biller_id = ${actor.userId}))`
}

/** Whether the actor may see the job in the audit. Deleted jobs stay in it. */
export async function isAuditedJob(work: ClinicWork, id: string): Promise<boolean> {
  const found = await readIds(
    work,
    sql`select j.id from jobs j where j.clinic_id = ${work.clinicId} and j.id = ${id} and ${isInAudit(work)}`,
  )
  return found.length > 0
}

/** The list is read in a walk for each of these ids, through the index of this column. */
interface Ways {
  column: 'author_id' | 'facility_id'
  ids: readonly string[]
}

async function waysOf(work: ClinicWork, choice: AuditedChoice): Promise<Ways | undefined> {
  const { actor } = work
  const { of, userTypes, facilityIds, doctorIds, searchKey, searchValue } = choice
  const isByName = searchKey === 'userName' && searchValue.trim() !== ''
  const rules = [
    of === 'billers' && sql`u.biller_id = ${actor.userId}`,
    of === 'billers' && doctorIds.length > 0 && sql`u.id = any(${[...doctorIds]}::uuid[])`,
    of === 'jobs' && actor.userType === 'doctor' && sql`u.id = ${actor.userId}`,
    userTypes.length > 0 && sql`u.user_type = any(${[...userTypes]}::text[])`,
    isByName && hasWords(sql<string>`u.full_name`, searchValue),
  ].filter((rule) => rule !== false)
  if (rules.length > 0) {
    const rule = sql.join(rules, sql` and `)
    const ids = await readIds(work, sql`select u.id from users u where u.clinic_id = ${work.clinicId} and ${rule}`)
    return { column: 'author_id', ids }
  }
  if (facilityIds.length > 0) return { column: 'facility_id', ids: facilityIds }
  return seesWholeClinic(actor) ? undefined : { column: 'facility_id', ids: actor.facilityIds }
}

const orderOf = (direction: Direction): Order => ({ table: 'jobs', alias: 'j', at: 'submitted_at', direction })

/** True for jobs `j` of the list. Those of a doctor or a biller are narrowed by `waysOf` to what they may see. */
function isListed(work: ClinicWork, { of, facilityIds }: AuditedChoice): RawBuilder<boolean> {
  const isReached = of === 'billers' || work.actor.userType === 'doctor' ? sql`true` : isInAudit(work)
  const atChosen = facilityIds.length > 0 ? sql`j.facility_id = any(${[...facilityIds]}::uuid[])` : sql`true`
  return sql<boolean>`(${isReached} and ${atChosen})`
}

/** True for jobs `j` of the authors or facilities of the ways. */
const isOfWays = (ways: Ways | undefined) =>
  ways ? sql<boolean>`${sql.ref(`j.${ways.column}`)} = any(${[...ways.ids]}::uuid[])` : sql<boolean>`true`

/** True for jobs `j` of the clinic and the range, from the part on; in any tab. */
const ruleOf = async (work: ClinicWork, { range, direction }: AuditedChoice, part: Part) =>
  sql<boolean>`(j.clinic_id = ${work.clinicId} and ${await isWithin(work, sql`j.submitted_at`, range)}
    and ${comesAfter(part, orderOf(direction))})`

/** The same rule, in a form for which the planner assumes that half of the rows fit: it follows an index instead of sorting all rows. */
const seenOnTheWay = (rule: RawBuilder<boolean>) => sql<boolean>`case when ${rule} then true else false end`

/**
 * Rules for jobs `j` in the sought statuses, each with an index: one for each tab, or for a status of it. Only a deleted or struck-out job
 * is in no tab.
 */
function rulesOf(choice: AuditedChoice): RawBuilder<boolean>[] {
  const sought = soughtStatuses(choice)
  const isWholeTab = sought.includes('Completed') && sought.includes('Billed')
  const tabs = sought.flatMap((one) => places[one].tabs.map((tab) => ({ tab, status: places[one].status })))
  return tabs
    .filter(({ status }) => !isWholeTab || status !== 'BILLED')
    .map(({ tab, status }) =>
      !status || (isWholeTab && tab === 'COMPLETE')
        ? sql<boolean>`j.tab = ${sql.lit(tab)}`
        : sql<boolean>`(j.tab = ${sql.lit(tab)} and j.status = ${sql.lit(status)} and j.is_enabled)`,
    )
}

/** A walk for each tab, and within it for each author or facility, so that an index gives the order. `isSought` is checked of each job. */
function walksOf(
  choice: AuditedChoice,
  rule: RawBuilder<boolean>,
  isSought: RawBuilder<boolean>,
  ways: Ways | undefined,
): Required<Walks> {
  const rules = rulesOf(choice)
  const together = (walk: (ofTab: RawBuilder<boolean>) => RawBuilder<unknown>) =>
    rules.length > 0 ? sql.join(rules.map(walk), sql` union all `) : sql`select j.* from jobs j limit 0`
  const keys = sql`select j.id, j.submitted_at as at`
  const ids = [...new Set(ways?.ids)]
  const isOfWay = (id: RawBuilder<unknown>) => sql`${sql.ref(`j.${ways?.column ?? 'id'}`)} = ${id}`
  const isOfOne = ids.length === 1 ? isOfWay(sql`${ids[0]}`) : sql`true`
  const along: Required<Walks>['along'] = (end, looked) => {
    const walk = (ofTab: RawBuilder<boolean>) => sql`from jobs j where ${rule} and ${ofTab} and ${isOfOne}`
    if (looked === undefined)
      return together(
        (ofTab) => sql`(${keys} ${walk(ofTab)} and ${seenOnTheWay(isOfWays(ways))} and ${isSought} ${end})`,
      )
    const first = firstOf(looked, orderOf(choice.direction))
    const walked = together((ofTab) => sql`(select j.* ${walk(ofTab)} ${first})`)
    return sql`${keys} from (select j.* from (${walked}) j ${first}) j where ${isOfWays(ways)} and ${isSought} ${end}`
  }
  if (!ways || ids.length === 1) return { each: along, along, count: 1 }
  return {
    along,
    count: ids.length * rules.length,
    each: (end) =>
      together(
        (ofTab) => sql`(select m.* from unnest(${ids}::uuid[]) w (id) cross join lateral (
          ${keys} from jobs j where ${rule} and ${ofTab} and ${isOfWay(sql`w.id`)} and ${isSought} ${end}) m)`,
      ),
  }
}

/** The most jobs that a search finds and sorts. */
const mostFound = 1500

/** The part, from all jobs that match the search; undefined if too many match. */
async function partOfMatches(
  work: ClinicWork,
  choice: AuditedChoice,
  part: Part,
  rule: RawBuilder<boolean>,
  { patterns }: JobSearch,
): Promise<Found | undefined> {
  const ofStatus = sql`(${sql.join([sql`false`, ...rulesOf(choice)], sql` or `)})`
  const { ids, total, isCut } = await readIdPage(
    work,
    sql`with found as materialized (
      select f.id, f.by_record from gate.find_jobs(${patterns}, ${mostFound + 1}) f
    ), few as materialized (
      select * from found where (select count(*) from found) <= ${mostFound}
    ), matched as materialized (
      select m.* from few f cross join lateral (
        select j.id, j.submitted_at as at from jobs j
        where ${rule} and ${ofStatus} and j.id = f.id and ${mayFindBy(work.actor, sql.ref('f.by_record'))} offset 0
      ) m
    )
    select (select count(*) > ${mostFound} from found) as is_cut, (select count(*)::int from matched) as total,
      array(select id from matched ${endOfPart(part, orderOf(choice.direction))}) as ids`,
  )
  return isCut ? undefined : { ids, ...sizeOf(part, total) }
}

/** The ids of the part's jobs in order, and how many rows the list has, up to a cap. */
export async function findAuditedJobs(work: ClinicWork, choice: AuditedChoice, part: Part): Promise<Found> {
  const order = orderOf(choice.direction)
  const ways = await waysOf(work, choice)
  const rule = await ruleOf(work, choice, part)
  const isOfList = isListed(work, choice)
  const search = readSearch(choice.searchKey === 'jobName' ? choice.searchValue : '')
  const isSought = sql<boolean>`(${isOfList} and ${isFound(work.actor, search)})`
  if (search.patterns.length === 0) return findPart(work, part, order, walksOf(choice, rule, isSought, ways))
  const walks = walksOf(choice, rule, seenOnTheWay(isSought), ways)
  // Words too short for the trigram index begin words of many jobs: most often a few of the newest fill the part.
  const isShort = search.patterns.every((pattern) => pattern.startsWith('% '))
  const near = isShort && (await seekNear(work, part, order, walks))
  if (near) return near
  const matches = await partOfMatches(
    work,
    choice,
    part,
    sql<boolean>`(${rule} and ${isOfList} and ${isOfWays(ways)})`,
    search,
  )
  // Too many match: read the list in its order, and check each job until the part is full.
  return matches ?? seekPart(work, part, order, walks)
}

const auditedStatusOf = (status: JobStatus): AuditedStatus =>
  (Object.keys(places) as AuditedStatus[]).find((one) => places[one].status === status) ?? 'InProgress'

/** The rows of these jobs, in the order of `ids`. */
export async function readAuditedJobs(work: ClinicWork, ids: readonly string[]): Promise<z.input<typeof AuditedJob>[]> {
  const rows = await work.db
    .selectFrom('jobs as j')
    .innerJoin('users as a', (join) => join.onRef('a.clinicId', '=', 'j.clinicId').onRef('a.id', '=', 'j.authorId'))
    .innerJoin('patients as p', (join) => join.onRef('p.clinicId', '=', 'j.clinicId').onRef('p.id', '=', 'j.patientId'))
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'j.clinicId').onRef('f.id', '=', 'j.facilityId'),
    )
    .select(['j.id as jobId', 'j.number', 'j.submittedAt as submissionTime', 'f.timeZone', 'j.audioMs', 'j.status'])
    .select(['a.fullName as author', 'j.authorId', 'f.id as facilityId', 'f.name as facilityName'])
    .select(sql<string>`p.first_name || ' ' || p.last_name`.as('patientName'))
    .select(
      sql<'NONE' | 'STRUCK' | 'FAILED' | null>`(select n.strike_status from filings n where n.clinic_id = j.clinic_id
        and n.job_id = j.id and n.filed_at is not null order by n.note_version desc limit 1)`.as('strikeStatus'),
    )
    .where('j.clinicId', '=', work.clinicId)
    .where(sql<boolean>`j.id = any(${[...ids]}::uuid[])`)
    .orderBy(sql`array_position(${[...ids]}::uuid[], j.id)`)
    .execute()
  return rows.map(({ number, audioMs, status, facilityId, facilityName, strikeStatus, ...job }) => ({
    ...job,
    jobNumber: jobNumberText(number),
    audioLength: Math.round(audioMs / 1000),
    facility: { facilityId, facilityName },
    status: auditedStatusOf(status),
    progressNote: strikeStatus && { strikeStatus },
    practitionerNote: null,
  }))
}
