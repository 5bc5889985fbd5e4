import type { AuditedJob, AuditedStatus, AuditSearchKey } from '@dictara/contract/audit'
import { searchTotalCap } from '@dictara/contract/job-lists'
import type { JobStatus } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, hasWords, readIdPage, readIds } from '../../platform/database/index.ts'
import { isFound, jobNumberText, mayFindBy, readSearch } from '../jobs/index.ts'
import { isWithin, type Range } from './range.store.ts'
import { comesAfter, type Direction, inOrder, type Order, type Part, partOf } from './walk.store.ts'

/** Whose audit it is: that of authors and managers, or the billers'. */
export type AuditOf = 'jobs' | 'billers'

/** Which jobs are listed. */
export interface AuditedChoice {
  of: AuditOf
  facilityIds: readonly string[]
  doctorIds: readonly string[]
  range: Range
  searchKey: AuditSearchKey
  searchValue: string
  direction: Direction
}

type Tab = 'COMPLETE' | 'INPROGRESS' | 'INREVIEW' | 'INCOMPLETE' | 'NONE'

/** The lists (`jobs.tab`) in which jobs of an audited status stand, and their statuses there. */
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

/** Further words for a status (AUD-20, BILR-25 to BILR-27), as letters only. */
const otherWords: Record<string, AuditedStatus> = { readytobill: 'Completed', transcriptioninprogress: 'InProgress' }

/** The statuses that a search by status means: those that begin with its letters. All without one. */
function soughtStatuses({ of, searchKey, searchValue }: AuditedChoice): readonly AuditedStatus[] {
  const letters = searchKey === 'status' ? searchValue.toLowerCase().replaceAll(/[^a-z]/g, '') : ''
  if (searchKey !== 'status' || !searchValue.trim()) return statusesOf[of]
  const other = otherWords[letters]
  return statusesOf[of].filter((one) => one === other || (letters && one.toLowerCase().startsWith(letters)))
}

/** True for jobs `j` that the actor's audit holds, whatever their status (role matrix). */
export const isInAudit = ({ actor }: Pick<ClinicWork, 'actor'>): RawBuilder<boolean> => {
  if (seesWholeClinic(actor)) return sql<boolean>`true`
  if (actor.userType === 'admin') return sql<boolean>`j.facility_id = any(${[...actor.facilityIds]}::uuid[])`
  if (actor.userType === 'doctor') return sql<boolean>`j.author_id = ${actor.userId}`
  return sql<boolean>`(j.status <> 'STRUCK_OUT' and exists (select from users a where a.clinic_id = j.clinic_id
    and a.id = j.author_id and a.biller_id = ${actor.userId}))`
}

/** Whether the actor's audit holds the job. One that was deleted stays in it. */
export async function isAuditedJob(work: ClinicWork, id: string): Promise<boolean> {
  const found = await readIds(
    work,
    sql`select j.id from jobs j where j.clinic_id = ${work.clinicId} and j.id = ${id} and ${isInAudit(work)}`,
  )
  return found.length > 0
}

/** What the list is walked by: a column with an index of its own for each of these ids, or the whole clinic. */
interface Ways {
  column: 'author_id' | 'facility_id'
  ids: readonly string[]
}

async function findAuthors(work: ClinicWork, rule: RawBuilder<boolean>): Promise<string[]> {
  return readIds(work, sql`select u.id from users u where u.clinic_id = ${work.clinicId} and ${rule}`)
}

async function waysOf(work: ClinicWork, choice: AuditedChoice): Promise<Ways | undefined> {
  const { actor } = work
  const { facilityIds, doctorIds, searchKey, searchValue } = choice
  const isByName = searchKey === 'userName' && searchValue.trim() !== ''
  const named = isByName ? hasWords(sql<string>`u.full_name`, searchValue) : sql<boolean>`true`
  if (choice.of === 'billers') {
    const chosen = doctorIds.length > 0 ? sql<boolean>`u.id = any(${[...doctorIds]}::uuid[])` : sql<boolean>`true`
    const ids = await findAuthors(work, sql<boolean>`(u.biller_id = ${actor.userId} and ${chosen} and ${named})`)
    return { column: 'author_id', ids }
  }
  if (actor.userType === 'doctor') return { column: 'author_id', ids: [actor.userId] }
  if (isByName) return { column: 'author_id', ids: await findAuthors(work, named) }
  if (facilityIds.length > 0) return { column: 'facility_id', ids: facilityIds }
  return seesWholeClinic(actor) ? undefined : { column: 'facility_id', ids: actor.facilityIds }
}

