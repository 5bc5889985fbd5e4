import { call } from '@dictara/browser/call'
import type { StoredUser } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../ui/use-action.ts'
import { useListAddress } from '../../ui/use-list-address.ts'
import { choiceOf, defaultFilter, entriesOf, type FilterChoice, isSameFilter } from './job-filter.ts'
import type { Group } from './job-tabs.ts'

const callsOf = {
  'my-jobs': { get: jobListCalls.getMyJobsFilter, save: jobListCalls.saveMyJobsFilter },
  'jobs-to-review': { get: jobListCalls.getReviewFilter, save: jobListCalls.saveReviewFilter },
} as const

/** The names of the filters in an address, by their names on the wire. */
export const filterNames = { facilityIds: 'facilities', doctorIds: 'authors' } as const
/** Marks a filter as off when the saved filter is on. */
const off = 'none'

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/**
 * The filter of a list. It is taken from the address, which every tab of the list keeps; otherwise the saved filter applies until the
 * person chooses another.
 */
export function useJobFilter(user: StoredUser, group: Group) {
  const act = useAction()
  const client = useQueryClient()
  const [address, changeAddress] = useListAddress()
  const key = ['job-filter', user.id, group]
  const saved = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      choiceOf((await call(callsOf[group].get, {}, { signal, handler: 'page' })).result[0] ?? []),
  })
  const byDefault = defaultFilter(user, group)
  const unchanged = saved.data ?? byDefault
  const said = (name: keyof FilterChoice) => {
    const words = address.get(filterNames[name])
    if (words === null) return unchanged[name]
    return words === off ? [] : words.split(',').filter(Boolean)
  }
  const choice: FilterChoice = { facilityIds: said('facilityIds'), doctorIds: said('doctorIds') }

  function choose(next: FilterChoice, than = unchanged, more: Record<string, string> = {}) {
    const wordsOf = (name: keyof FilterChoice) => (same(next[name], than[name]) ? '' : next[name].join(',') || off)
    changeAddress({ ...more, facilities: wordsOf('facilityIds'), authors: wordsOf('doctorIds') })
  }
  async function save() {
    const isSaved = await act.run(() => call(callsOf[group].save, { body: entriesOf(choice) }))
    if (!isSaved) return
    client.setQueryData(key, choice)
    choose(choice, choice)
  }
  return {
    choice,
    /** True once the saved filter has loaded or failed to load. */
    isReady: !saved.isPending,
    failure: saved.error,
    isChanged: !isSameFilter(choice, unchanged),
    /** True if the filter lets through fewer jobs than the default. A doctor's own jobs are no restriction. */
    isRestricted: choice.facilityIds.length > 0 || choice.doctorIds.some((id) => !byDefault.doctorIds.includes(id)),
    change: (next: Partial<FilterChoice>) => choose({ ...choice, ...next }),
    /** `more`: further changes to make to the address. */
    reset: (more?: Record<string, string>) => choose(byDefault, unchanged, more),
    save: () => void save(),
    isSaving: act.isBusy,
  }
}

export type JobFilterState = ReturnType<typeof useJobFilter>
