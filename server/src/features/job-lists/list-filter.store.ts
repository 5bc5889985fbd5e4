import type { JobStatus } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { ListRule } from './list-rules.store.ts'

const isOneOf = (column: RawBuilder<string>, ids: readonly string[]) =>
  ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}` : sql<boolean>`${column} = any(${ids}::uuid[])`

/** The list that a job of this state stands in, as `jobs.tab` says it. */
const tabOf: Record<JobStatus, string> = {
  RECEIVED: 'INPROGRESS',
  CONVERTING: 'INPROGRESS',
  AVAILABLE: 'INPROGRESS',
  IN_PROGRESS: 'INPROGRESS',
  WRITING: 'INPROGRESS',
  READY: 'INREVIEW',
  IN_REVIEW: 'INREVIEW',
  COMPLETED: 'COMPLETE',
  BILLED: 'COMPLETE',
  INCOMPLETE: 'INCOMPLETE',
  STRUCK_OUT: 'NONE',
}

interface SearchNarrowed {
  state: JobStatus[]
  level: ('LEVEL_1' | 'LEVEL_2')[]
  facilityIds: string[]
  doctorIds: string[]
}

/** What narrows a search over all states. */
export function searchFilter(filter: SearchNarrowed) {
  const every: ListRule = { where: sql<boolean>`true`, isKept: false }
  const rules = [narrowed(every, filter).where]
  // The indexes ask for the list: without it all that was ever completed would be walked through for what is open.
  if (filter.state.length > 0)
    rules.push(sql<boolean>`j.tab = any(${filter.state.map((state) => tabOf[state])}::text[])
      and j.status = any(${filter.state}::text[])`)
  if (filter.level.length > 0) rules.push(sql<boolean>`j.level = any(${filter.level}::text[])`)
  return sql<boolean>`${sql.join(rules, sql` and `)}`
}

/** A list's rule, narrowed by the filter drawer. */
export function narrowed(rule: ListRule, filter: { facilityIds: string[]; doctorIds: string[] }): ListRule {
  const rules = [rule.where]
  if (filter.facilityIds.length > 0) rules.push(isOneOf(sql`j.facility_id`, filter.facilityIds))
  if (filter.doctorIds.length > 0) rules.push(isOneOf(sql`j.author_id`, filter.doctorIds))
  return { where: sql<boolean>`${sql.join(rules, sql` and `)}`, isKept: rule.isKept }
}
