import type { JobStatus } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { ListRule } from './list-rules.store.ts'

const isOneOf = (column: RawBuilder<string>, ids: readonly string[]) =>
  ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}` : sql<boolean>`${column} = any(${ids}::uuid[])`

/** What narrows a search over all states. */
export function searchFilter(filter: { state: JobStatus[]; facilityIds: string[]; doctorIds: string[] }) {
  const every: ListRule = { where: sql<boolean>`true`, isKept: false }
  const { where } = narrowed(every, filter)
  return filter.state.length > 0 ? sql<boolean>`${where} and j.status = any(${filter.state}::text[])` : where
}

/** A list's rule, narrowed by the filter drawer. */
export function narrowed(rule: ListRule, filter: { facilityIds: string[]; doctorIds: string[] }): ListRule {
  const rules = [rule.where]
  if (filter.facilityIds.length > 0) rules.push(isOneOf(sql`j.facility_id`, filter.facilityIds))
  if (filter.doctorIds.length > 0) rules.push(isOneOf(sql`j.author_id`, filter.doctorIds))
  return { where: sql<boolean>`${sql.join(rules, sql` and `)}`, isKept: rule.isKept }
}
