import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { refused } from '../../testing/wire.ts'
import {
  annex,
  colleague,
  getMyJobsFilter,
  getReviewFilter,
  lastList,
  listAuthors,
  listJobsToReview,
  listMyJobs,
  listUserFacilities,
  main,
  open,
  saveMyJobsFilter,
  server,
  signIn,
  useServer,
} from './jobs-page.fixtures.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'

useServer()

const openDrawer = async () => {
  await userEvent.click(page.getByRole('button', { name: /^Filter/ }))
  return page.getByRole('dialog', { name: 'Filter By' })
}

test('the drawer on the right lists authors with "You" first, and facilities, and both can be searched by name [JOBS-38, JOBS-39, JOBS-41]', async () => {
  open('/dashboard/jobs-list/jobs-to-review/ready')
  const drawer = await openDrawer()
  await expect.element(drawer.getByRole('checkbox', { name: 'You' })).toBeVisible()
  await until(() => {
    const { width, right } = drawer.element().getBoundingClientRect()
    expect([width, right]).toEqual([400, innerWidth])
  })
  const names = [...document.querySelectorAll('.ant-drawer .ant-checkbox-wrapper')].map((box) => box.textContent)
  expect(names).toEqual(['You', 'Dana Okafor', 'Main', 'Annex'])
  await userEvent.fill(drawer.getByRole('searchbox', { name: 'Search Author' }), 'oka')
  await expect.element(drawer.getByRole('checkbox', { name: 'You' })).not.toBeInTheDocument()
  await userEvent.fill(drawer.getByRole('searchbox', { name: 'Search Facility' }), 'ann')
  await expect.element(drawer.getByRole('checkbox', { name: 'Main' })).not.toBeInTheDocument()
  await userEvent.click(drawer.getByRole('checkbox', { name: 'Dana Okafor' }))
  await until(() => expect(lastList(listJobsToReview)?.get('doctorIds')).toBe(colleague))
})

test('My Jobs is filtered by facility only, and the filter starts at the first page [JOBS-40, JOBS-51]', async () => {
  open('/dashboard/jobs-list/my-jobs/in-progress?page=3')
  const drawer = await openDrawer()
  await userEvent.click(drawer.getByRole('checkbox', { name: 'Annex' }))
  await until(() => {
    const list = lastList(listMyJobs)
    expect([list?.get('facilityIds'), list?.get('page')]).toEqual([annex, '0'])
  })
  await expect.element(drawer.getByRole('searchbox', { name: 'Search Author' })).not.toBeInTheDocument()
})

test('a filter in use is marked, but not the default by which a doctor sees their own jobs [JOBS-44]', async () => {
  signIn({ userType: 'doctor', scopes: ['ROLE_DOCTOR'] })
  open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
  await userEvent.click((await openDrawer()).getByRole('checkbox', { name: 'Annex' }))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Filter, in use', exact: true })).toBeVisible()
})

test('a filter can be saved only after a change [JOBS-42, JOBS-43, JOBS-57]', async () => {
  server.answer(getMyJobsFilter, [[{ key: 'facilityIds', type: 'string', values: [main] }]])
  open('/dashboard/jobs-list/my-jobs/in-progress')
  const drawer = await openDrawer()
  const save = drawer.getByRole('button', { name: 'Save Configurations' })
  await expect.element(drawer.getByRole('checkbox', { name: 'Main' })).toBeChecked()
  expect(lastList(listMyJobs)?.get('facilityIds')).toBe(main)
  await expect.element(save).toBeDisabled()
  await userEvent.click(drawer.getByRole('button', { name: 'Reset Filter' }))
  await expect.element(drawer.getByRole('checkbox', { name: 'Main' })).not.toBeChecked()
  await userEvent.click(save)
  await expect.element(page.getByText('Configured Job Filters')).toBeVisible()
  await expect.element(save).toBeDisabled()
  expect(server.asked(saveMyJobsFilter)[0]?.body).toEqual([
    { key: 'facilityIds', type: 'string', values: [] },
    { key: 'doctorIds', type: 'string', values: [] },
  ])
})

test('if authors or the saved filter cannot be loaded, a message names them and gives the server’s reason [JOBS-74]', async () => {
  for (const spec of [listAuthors, getReviewFilter]) server.answer(spec, refused('It is not there.'))
  open('/dashboard/jobs-list/jobs-to-review/ready')
  await expect.element(page.getByText('Configuration Fetch Failed')).toBeVisible()
  await expect.element(page.getByText('It is not there. The list is shown without your saved filter.')).toBeVisible()
  await until(() => expect(lastList(listJobsToReview)).toBeDefined())
  await openDrawer()
  await expect.element(page.getByText('Authors Fetch Failed')).toBeVisible()
  await expect.element(page.getByText('It is not there.')).toBeVisible()
})

test('if the facilities cannot be loaded, the server’s message is shown [ERR-17]', async () => {
  server.answer(listUserFacilities, refused('It is not there.'))
  open('/dashboard/jobs-list/my-jobs/in-progress')
  const drawer = await openDrawer()
  await expect.element(page.getByText('User Facilities Fetch Failed')).toBeVisible()
  await expect.element(page.getByText('It is not there.')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('the Ready tab shows a dot for new jobs until it is opened [JOBS-16]', async () => {
  const { router } = open('/dashboard/jobs-list/jobs-to-review/in-progress')
  const dot = page.getByTitle('New jobs are ready')
  await expect.element(dot).toBeVisible()
  const [sign, count] = document.querySelectorAll('a:has(.tab-dot) :is(.ant-badge-dot, .ant-badge-count)')
  expect(sign!.getBoundingClientRect().right).toBeLessThan(count!.getBoundingClientRect().left)
  await router.navigate('/dashboard/jobs-list/jobs-to-review/ready')
  await expect.element(dot).not.toBeInTheDocument()
  await router.navigate('/dashboard/jobs-list/jobs-to-review/in-progress')
  await expect.element(page.getByRole('link', { name: /In Progress/ })).toHaveAttribute('aria-current', 'page')
  await expect.element(dot).not.toBeInTheDocument()
})

test.each([
  ['in-progress', /^In Progress/],
  ['in-review', /^In Review/],
  ['completed', /^Completed/],
  ['incomplete', /^Incomplete/],
  ['ready', /^Ready/],
])('a return from the editor to %s restores the tab in the address [JOBS-13]', async (slug, name) => {
  const { router } = open(`/dashboard/jobs-list/${slug}?fromEditor=true`)
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  await until(() => expect(router.state.location.search).toBe(''))
})

test('the pager has first, previous, next and last, and says so if the total was not fully counted [JOBS-47]', async () => {
  server.answer(listMyJobs, { result: [], size: 35, sizeIsCapped: true })
  open('/dashboard/jobs-list/my-jobs/completed')
  await expect.element(page.getByText('Page 1 of more than 4, more than 35 in all')).toBeVisible()
  for (const [name, at] of [
    ['Last page', '3'],
    ['Previous page', '2'],
    ['Next page', '3'],
    ['First page', '0'],
  ] as const) {
    await userEvent.click(page.getByRole('button', { name }))
    await until(() => expect(lastList(listMyJobs)?.get('page')).toBe(at))
  }
})

test('the list with its drawer passes axe in light and dark', async () => {
  open('/dashboard/jobs-list/jobs-to-review/ready')
  const drawer = await openDrawer()
  await expect.element(drawer.getByRole('checkbox', { name: 'Dana Okafor' })).toBeVisible()
  await expectNoViolationsInBothLooks(document.querySelector('.ant-drawer')!)
})
