import { searchTotalCap, walkedTotalCap } from '@dictara/contract/job-lists'
import { sql } from 'kysely'
import { type ClinicWork, preparedMark, readIdPage, readIds, type Work } from '../../platform/database/index.ts'
import { totalOf } from './counts.store.ts'
import {
  isFound,
  type JobRowOut,
  type JobSearch,
  mayFindBy,
  type NamedJob,
  rowsOfChosen,
  toJobRows,
} from '../jobs/index.ts'
import { readRows } from './job-rows.store.ts'
import type { ListOrder, ListRule } from './list-rules.store.ts'

export interface ListChoice {
  rule: ListRule
  search: JobSearch
  order: ListOrder
  page: number
  size: number
}

export interface ListPage {
  rows: JobRowOut[]
  total: number
  /** There are more than `total`. */
  isCapped: boolean
}

/** One page of jobs and their total. Scans and sorts only keys; reads the contents of rows for the page alone. */
export async function readPage(work: ClinicWork, choice: ListChoice): Promise<ListPage> {
  if (choice.search.isEmpty) return pageOfList(work, choice)
  if (choice.search.patterns.length === 0) return { rows: [], total: 0, isCapped: false }
  const matches = await pageOfMatches(work, choice)
  return matches.isCut ? walkToPage(work, choice, matches.total) : { ...matches, isCapped: false }
}

const prepared = sql.raw(preparedMark)
const ofList = (work: Work, { rule }: ListChoice) => sql`j.clinic_id = ${work.clinicId} and ${rule.where}`

async function pageOfList(work: ClinicWork, choice: ListChoice): Promise<ListPage> {
  const { ids, total } = await readIdPage(
    work,
    sql`${prepared} select ${totalOf(work, choice.rule)} as total,
    array(select j.id from jobs j where ${ofList(work, choice)}
      order by ${choice.order} limit ${choice.size} offset ${choice.page * choice.size}) as ids`,
  )
  const most = choice.rule.isKept ? Number.POSITIVE_INFINITY : walkedTotalCap
  return { rows: await readRows(work, ids), total: Math.min(total, most), isCapped: total > most }
}

/**
 * The page from the clinic's matches. `offset 0` makes the planner look up each by its key.
 * `isCut`: there were too many matches to look at all, so this is not the page, and `total` is only a lower bound.
 */
async function pageOfMatches(work: ClinicWork, choice: ListChoice) {
  const { order } = choice
  const { rows } = await sql<NamedJob & { total: number; isCut: boolean }>`${prepared} with found as materialized (
      select f.id, f.by_record from gate.find_jobs(${choice.search.patterns}, ${searchTotalCap + 1}) f
    ), matched as materialized (
      select m.* from found f cross join lateral (
        select j.id, j.submitted_at, j.priority, j.due_at from jobs j where ${ofList(work, choice)} and j.id = f.id and ${mayFindBy(work.actor, sql.ref('f.by_record'))} offset 0
      ) m
    ), chosen as materialized (
      select id from matched order by ${order} limit ${choice.size} offset ${choice.page * choice.size}
    ), total as (
      select (select count(*) > ${searchTotalCap} from found) as is_cut, (select count(*)::int from matched) as total
    )
    select * from total left join (${rowsOfChosen(work)}) r on not is_cut order by ${order}`.execute(work.db)
  const { total, isCut } = rows[0]!
  const jobs = rows.filter((row) => row.id !== null)
  return { rows: await toJobRows(work, jobs), total, isCut }
}

/** For searches with many matches in the clinic: walks the list in its order until the page is full. */
async function walkToPage(work: ClinicWork, choice: ListChoice, leastTotal: number): Promise<ListPage> {
  const offset = choice.page * choice.size
  const ids = await readIds(
    work,
    sql`${prepared} select j.id from jobs j where ${ofList(work, choice)} and ${isFound(work.actor, choice.search)}
      order by ${choice.order} limit ${offset + choice.size + 1}`,
  )
  return {
    rows: await readRows(work, ids.slice(offset, offset + choice.size)),
    total: Math.max(ids.length, leastTotal),
    isCapped: ids.length > offset + choice.size,
  }
}
