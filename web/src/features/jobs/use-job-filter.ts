import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { choiceOf, defaultFilter, entriesOf, type FilterChoice, isSameFilter } from './job-filter.ts'
import type { Group } from './job-tabs.ts'

const callsOf = {
  'my-jobs': { get: jobListCalls.getMyJobsFilter, save: jobListCalls.saveMyJobsFilter },
  'jobs-to-review': { get: jobListCalls.getReviewFilter, save: jobListCalls.saveReviewFilter },
} as const

/** The filter of a list: what is saved until the person chooses otherwise. It holds for every tab of the list. */
export function useJobFilter(user: StoredUser, group: Group, onChange: () => void) {
  const act = useAction()
  const client = useQueryClient()
  const key = ['job-filter', user.id, group]
  const saved = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      choiceOf((await call(callsOf[group].get, {}, { signal, handler: 'page' })).result[0] ?? []),
  })
  const [chosen, setChosen] = useState<Partial<Record<Group, FilterChoice>>>({})
  const byDefault = defaultFilter(user, group)
  const unchanged = saved.data ?? byDefault
  const choice = chosen[group] ?? unchanged

  function choose(next: FilterChoice) {
    setChosen((before) => ({ ...before, [group]: next }))
    onChange()
  }
  async function save() {
    const isSaved = await act.run(() => call(callsOf[group].save, { body: entriesOf(choice) }))
    if (isSaved) client.setQueryData(key, choice)
  }
  return {
    choice,
    /** The saved filter is known, or known to be out of reach. */
    isReady: !saved.isPending,
    failure: saved.error,
    isChanged: !isSameFilter(choice, unchanged),
    /** Fewer jobs are let through than the list shows by itself: a doctor's own jobs are no restriction. */
    isRestricted: choice.facilityIds.length > 0 || choice.doctorIds.some((id) => !byDefault.doctorIds.includes(id)),
    change: (next: Partial<FilterChoice>) => choose({ ...choice, ...next }),
    reset: () => choose(byDefault),
    save: () => void save(),
    isSaving: act.isBusy,
  }
}

export type JobFilterState = ReturnType<typeof useJobFilter>
