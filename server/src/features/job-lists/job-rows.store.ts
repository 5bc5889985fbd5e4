import { searchTotalCap, walkedTotalCap } from '@dictara/contract/job-lists'
import type { JobRow } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { preparedMark, type Work } from '../../platform/database/index.ts'
import { allowedActionsOf, jobNumberText } from '../jobs/index.ts'
import { totalOf } from './counts.store.ts'
import type { ListRule } from './list-rules.store.ts'

interface Row {
  id: string
  number: number
  audioMs: number
  submittedAt: Date
  lastUpdatedAt: Date
  authorId: string
  authorName: string
  patientId: string
  patientName: string
  status: JobRow['status']
  level: JobRow['level']
  returned: boolean
  assigneeId: string | null
  assigneeName: string | null
  heldSince: Date | null
  facilityId: string
  facilityName: string
  comments: JobRow['comments'] | null
  reasonForFailing: string | null
  failStage: JobRow['failStage']
  isEnabled: boolean
  progress: number | null
  version: number
}

/** The columns of a job row; `j` stands for the jobs that a list chose. */
const columns = sql`
  j.id, j.number, j.audio_ms, j.submitted_at, j.last_updated_at, j.author_id, a.full_name as author_name,
  j.patient_id, p.first_name || ' ' || p.last_name as patient_name, j.status, j.level, j.returned,
  j.assignee_id, h.full_name as assignee_name, j.held_since, j.facility_id, f.name as facility_name,
  (select json_agg(json_build_object('comment', c.comment, 'userType', c.user_type, 'userName', w.full_name,
      'level', c.level, 'createdDate', c.created_at) order by c.created_at desc, c.id desc)
    from job_comments c join users w on w.clinic_id = c.clinic_id and w.id = c.user_id
    where c.clinic_id = j.clinic_id and c.job_id = j.id) as comments,
  j.reason_for_failing, j.fail_stage, j.is_enabled, j.progress, j.version`
const joins = sql`
  join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
  join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
  join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
  left join users h on h.clinic_id = j.clinic_id and h.id = j.assignee_id`

const toRow = (actor: Actor, row: Row): JobRow => {
  const holder = row.assigneeId ? { id: row.assigneeId, fullName: row.assigneeName! } : null
  return {
    jobId: row.id,
    jobNumber: jobNumberText(row.number),
    jobName: jobNumberText(row.number),
    audioLength: Math.round(row.audioMs / 1000),
    submissionTime: row.submittedAt as never,
    lastUpdatedTime: row.lastUpdatedAt as never,
    author: row.authorName,
    authorId: row.authorId,
    patientId: row.patientId,
    patientName: row.patientName,
    status: row.status,
    level: row.level,
    currentLevelOfReview: row.level,
    returned: row.returned,
    reviewerInProgress: row.status === 'IN_REVIEW' ? holder : null,
    heldBy: holder,
    heldSince: row.heldSince as never,
    facility: { facilityId: row.facilityId, facilityName: row.facilityName },
    comments: row.comments ?? [],
    reasonForFailing: row.reasonForFailing,
    failStage: row.failStage,
    isEnabled: row.isEnabled,
    progress: row.status === 'CONVERTING' ? row.progress : null,
    version: row.version,
    allowedActions: allowedActionsOf(actor, row),
  }
}

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
    Row & { total: number; isWalked: boolean; isCut: boolean }
  >`${sql.raw(preparedMark)} with ${chosen(work, choice)}
    select t.*, r.* from total t left join (
      select ${columns} from page c join jobs j on j.clinic_id = ${work.clinicId} and j.id = c.id ${joins}
    ) r on true
    order by ${orderOf(choice)}`.execute(work.db)
  const { total, isWalked, isCut } = rows[0]!
  return {
    rows: rows.filter((row) => row.id !== null).map((row) => toRow(actor, row)),
    total: isWalked ? Math.min(total, walkedTotalCap) : total,
    isCapped: isCut || (isWalked && total > walkedTotalCap),
  }
}

/** One job as a list shows it, when `where` lets the actor see it. */
export async function findJobRow(
  work: Work,
  actor: Actor,
  jobId: string,
  where: RawBuilder<boolean>,
): Promise<JobRow | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from jobs j ${joins}
    where j.clinic_id = ${work.clinicId} and j.id = ${jobId} and ${where}`.execute(work.db)
  return rows[0] && toRow(actor, rows[0])
}
