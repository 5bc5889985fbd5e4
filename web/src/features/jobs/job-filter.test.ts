import { expect, test } from 'vitest'
import { choiceOf, defaultFilter, entriesOf, isSameFilter, noFilter } from './job-filter.ts'

test('a doctor without a saved filter sees their own jobs [JOBS-44]', () => {
  expect(defaultFilter({ id: 'me', userType: 'doctor' }, 'my-jobs')).toEqual({ facilityIds: [], doctorIds: ['me'] })
  expect(defaultFilter({ id: 'me', userType: 'doctor' }, 'jobs-to-review')).toEqual(noFilter)
  expect(defaultFilter({ id: 'me', userType: 'admin' }, 'my-jobs')).toEqual(noFilter)
})

test('a filter is saved as entries and read back, also an empty one [JOBS-50]', () => {
  const choice = { facilityIds: ['f'], doctorIds: ['b', 'a'] }
  expect(entriesOf(choice)).toEqual([
    { key: 'facilityIds', type: 'string', values: ['f'] },
    { key: 'doctorIds', type: 'string', values: ['b', 'a'] },
  ])
  expect(choiceOf(entriesOf(choice))).toEqual(choice)
  expect(choiceOf(entriesOf(noFilter))).toEqual(noFilter)
  expect(choiceOf([])).toBeNull()
})

test('the order of ticking does not change a filter [JOBS-43]', () => {
  expect(isSameFilter({ facilityIds: [], doctorIds: ['a', 'b'] }, { facilityIds: [], doctorIds: ['b', 'a'] })).toBe(
    true,
  )
  expect(isSameFilter({ facilityIds: ['a'], doctorIds: [] }, { facilityIds: [], doctorIds: ['a'] })).toBe(false)
})
