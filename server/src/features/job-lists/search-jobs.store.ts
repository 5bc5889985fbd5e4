import { isManager } from '@dictara/contract'
import { searchTotalCap } from '@dictara/contract/job-lists'
import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, preparedMark, readIdPage } from '../../platform/database/index.ts'
import { isFound, isReadingKept, type JobSearch, mayFindBy, mayRead, type Way, waysToRead } from '../jobs/index.ts'
import { totalOf } from './counts.store.ts'
import { readRows } from './job-rows.store.ts'
import type { ListPage } from './list-page.store.ts'
import type { ListRule } from './list-rules.store.ts'

export interface SearchChoice {
  search: JobSearch
  /** The rule that narrows the search. */
  rule: ListRule
  page: number
  size: number
}

interface Found {
  ids: string[]
  total: number
  isCapped: boolean
}

const prepared = sql.raw(preparedMark)
/** Jobs whose whole job number or record number was searched for come first, then the newest. */
const order = sql`is_exact desc, submitted_at desc, id desc`

/** One page of the jobs in any state that the actor may read (Q204), without deleted ones. */
export async function searchPage(work: ClinicWork, choice: SearchChoice): Promise<ListPage> {
  const { ids, total, isCapped } = await findPage(work, choice)
  return { rows: await readRows(work, ids), total, isCapped }
}

async function findPage(work: ClinicWork, choice: SearchChoice): Promise<Found> {
  const { isEmpty, patterns } = choice.search
  if (!isEmpty && patterns.length === 0) return { ids: [], total: 0, isCapped: false }
  if (isEmpty && choice.rule.isKept && isReadingKept(work.actor)) return pageOfAll(work, choice)
  const matches = isEmpty ? undefined : await pageOfMatches(work, choice)
  return !matches || matches.isCut ? walkToPage(work, choice) : { ...matches, isCapped: false }
}

const readable = (work: ClinicWork, { rule: { where } }: SearchChoice): RawBuilder<boolean> =>
  sql<boolean>`(j.clinic_id = ${work.clinicId} and j.is_enabled and ${where} and ${mayRead(work.actor, work.now)})`

/** `exact`: the jobs whose whole job number or record number was searched for. */
const exactJobs = (work: ClinicWork, choice: SearchChoice) => {
  const { numbers, records, patterns } = choice.search
  return sql`exact as materialized (
      select m.* from gate.find_exact_jobs(${numbers}, ${records}, ${patterns}, ${searchTotalCap}) f cross join lateral (
        select j.id, j.submitted_at from jobs j
        where ${readable(work, choice)} and j.id = f.id and ${mayFindBy(work.actor, sql.ref('f.by_record'))} offset 0
      ) m
    )`
}

/** The page from the clinic's matches, if they are few enough to check each (`list-page.store.ts`). */
const pageOfMatches = (work: ClinicWork, choice: SearchChoice) =>
  readIdPage(
    work,
    sql`${prepared} with found as materialized (
      select f.id, f.by_record from gate.find_jobs(${choice.search.patterns}, ${searchTotalCap + 1}) f
    ), few as materialized (
      select * from found where (select count(*) from found) <= ${searchTotalCap}
    ), ${exactJobs(work, choice)}, matched as materialized (
      select m.*, m.id in (select id from exact) as is_exact from few f cross join lateral (
        select j.id, j.submitted_at from jobs j
        where ${readable(work, choice)} and j.id = f.id and ${mayFindBy(work.actor, sql.ref('f.by_record'))} offset 0
      ) m
    )
    select (select count(*) > ${searchTotalCap} from found) as is_cut, (select count(*)::int from matched) as total,
      array(select id from matched order by ${order} limit ${choice.size} offset ${choice.page * choice.size}) as ids`,
  )

/**
 * True for jobs `j` of a way that match. Conditions without an index are in a `case`, so that the planner assumes every other job
 * matches. Otherwise it assumes that hardly any does, and reads and sorts all jobs of the way.
 */
const fits = (work: ClinicWork, choice: SearchChoice, hasWords: RawBuilder<boolean>) =>
  sql<boolean>`case when ${readable(work, choice)} and ${hasWords} then true else false end`

const ofWay = (work: ClinicWork, { rule }: SearchChoice, { leads }: Way) =>
  sql<boolean>`j.clinic_id = ${work.clinicId} and ${rule.where} and ${leads}`

const since = sql`(select since from since)`

