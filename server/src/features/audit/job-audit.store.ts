import type { JobAuditRow } from '@dictara/contract/audit'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type ClinicWork, hasWords, page, type PageQuery } from '../../platform/database/index.ts'
import { jobNumberText } from '../jobs/index.ts'
import { isInAudit } from './audited-jobs.store.ts'

type Row = z.input<typeof JobAuditRow>

/** Stints, each a person's work on a job from a start to an end, joined with job and person. */
const stints = ({ db, clinicId }: ClinicWork) =>
  db
    .selectFrom('jobStints as s')
    .innerJoin('jobs as j', (join) => join.onRef('j.clinicId', '=', 's.clinicId').onRef('j.id', '=', 's.jobId'))
    .innerJoin('users as u', (join) => join.onRef('u.clinicId', '=', 's.clinicId').onRef('u.id', '=', 's.userId'))
    .where('s.clinicId', '=', clinicId)

const rowColumns = [
  's.id',
  's.jobId',
  'j.number',
  'u.fullName as userName',
  'u.userType',
  's.stage',
  's.level',
  's.startedAt as startTime',
  's.endedAt as endTime',
  's.action as status',
  's.comment',
] as const

const toRow = <T extends { number: number }>({ number, ...row }: T) => ({ ...row, jobNumber: jobNumberText(number) })

/** Who worked on a job, the oldest first (AUD-25, AUD-30). */
export async function listStintsOfJob(work: ClinicWork, jobId: string): Promise<Row[]> {
  const rows = await stints(work)
    .where('s.jobId', '=', jobId)
    .select(rowColumns)
    .orderBy('s.startedAt')
    .orderBy('s.id')
    .execute()
  return rows.map(toRow)
}

/**
 * The jobs of the actor's audit on which somebody worked in a session or its child sessions, newest first (Q141). Work that was begun in one
 * session and ended in another is told in both.
 */
export async function listStintsOfSession(
  work: ClinicWork,
  sessionId: string,
  { searchValue, ...query }: PageQuery & { searchValue: string },
) {
  const sessions = sql`array(select c.id from sessions c where c.clinic_id = ${work.clinicId} and ${sessionId}::uuid in (c.id, c.parent_id))`
  // Arrays, so that both sides of the `or` can use their indexes.
  const inSession = sql<boolean>`(s.session_id = any(${sessions}) or s.ended_session_id = any(${sessions}))`
  const isSought: RawBuilder<boolean> = hasWords(sql<string>`lpad(j.number::text, 6, '0')`, searchValue)
  const { result, size } = await page(
    work,
    { ...query, sortKey: 'startTime', sortOrder: 'descend' },
    {
      from: stints(work).where(inSession).where(isInAudit(work)).where(isSought),
      columns: (from) => from.select(rowColumns),
      sort: { startTime: 's.startedAt' },
      tie: 's.id',
    },
  )
  return { result: result.map(toRow), size }
}
