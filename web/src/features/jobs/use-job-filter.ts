import { call, CallFailed } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { choiceOf, defaultFilter, entriesOf, type FilterChoice, isSameFilter } from './job-filter.ts'
import type { Group } from './job-tabs.ts'

const callsOf = {
  'my-jobs': { get: jobListCalls.getMyJobsFilter, save: jobListCalls.saveMyJobsFilter },
  'jobs-to-review': { get: jobListCalls.getReviewFilter, save: jobListCalls.saveReviewFilter },
} as const

/** The filter of a list: what is saved until the person chooses otherwise. It holds for every tab of the list. */
export function useJobFilter(user: StoredUser, group: Group) {
  const { notification } = App.useApp()
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

  const save = useMutation({
    mutationFn: (next: FilterChoice) => call(callsOf[group].save, { body: entriesOf(next) }),
    onSuccess: ({ message }, next) => {
      client.setQueryData(key, next)
      notification.success({ title: 'Success', description: message })
    },
    onError: (error) => {
      if (error instanceof CallFailed && error.kind === 'refused')
        notification.error({ title: 'Failed', description: error.message })
    },
  })
  return {
    choice,
    /** The saved filter is known, or known to be out of reach. */
    isReady: !saved.isPending,
    failure: saved.error,
    isChanged: !isSameFilter(choice, unchanged),
    /** Fewer jobs are let through than the list shows by itself: a doctor's own jobs are no restriction. */
    isRestricted: choice.facilityIds.length > 0 || choice.doctorIds.some((id) => !byDefault.doctorIds.includes(id)),
    change: (next: FilterChoice) => setChosen((before) => ({ ...before, [group]: next })),
    reset: () => setChosen((before) => ({ ...before, [group]: byDefault })),
    save: () => save.mutate(choice),
    isSaving: save.isPending,
  }
}

export type JobFilterState = ReturnType<typeof useJobFilter>