const orderOf = (direction: Direction): Order => ({ table: 'jobs', alias: 'j', at: 'submitted_at', direction })

/** True for jobs `j` of the list, but for their tab and the search. */
function ruleOf(work: ClinicWork, choice: AuditedChoice, part: Part): RawBuilder<boolean> {
  const { facilityIds, range, direction } = choice
  const atChosen = facilityIds.length > 0 ? sql`j.facility_id = any(${[...facilityIds]}::uuid[])` : sql`true`
  return sql<boolean>`(j.clinic_id = ${work.clinicId} and j.is_enabled and ${isInAudit(work)} and ${atChosen}
    and ${isWithin(sql`j.submitted_at`, range)} and ${comesAfter(part, orderOf(direction))})`
}

/** Each list of jobs by itself, so that its index gives the order. */
function walkOf(choice: AuditedChoice, part: Part, rule: RawBuilder<boolean>, ways: Ways | undefined) {
  const sought = soughtStatuses(choice)
  const tabs = [...new Set(sought.flatMap((status) => places[status].tabs))]
  const order = inOrder(part, orderOf(choice.direction))
  const walks = tabs.map((tab) => {
    const statuses = sought.flatMap((status) => (places[status].tabs.includes(tab) ? [places[status].status] : []))
    const ofStatus = statuses.includes(undefined) ? sql`true` : sql`j.status in (${sql.join(statuses)})`
    const one = sql`select j.id, j.submitted_at as at from jobs j where ${rule} and j.tab = ${sql.lit(tab)} and ${ofStatus}`
    if (!ways) return sql`(${one} ${order})`
    return sql`(select m.* from unnest(${[...ways.ids]}::uuid[]) w (id) cross join lateral (
      ${one} and j.${sql.raw(ways.column)} = w.id ${order}) m)`
  })
  return walks.length > 0
    ? sql.join(walks, sql` union all `)
    : sql`select null::uuid as id, null::timestamptz as at limit 0`
}

/** The jobs that a search finds, where there are few; undefined: too many to look at each. */
async function walkOfFound(work: ClinicWork, choice: AuditedChoice, rule: RawBuilder<boolean>) {
  const search = readSearch(choice.searchValue)
  if (search.patterns.length === 0) return { walk: sql`select null::uuid as id, null::timestamptz as at limit 0` }
  const found = sql`gate.find_jobs(${search.patterns}, ${searchTotalCap + 1})`
  const { total } = await readIdPage(work, sql`select count(*)::int as total, '{}'::uuid[] as ids from ${found}`)
  if (total > searchTotalCap) return { isCut: true, rule: sql<boolean>`(${rule} and ${isFound(work.actor, search)})` }
  const statuses = soughtStatuses(choice).flatMap((status) => places[status].status ?? [])
  return {
    walk: sql`select m.* from ${found} f cross join lateral (select j.id, j.submitted_at as at from jobs j
      where ${rule} and j.status in (${sql.join(statuses)}) and j.id = f.id
        and ${mayFindBy(work.actor, sql.ref('f.by_record'))} offset 0) m`,
  }
}

/** The ids of the wanted jobs in order, and how many rows the list has up to a cap. */
export async function findAuditedJobs(work: ClinicWork, choice: AuditedChoice, part: Part) {
  const rule = ruleOf(work, choice, part)
  const isBySearch = choice.searchKey === 'jobName' && choice.searchValue.trim() !== ''
  const ways = await waysOf(work, choice)
  const found = isBySearch ? await walkOfFound(work, choice, rule) : { rule }
  const walk = 'walk' in found ? found.walk! : walkOf(choice, part, found.rule!, ways)
  return readIdPage(work, partOf(walk, part, choice.direction))
}

const auditedStatusOf = (status: JobStatus): AuditedStatus =>
  (Object.keys(places) as AuditedStatus[]).find((one) => places[one].status === status) ?? 'InProgress'

/** The contents of the jobs, in the order of their ids. */
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
