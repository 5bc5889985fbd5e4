import type { JobRow } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { preparedMark, type Work } from '../../platform/database/index.ts'
import { allowedActionsOf, jobNumberText } from '../jobs/index.ts'

export interface Row {
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

/** A row as it is answered. */
export const toRow = (actor: Actor, row: Row): JobRow => {
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

/** Reads the rows of `chosen`, whose columns are id and place, in the order of their places. */
export const rowsOf = (work: Work): RawBuilder<unknown> => sql`select ${columns}, chosen.place
  from chosen join jobs j on j.clinic_id = ${work.clinicId} and j.id = chosen.id ${joins}`

/** The rows of jobs that a list chose, in the order of the ids. */
export async function readRows(work: Work, actor: Actor, ids: readonly string[]): Promise<JobRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`${sql.raw(preparedMark)} with chosen as (
    select * from unnest(${ids}::uuid[]) with ordinality c (id, place)
  ) ${rowsOf(work)} order by place`.execute(work.db)
  return rows.map((row) => toRow(actor, row))
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
