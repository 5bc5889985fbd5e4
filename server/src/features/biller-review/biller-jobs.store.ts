import type { BillerJob } from '@dictara/contract/biller-review'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { jobNumberText } from '../jobs/index.ts'

export interface BillerQuery {
  name: string
  page: number
  size: number
  sortKey: 'submissionTime' | 'effectiveDate'
  sortOrder: 'ascend' | 'descend'
}

/** At most so many matches are counted; beyond, the answer says that there are more. */
const totalCap = 1_000

interface Row extends Omit<BillerJob, 'jobNumber' | 'submissionTime'> {
  number: number
  submissionTime: Date
}

const patternsOf = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 5)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)

/** Completed jobs, not billed yet, of the doctors that the biller bills for (Q136). */
export async function listBillerJobs(work: Work, actor: Actor, query: BillerQuery) {
  const patterns = patternsOf(query.name)
  const key = query.sortKey === 'effectiveDate' ? sql`j.date_of_encounter` : sql`j.submitted_at`
  const order =
    query.sortOrder === 'ascend' ? sql`${key} asc nulls last, j.id asc` : sql`${key} desc nulls last, j.id desc`
  const where = sql`j.clinic_id = ${work.clinicId} and j.tab = 'COMPLETE' and j.status = 'COMPLETED'
    and j.author_id in (select u.id from users u where u.clinic_id = ${work.clinicId} and u.biller_id = ${actor.userId})
    and (${patterns.length === 0} or exists (select from job_search s where s.clinic_id = j.clinic_id and s.job_id = j.id
      and s.words like all(${patterns}::text[])))`
  const { rows } = await sql<Row>`
    select j.id as job_id, j.number, a.full_name as author, p.first_name || ' ' || p.last_name as patient_name,
      json_build_object('facilityId', f.id, 'facilityName', f.name) as facility, f.time_zone, j.submitted_at as submission_time,
      j.date_of_encounter as effective_date,
      case when h.id is null then null else json_build_object('id', h.id, 'fullName', h.full_name) end as held_by
    from jobs j
    join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
    join patients p on p.clinic_id = j.clinic_id and p.id = j.patient_id
    join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
    left join users h on h.clinic_id = j.clinic_id and h.id = j.biller_id
    where ${where} order by ${order} limit ${query.size} offset ${query.page * query.size}`.execute(work.db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (select from jobs j where ${where} limit ${totalCap + 1}) walked`.execute(
    work.db,
  )
  const { total } = counted[0]!
  return {
    result: rows.map(({ number, submissionTime, ...row }) => ({
      ...row,
      jobNumber: jobNumberText(number),
      submissionTime: submissionTime as never,
    })),
    size: Math.min(total, totalCap),
    ...(total > totalCap && { extra: { sizeIsCapped: true } }),
  }
}
