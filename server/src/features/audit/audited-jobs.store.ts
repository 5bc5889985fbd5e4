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
  type Found,
  type Order,
  type Part,
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

/** True for jobs `j` at the chosen facilities that the actor may see in the audit. */
function isListed(work: ClinicWork, { facilityIds }: AuditedChoice): RawBuilder<boolean> {
  const atChosen = facilityIds.length > 0 ? sql`j.facility_id = any(${[...facilityIds]}::uuid[])` : sql`true`
  return sql<boolean>`(${isInAudit(work)} and ${atChosen})`
}

/** True for jobs `j` of the list, from the part on, for which `isSo` is true too; in any tab. */
const ruleOf = (work: ClinicWork, { range, direction }: AuditedChoice, part: Part, isSo: RawBuilder<boolean>) =>
  sql<boolean>`(j.clinic_id = ${work.clinicId} and j.is_enabled and ${isWithin(sql`j.submitted_at`, range)}
    and ${comesAfter(part, orderOf(direction))} and ${isSo})`

/** The same rule, in a form for which the planner assumes that half of the rows fit: it follows an index instead of sorting all rows. */
const seenOnTheWay = (rule: RawBuilder<boolean>) => sql<boolean>`case when ${rule} then true else false end`

/** Rules for jobs `j` in the sought statuses: one for each tab and status, because each has an index. */
const rulesOf = (choice: AuditedChoice): RawBuilder<boolean>[] =>
  soughtStatuses(choice).flatMap((sought) => {
    const { tabs, status } = places[sought]
    const isOfStatus = status ? sql`j.status = ${sql.lit(status)}` : sql`true`
    return tabs.map((tab) => sql<boolean>`(j.tab = ${sql.lit(tab)} and ${isOfStatus})`)
  })

/** A walk for each status, and within it for each author or facility, so that an index gives the order. */
function walksOf(choice: AuditedChoice, rule: RawBuilder<boolean>, ways: Ways | undefined): Walks {
  const rules = rulesOf(choice)
  const walk = (ofTab: RawBuilder<boolean>) =>
    sql`select j.id, j.submitted_at as at from jobs j where ${rule} and ${ofTab}`
  const together = (walks: RawBuilder<unknown>[]) =>
    walks.length > 0 ? sql.join(walks, sql` union all `) : sql`select null::uuid as id, null::timestamptz as at limit 0`
  if (!ways) return { each: (end) => together(rules.map((ofTab) => sql`(${walk(ofTab)} ${end})`)), count: 1 }
  const wayIds = [...new Set(ways.ids)]
  const ids = sql`${wayIds}::uuid[]`
  const column = sql.ref(`j.${ways.column}`)
  return {
    count: wayIds.length * rules.length,
    each: (end) =>
      together(
        rules.map(
          (ofTab) => sql`(select m.* from unnest(${ids}) w (id) cross join lateral (
            ${walk(ofTab)} and ${column} = w.id ${end}) m)`,
        ),
      ),
    whole: (end) =>
      together(rules.map((ofTab) => sql`(${walk(ofTab)} and ${seenOnTheWay(sql`${column} = any(${ids})`)} ${end})`)),
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
  const search = readSearch(choice.searchKey === 'jobName' ? choice.searchValue : '')
  const isSought = sql<boolean>`(${isListed(work, choice)} and ${isFound(work.actor, search)})`
  if (search.patterns.length === 0)
    return findPart(work, part, order, walksOf(choice, ruleOf(work, choice, part, isSought), ways))
  const isOfWays = ways ? sql`${sql.ref(`j.${ways.column}`)} = any(${[...ways.ids]}::uuid[])` : sql`true`
  const isListedSo = sql<boolean>`(${isListed(work, choice)} and ${isOfWays})`
  const matches = await partOfMatches(work, choice, part, ruleOf(work, choice, part, isListedSo), search)
  // Too many match: read the list in its order, and check each job until the part is full.
  const seeking = ruleOf(work, choice, part, seenOnTheWay(isSought))
  return matches ?? seekPart(work, part, order, walksOf(choice, seeking, ways))
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
