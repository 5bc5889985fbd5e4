import type { JobCounts, ListStatus } from '@dictara/contract/job-lists'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { countByRules } from './counts.store.ts'
import { listJobRows } from './job-rows.store.ts'
import { narrowed } from './list-filter.store.ts'
import { isOldestFirst } from './list-rules.store.ts'

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

/** One page of a list: the rule of the list, narrowed by filter and search. */
export async function listJobs(work: Work, actor: Actor, rule: ListRule, query: ListQuery) {
  const { rows, total } = await listJobRows(work, actor, {
    where: narrowed(rule(actor, query.status), query),
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
