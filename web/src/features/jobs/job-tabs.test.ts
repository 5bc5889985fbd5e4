import { describe, expect, test } from 'vitest'
import { groupsOf, listOf, shownTabsOf, tabsOf } from './job-tabs.ts'

const doctor = { userType: 'doctor', scopes: ['ROLE_DOCTOR'] } as const
const selfReviewing = { userType: 'doctor', scopes: ['ROLE_DOCTOR', 'ROLE_REVIEWER'] } as const
const reviewer = { userType: 'reviewer', scopes: ['ROLE_REVIEWER'] } as const
const admin = { userType: 'admin', scopes: ['ROLE_ADMIN'] } as const
const typist = { userType: 'transcriptionist', scopes: ['ROLE_TRANSCRIPTIONIST'] } as const
const biller = { userType: 'biller', scopes: ['ROLE_BILLER'] } as const
const mutable = <T extends { scopes: readonly unknown[] }>(person: T) => person as never

describe('the tabs of the job lists', () => {
  test('come from the scopes in the token [JOBS-07]', () => {
    expect(groupsOf(mutable(doctor))).toEqual(['my-jobs'])
    expect(groupsOf(mutable(selfReviewing))).toEqual(['my-jobs', 'jobs-to-review'])
    expect(groupsOf(mutable(reviewer))).toEqual(['jobs-to-review'])
    expect(groupsOf(mutable(admin))).toEqual(['my-jobs', 'jobs-to-review'])
  })
  test('do not exist without such a scope', () => {
    expect(groupsOf(mutable(biller))).toEqual([])
    expect(listOf(mutable(biller), undefined, 'ready')).toBeNull()
  })
  test('have the sub-tabs of their group [JOBS-14, JOBS-15]', () => {
    expect(tabsOf(mutable(doctor), 'my-jobs').map(({ label }) => label)).toEqual([
      'In Progress',
      'In Review',
      'Completed',
      'Incomplete',
    ])
    expect(tabsOf(mutable(reviewer), 'jobs-to-review').map(({ label }) => label)).toEqual(['Ready', 'In Progress'])
    expect(tabsOf(mutable(typist), 'my-jobs').map(({ slug }) => slug)).toEqual([
      'available',
      'in-progress',
      'completed',
      'rejected',
    ])
  })
})

test('a reviewer starts on Ready', () => {
  expect(listOf(mutable(reviewer), undefined, undefined)?.tab.slug).toBe('ready')
})

test('an address names a list, with or without its group, and aliases work [JOBS-12]', () => {
  expect(listOf(mutable(doctor), 'my-jobs', 'complete')?.tab.label).toBe('Completed')
  for (const group of [undefined, 'jobs-to-review']) {
    expect(listOf(mutable(reviewer), group, 'available')?.tab).toMatchObject({ slug: 'ready', status: 'READY' })
    // The list of an admin also contains jobs that wait to be typed.
    expect(listOf(mutable(admin), group, 'available')).toMatchObject({
      group: 'jobs-to-review',
      tab: { slug: 'available', status: 'AVAILABLE' },
    })
  }
  expect(listOf(mutable(typist), undefined, 'available')?.tab.status).toBe('AVAILABLE')
  expect(listOf(mutable(admin), 'jobs-to-review', 'in-progress')).toMatchObject({ group: 'jobs-to-review' })
  expect(listOf(mutable(doctor), undefined, 'nonsense')?.tab.slug).toBe('in-progress')
})

test('every stage is also found under the group that does not have it [JOBS-53]', () => {
  const list = (group: string, stage: string) => {
    const { group: found, tab } = listOf(mutable(admin), group, stage)!
    return `${found}/${tab.slug}`
  }
  expect(
    ['ready', 'in-progress', 'in-review', 'incomplete', 'completed', 'rejected'].map((s) => list('my-jobs', s)),
  ).toEqual([
    'jobs-to-review/ready',
    'my-jobs/in-progress',
    'my-jobs/in-review',
    'my-jobs/incomplete',
    'my-jobs/completed',
    'my-jobs/rejected',
  ])
  expect(
    ['ready', 'in-progress', 'in-review', 'incomplete', 'completed', 'rejected'].map((s) => list('jobs-to-review', s)),
  ).toEqual([
    'jobs-to-review/ready',
    'jobs-to-review/in-progress',
    'my-jobs/in-review',
    'my-jobs/incomplete',
    'jobs-to-review/completed',
    'jobs-to-review/rejected',
  ])
})

test('the jobs that a reviewer finished or returned have their own lists, opened by address [JOBS-12, JOBS-53]', () => {
  expect(listOf(mutable(reviewer), undefined, 'completed')).toMatchObject({ tab: { status: 'COMPLETE' } })
  expect(listOf(mutable(reviewer), undefined, 'rejected')).toMatchObject({ tab: { status: 'REJECTED' } })
  expect(listOf(mutable(doctor), undefined, 'rejected')).toMatchObject({
    group: 'my-jobs',
    tab: { status: 'REJECTED' },
  })
  const open = listOf(mutable(reviewer), undefined, 'rejected')!.tab
  expect(shownTabsOf(mutable(reviewer), 'jobs-to-review', open).map(({ slug }) => slug)).toEqual([
    'ready',
    'in-progress',
    'rejected',
    'all',
  ])
})

test('every group of lists ends with All [Q204]', () => {
  for (const person of [doctor, reviewer, admin, typist])
    for (const group of groupsOf(mutable(person))) {
      const tab = listOf(mutable(person), group, 'all')!
      expect(tab).toMatchObject({ group, tab: { slug: 'all', label: 'All' } })
      expect(shownTabsOf(mutable(person), group, tab.tab).at(-1)!.slug).toBe('all')
    }
})
