import type { OnlyWord } from '@dictara/contract/job-lists'
import type { JobStatus } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { ListRule } from './list-rules.store.ts'

const isOneOf = (column: RawBuilder<string>, ids: readonly string[]) =>
  ids.length === 1 ? sql<boolean>`${column} = ${ids[0]}` : sql<boolean>`${column} = any(${ids}::uuid[])`

/** The list that a job in this state belongs to, as a value of `jobs.tab`. */
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

/** The choices of the filter drawer and the chips beside it. */
interface Filter {
  facilityIds: string[]
  doctorIds: string[]
  only: OnlyWord[]
}

/** The rules also name the tabs, so that completed jobs, which are never late or held, are not scanned. */
const onlyRules = ({ now, actor }: ClinicWork): Record<OnlyWord, RawBuilder<boolean>> => ({
  LATE: sql<boolean>`(j.is_enabled and j.tab in ('INPROGRESS', 'INREVIEW', 'INCOMPLETE') and j.due_at <= ${now})`,
  MINE: sql<boolean>`(j.is_enabled and j.tab in ('INPROGRESS', 'INREVIEW') and j.holder_id = ${actor.userId})`,
})

interface SearchNarrowed extends Filter {
  state: JobStatus[]
  level: ('LEVEL_1' | 'LEVEL_2')[]
}

/** The states in which the kept counts have a job's level. */
const ofLevel: readonly JobStatus[] = ['READY', 'IN_REVIEW']

/** The rule of a search over all states. */
export function searchFilter(work: ClinicWork, filter: SearchNarrowed): ListRule {
  const { state, level } = filter
  const every: ListRule = { where: sql<boolean>`true`, isKept: true }
  const { where, isKept } = narrowed(work, every, filter)
  const rules = [where]
  // The indexes need the tab. Without it a search for open jobs would scan all completed ones.
  if (state.length > 0)
    rules.push(sql<boolean>`j.tab = any(${state.map((one) => tabOf[one])}::text[])
      and j.status = any(${state}::text[])`)
  if (level.length > 0) rules.push(sql<boolean>`j.level = any(${level}::text[])`)
  const isLevelKept = level.length === 0 || (state.length > 0 && state.every((one) => ofLevel.includes(one)))
  return { where: sql<boolean>`(${sql.join(rules, sql` and `)})`, isKept: isKept && isLevelKept }
}

/** A list's rule, narrowed by the filter. The kept counts do not know which jobs are late or who holds them. */
export function narrowed(work: ClinicWork, rule: ListRule, filter: Filter): ListRule {
  const rules = [rule.where]
  if (filter.facilityIds.length > 0) rules.push(isOneOf(sql`j.facility_id`, filter.facilityIds))
  if (filter.doctorIds.length > 0) rules.push(isOneOf(sql`j.author_id`, filter.doctorIds))
  const onlys = onlyRules(work)
  for (const word of new Set(filter.only)) rules.push(onlys[word])
  return { where: sql<boolean>`${sql.join(rules, sql` and `)}`, isKept: rule.isKept && filter.only.length === 0 }
}
