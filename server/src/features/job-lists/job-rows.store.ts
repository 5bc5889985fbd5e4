import { searchTotalCap, walkedTotalCap } from '@dictara/contract/job-lists'
import type { JobRow } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { preparedMark, type Work } from '../../platform/database/index.ts'
import { jobColumns, jobJoins, type NamedJob, toJobRow } from '../jobs/index.ts'
import { totalOf } from './counts.store.ts'
import type { ListRule } from './list-rules.store.ts'

export interface ListChoice {
  rule: ListRule
  /** What `job_search.words` must be like; none: no search. */
  patterns: readonly string[]
  oldestFirst: boolean
  page: number
  size: number
}

export interface ListPage {
  rows: JobRow[]
  total: number
  /** There are at least so many, and more. */
  isCapped: boolean
}

/** The jobs of the page (id and time only, so that nothing more is read of those that are sorted away), and the total. */
function chosen(work: Work, choice: ListChoice): RawBuilder<unknown> {
  const { rule, patterns } = choice
  const ofList = sql`j.clinic_id = ${work.clinicId} and ${rule.where}`
  const order = orderOf(choice)
  const offset = choice.page * choice.size
  if (patterns.length === 0)
    return sql`
      page as materialized (
        select j.id, j.submitted_at from jobs j where ${ofList} order by ${order} limit ${choice.size} offset ${offset}
      ), total as (
        select ${totalOf(work, rule)} as total, ${!rule.isKept} as is_walked, false as is_cut
      )`
  // Few matches in the clinic: exactly those. Many: the list is walked in its order, which meets a page of them soon.
  return sql`
    found as materialized (
      select f.id from gate.find_jobs(${patterns}, ${searchTotalCap + 1}) f (id)
    ), cut as materialized (
      select count(*) > ${searchTotalCap} as is_cut from found
    ), matched as materialized (
      select m.* from found f cross join lateral (
        -- each by its key, whatever the planner believes (offset 0)
        select j.id, j.submitted_at from jobs j where ${ofList} and j.id = f.id offset 0
      ) m
    ), walked as materialized (
      select j.id, j.submitted_at from jobs j
      where (select c.is_cut from cut c) and ${ofList} and (
        -- asked of one job after the other until the page is full
        select s.words like all(${patterns}) from job_search s where s.clinic_id = j.clinic_id and s.job_id = j.id)
      order by ${order} limit ${offset + choice.size + 1}
    ), page as materialized (
      select m.* from matched m where not (select c.is_cut from cut c) union all select w.* from walked w
      order by ${order} limit ${choice.size} offset ${offset}
    ), total as (
      select greatest((select count(*) from walked), (select count(*) from matched))::int as total, false as is_walked,
        (select c.is_cut from cut c) and (select count(*) from walked) > ${offset + choice.size} as is_cut
    )`
}

const orderOf = (choice: ListChoice) =>
  choice.oldestFirst ? sql`submitted_at asc, id asc` : sql`submitted_at desc, id desc`

/** One page of jobs and their total, in one round trip. The page is chosen before anything is joined to it. */
export async function listJobRows(work: Work, actor: Actor, choice: ListChoice): Promise<ListPage> {
  const { rows } = await sql<
    NamedJob & { total: number; isWalked: boolean; isCut: boolean }
  >`${sql.raw(preparedMark)} with ${chosen(work, choice)}
    select t.*, r.* from total t left join (
      select ${jobColumns(actor)} from page c join jobs j on j.clinic_id = ${work.clinicId} and j.id = c.id ${jobJoins}
    ) r on true
    order by ${orderOf(choice)}`.execute(work.db)
  const { total, isWalked, isCut } = rows[0]!
  return {
    rows: rows.filter((row) => row.id !== null).map((row) => toJobRow(actor, row)),
    total: isWalked ? Math.min(total, walkedTotalCap) : total,
    isCapped: isCut || (isWalked && total > walkedTotalCap),
  }
}
