import { walkedTotalCap } from '@dictara/contract/job-lists'
import { type RawBuilder, sql } from 'kysely'
import { preparedMark, type Work } from '../../platform/database/index.ts'
import type { ListRule } from './list-rules.store.ts'

/**
 * How many jobs a rule holds: the sum of the kept counts, where it asks for nothing else (they stand in for the jobs `j`),
 * otherwise a walk that ends one past the cap.
 */
export const totalOf = (work: Work, { where, isKept }: ListRule): RawBuilder<number> =>
  isKept
    ? sql<number>`(select coalesce(sum(j.jobs), 0)::int from (select c.*, true as is_enabled from job_counts c) j
        where j.clinic_id = ${work.clinicId} and ${where})`
    : sql<number>`(select count(*)::int from (select from jobs j
        where j.clinic_id = ${work.clinicId} and ${where} limit ${walkedTotalCap + 1}) walked)`

/** Counts by several rules at once. */
export async function countByRules<K extends string>(
  work: Work,
  rules: Record<K, ListRule>,
): Promise<Record<K, number>> {
  const names = Object.keys(rules) as K[]
  const counts = names.map((name) => totalOf(work, rules[name]))
  const { rows } = await sql<{
    counts: number[]
  }>`${sql.raw(preparedMark)} select array[${sql.join(counts)}]::int[] as counts`.execute(work.db)
  return Object.fromEntries(names.map((name, index) => [name, rows[0]!.counts[index]!])) as Record<K, number>
}

/** Authors of the jobs' clinic that a filter may offer, within the given facilities; null: the whole clinic. */
export async function listAuthors(work: Work, facilityIds: readonly string[] | null) {
  const { rows } = await sql<{ doctorId: string; doctorName: string }>`
    select u.id as doctor_id, u.full_name as doctor_name from users u
    where u.clinic_id = ${work.clinicId}
      and (u.user_type = 'doctor' or (u.user_type in ('admin', 'clinicAdmin') and u.user_privilege <> 'NONE'))
      and (${facilityIds === null} or exists (select from facility_users l where l.clinic_id = u.clinic_id and l.user_id = u.id
        and l.facility_id = any(${facilityIds ?? []}::uuid[])))
    order by u.full_name limit 500`.execute(work.db)
  return rows
}
