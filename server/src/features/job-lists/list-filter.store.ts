import type { OnlyWord } from '@dictara/contract/job-lists'
import type { JobStatus } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'
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

/** What the filter drawer and the chips beside it choose. */
interface Filter {
  facilityIds: string[]
  doctorIds: string[]
  only: OnlyWord[]
}

/** The tab is said as well: nobody waits for what is done, and so none of it is walked through. */
const onlyRules = ({ now, actor }: ClinicWork): Record<OnlyWord, RawBuilder<boolean>> => ({
  LATE: sql<boolean>`(j.is_enabled and j.tab in ('INPROGRESS', 'INREVIEW', 'INCOMPLETE') and j.due_at <= ${now})`,
  MINE: sql<boolean>`(j.is_enabled and j.tab in ('INPROGRESS', 'INREVIEW') and j.holder_id = ${actor.userId})`,
})

interface SearchNarrowed extends Filter {
  state: JobStatus[]
  level: ('LEVEL_1' | 'LEVEL_2')[]
}

/** Where a job has a level as the kept counts know it. */
const ofLevel: readonly JobStatus[] = ['READY', 'IN_REVIEW']

/** What narrows a search over all states. */
export function searchFilter(work: ClinicWork, filter: SearchNarrowed): ListRule {
  const { state, level } = filter
  const every: ListRule = { where: sql<boolean>`true`, isKept: true }
  const { where, isKept } = narrowed(work, every, filter)
  const rules = [where]
  // The indexes ask for the list: without it all that was ever completed would be walked through for what is open.
  if (state.length > 0)
    rules.push(sql<boolean>`j.tab = any(${state.map((one) => tabOf[one])}::text[])
      and j.status = any(${state}::text[])`)
  if (level.length > 0) rules.push(sql<boolean>`j.level = any(${level}::text[])`)
  const isLevelKept = level.length === 0 || (state.length > 0 && state.every((one) => ofLevel.includes(one)))
  return { where: sql<boolean>`(${sql.join(rules, sql` and `)})`, isKept: isKept && isLevelKept }
}

/** A list's rule, narrowed by the filter; what is late or whose it is no kept count knows. */
export function narrowed(work: ClinicWork, rule: ListRule, filter: Filter): ListRule {
  const rules = [rule.where]
  if (filter.facilityIds.length > 0) rules.push(isOneOf(sql`j.facility_id`, filter.facilityIds))
  if (filter.doctorIds.length > 0) rules.push(isOneOf(sql`j.author_id`, filter.doctorIds))
  const onlys = onlyRules(work)
  for (const word of new Set(filter.only)) rules.push(onlys[word])
  return { where: sql<boolean>`${sql.join(rules, sql` and `)}`, isKept: rule.isKept && filter.only.length === 0 }
}
