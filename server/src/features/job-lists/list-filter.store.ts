import { type RawBuilder, sql } from 'kysely'
import { escapedForLike, wordsOf } from '../../platform/database/index.ts'
import type { ListRule } from './list-rules.store.ts'

const mostWords = 5

/**
 * What the words of a search ask of `job_search.words`, at most five patterns: a word stands anywhere in the job number,
 * the patient's or the author's name, also as "Abbott, Amara"; one of one or two letters, too short for the trigram index, begins a word there.
 */
export const searchPatterns = (searchValue: string): string[] =>
  wordsOf(searchValue)
    .slice(0, mostWords)
    .map((word) => `%${[...word].length < 3 ? ' ' : ''}${escapedForLike(word)}%`)

const isOneOf = (column: RawBuilder<string>, ids: readonly string[]) =>
  ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}` : sql<boolean>`${column} = any(${ids}::uuid[])`

/** A list's rule, narrowed by the filter drawer. */
export function narrowed(rule: ListRule, filter: { facilityIds: string[]; doctorIds: string[] }): ListRule {
  const rules = [rule.where]
  if (filter.facilityIds.length > 0) rules.push(isOneOf(sql`j.facility_id`, filter.facilityIds))
  if (filter.doctorIds.length > 0) rules.push(isOneOf(sql`j.author_id`, filter.doctorIds))
  return { where: sql<boolean>`${sql.join(rules, sql` and `)}`, isKept: rule.isKept }
}
