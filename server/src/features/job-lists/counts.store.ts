import { walkedTotalCap } from '@dictara/contract/job-lists'
import { type RawBuilder, sql } from 'kysely'
import { preparedMark, type Work } from '../../platform/database/index.ts'
import { isAt, isAuthor } from '../people/index.ts'
import type { ListRule } from './list-rules.store.ts'

/**
 * The number of jobs that fit a rule. If the kept counts are enough, their sum (they take the place of the jobs `j`); otherwise
 * counts the jobs themselves, up to one past the cap.
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
  const { rows } = await sql<Record<'counts', number[]>>`
    ${sql.raw(preparedMark)} select array[${sql.join(counts)}]::int[] as counts`.execute(work.db)
  return Object.fromEntries(names.map((name, index) => [name, rows[0]!.counts[index]!])) as Record<K, number>
}

/** Authors of the jobs' clinic that a filter may offer, within the given facilities; null: the whole clinic. */
export const listAuthors = (work: Work, facilityIds: readonly string[] | null) =>
  work.db
    .selectFrom('users as u')
    .select(['u.id as doctorId', 'u.fullName as doctorName'])
    .where('u.clinicId', '=', work.clinicId)
    .where(isAuthor)
    .$if(facilityIds !== null, (authors) => authors.where(isAt(facilityIds!)))
    .orderBy('u.fullName')
    .limit(500)
    .execute()
