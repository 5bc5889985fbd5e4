import type { JobCounts, ListStatus } from '@dictara/contract/job-lists'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { countByRules } from './counts.store.ts'
import { listJobRows } from './job-rows.store.ts'
import { isOldestFirst } from './list-rules.ts'

export interface ListQuery {
  page: number
  size: number
  status: ListStatus
  sortOrder?: 'ascend' | 'descend' | undefined
  searchValue: string
  facilityIds: string[]
  doctorIds: string[]
}

export type ListRule = (actor: Actor, status: ListStatus) => RawBuilder<boolean>

const escapedForLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** Every word of the search stands in the job number, or the name of the patient or the author. */
const matches = (searchValue: string): RawBuilder<boolean> => {
  const words = searchValue.trim().split(/\s+/).filter(Boolean).slice(0, 5)
  if (words.length === 0) return sql<boolean>`true`
  const each = words.map((word) => {
    const pattern = `%${escapedForLike(word)}%`
    return sql<boolean>`(lpad(j.number::text, 6, '0') like ${pattern}
      or exists (select from patients p where p.clinic_id = j.clinic_id and p.id = j.patient_id and (p.first_name || ' ' || p.last_name) ilike ${pattern})
      or exists (select from users a where a.clinic_id = j.clinic_id and a.id = j.author_id and a.full_name ilike ${pattern}))`
  })
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** One page of a list: the rule of the list, narrowed by filter and search. */
export async function listJobs(work: Work, actor: Actor, rule: ListRule, query: ListQuery) {
  const facilities =
    query.facilityIds.length > 0 ? sql<boolean>`j.facility_id = any(${query.facilityIds}::uuid[])` : sql<boolean>`true`
  const authors =
    query.doctorIds.length > 0 ? sql<boolean>`j.author_id = any(${query.doctorIds}::uuid[])` : sql<boolean>`true`
  const { rows, total } = await listJobRows(work, actor, {
    where: sql<boolean>`${rule(actor, query.status)} and ${facilities} and ${authors} and ${matches(query.searchValue)}`,
    oldestFirst: query.sortOrder ? query.sortOrder === 'ascend' : isOldestFirst(query.status),
    page: query.page,
    size: query.size,
  })
  return { result: rows, size: total }
}

/** The counts of the tabs, by the rules of the lists. */
export const countJobs = (work: Work, actor: Actor, rule: ListRule): Promise<JobCounts> =>
  countByRules(work, {
    inProgressJobs: rule(actor, 'INPROGRESS'),
    inReviewJobs: rule(actor, 'INREVIEW'),
    completedJobs: rule(actor, 'COMPLETE'),
    inCompleteJobs: rule(actor, 'INCOMPLETE'),
    readyJobs: rule(actor, 'READY'),
    availableJobs: rule(actor, 'AVAILABLE'),
    rejectedJobs: rule(actor, 'REJECTED'),
  })
