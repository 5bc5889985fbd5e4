import type { CallInput } from '@dictara/contract'
import type { JobCounts, jobListCalls, ListStatus } from '@dictara/contract/job-lists'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { countByRules } from './counts.store.ts'
import { readSearch } from '../jobs/index.ts'
import { narrowed, searchFilter } from './list-filter.store.ts'
import { readPage } from './list-page.store.ts'
import { type ListOrder, type ListRule, newestFirst, oldestFirst, ownOrderOf } from './list-rules.store.ts'
import { searchPage } from './search-jobs.store.ts'

type ListQuery = CallInput<(typeof jobListCalls)['listMyJobs']>['query']

const asked: Record<'ascend' | 'descend', ListOrder> = { ascend: oldestFirst, descend: newestFirst }

export type RuleOfList = (actor: Actor, status: ListStatus, now: Date) => ListRule

/**
 * One page of a list: the rule of the list, narrowed by filter and search.
 * `size` is exact, but for a search with more than 3,000 matches in the clinic and for a person's own history beyond
 * 10,000: then `sizeIsCapped` says that there are more than `size`.
 */
export async function listJobs(work: ClinicWork, rule: RuleOfList, query: ListQuery) {
  const { rows, total, isCapped } = await readPage(work, {
    rule: narrowed(work, rule(work.actor, query.status, work.now), query),
    search: readSearch(query.searchValue),
    order: query.sortOrder ? asked[query.sortOrder] : ownOrderOf(query.status),
    page: query.page,
    size: query.size,
  })
  return { result: rows, size: total, ...(isCapped && { extra: { sizeIsCapped: true } }) }
}

/**
 * One page of all jobs that the caller may read and that match the search, exact matches of a number first (Q204). Without a search
 * `size` is exact for managers and billers, and counted up to 1,000 for others.
 */
export async function searchJobs(work: ClinicWork, query: CallInput<(typeof jobListCalls)['searchJobs']>['query']) {
  const { page, size, searchValue } = query
  const choice = { search: readSearch(searchValue), rule: searchFilter(work, query), page, size }
  const { rows, total, isCapped } = await searchPage(work, choice)
  return { result: rows, size: total, ...(isCapped && { extra: { sizeIsCapped: true } }) }
}

/** The counts of the tabs, by the rules of the lists. */
export const countJobs = (work: ClinicWork, rule: RuleOfList): Promise<JobCounts> =>
  countByRules(work, {
    inProgressJobs: rule(work.actor, 'INPROGRESS', work.now),
    inReviewJobs: rule(work.actor, 'INREVIEW', work.now),
    completedJobs: rule(work.actor, 'COMPLETE', work.now),
    inCompleteJobs: rule(work.actor, 'INCOMPLETE', work.now),
    readyJobs: rule(work.actor, 'READY', work.now),
    availableJobs: rule(work.actor, 'AVAILABLE', work.now),
    rejectedJobs: rule(work.actor, 'REJECTED', work.now),
  })