/** The newest matching jobs of every way, at most `most` per key. With a search, none from before `since`. */
function newest(work: ClinicWork, choice: SearchChoice, most: number) {
  const inTime = choice.search.isEmpty ? sql`true` : sql`j.submitted_at >= ${since}`
  const along = (way: Way) => sql`(select m.* from ${way.keys} cross join lateral (
      select j.id, j.submitted_at from jobs j
      where ${ofWay(work, choice, way)} and ${inTime} and ${fits(work, choice, hasWordsFarBack(work, choice))}
      order by j.submitted_at desc, j.id desc limit ${most}::int
    ) m)`
  return sql.join(waysToRead(work.actor, work.now).map(along), sql` union `)
}

/**
 * For managers a search may have to go back through the whole clinic, e.g. for the first digits of old numbers. Then all matches are
 * found at once: looking up one job after the other takes up to ten times as long.
 */
function hasWordsFarBack({ actor }: ClinicWork, { search }: SearchChoice): RawBuilder<boolean> {
  if (search.isEmpty || !isManager(actor)) return isFound(actor, search)
  return sql<boolean>`case when ${since} > '-infinity' then ${isFound(actor, search)} else j.id in (
    select f.id from gate.find_jobs(${search.patterns}, null) f where ${mayFindBy(actor, sql.ref('f.by_record'))}) end`
}

/** How many of the newest jobs of each key are checked to find out how far back the page reaches. */
const lookedAt = 250

/** The matches among the newest jobs of each key. Once they fill a page, no older job belongs on it. */
function amongNewest(work: ClinicWork, choice: SearchChoice, most: number) {
  const along = (way: Way) => sql`(select m.* from ${way.keys} cross join lateral (
      select j.id, j.submitted_at from (
        select j.* from jobs j where ${ofWay(work, choice, way)} order by j.submitted_at desc, j.id desc limit ${lookedAt}::int
      ) j where ${fits(work, choice, isFound(work.actor, choice.search))} order by j.submitted_at desc, j.id desc limit ${most}::int
    ) m)`
  return sql.join(waysToRead(work.actor, work.now).map(along), sql` union `)
}

/** The page without a search, for actors whose total is kept. Struck-out jobs are counted separately: they are few. */
async function pageOfAll(work: ClinicWork, choice: SearchChoice): Promise<Found> {
  const offset = choice.page * choice.size
  const isRead = readable(work, choice)
  const { rows } = await sql<{ ids: string[]; kept: number; struck: number }>`${prepared} with
    walked as materialized (${newest(work, choice, offset + choice.size)})
    select ${totalOf(work, { where: isRead, isKept: true })} as kept,
      (select count(*)::int from (select from jobs j where ${isRead} and j.status = 'STRUCK_OUT' limit ${searchTotalCap + 1}) s) as struck,
      array(select id from walked order by submitted_at desc, id desc limit ${choice.size} offset ${offset}) as ids`.execute(
    work.db,
  )
  const { ids, kept, struck } = rows[0]!
  return { ids, total: kept + Math.min(struck, searchTotalCap), isCapped: struck > searchTotalCap }
}

/** The most jobs that are counted without a search if no total is kept. */
const walkedMost = 1_000

/** For searches with many matches, and for no search: walks the newest jobs of every way until the page is full. */
async function walkToPage(work: ClinicWork, choice: SearchChoice): Promise<Found> {
  const offset = choice.page * choice.size
  const { isEmpty } = choice.search
  // One extra job leads to the next page, another shows that there are more. Exact matches may lie before or after the end of
  // the walk. Either way, `walked` and `exact` together hold every page within the bound.
  const bound = Math.max(offset + choice.size + 1, isEmpty ? walkedMost : 0)
  const walked = isEmpty
    ? sql`walked as materialized (${newest(work, choice, bound + 1)})`
    : sql`near as materialized (${amongNewest(work, choice, bound + 1)}), since as materialized (
      select coalesce((select submitted_at from near order by submitted_at desc limit 1 offset ${bound}), '-infinity') as since
    ), walked as materialized (${newest(work, choice, bound + 1)})`
  const { ids, total } = await readIdPage(
    work,
    sql`${prepared} with ${exactJobs(work, choice)}, ${walked}, chosen as materialized (
      select id, submitted_at, id in (select id from exact) as is_exact from walked
      union select id, submitted_at, true from exact
    )
    select (select count(*)::int from chosen) as total,
      array(select id from chosen order by ${order} limit ${choice.size} offset ${offset}) as ids`,
  )
  const isCapped = total > bound
  return { ids, total: !isCapped ? total : isEmpty ? bound : total - 1, isCapped }
}
