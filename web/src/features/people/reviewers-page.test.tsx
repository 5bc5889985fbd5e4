import { peopleCalls } from '@dictara/contract/people'
import { type ReviewerGroup, reviewerGroupCalls } from '@dictara/contract/reviewer-groups'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aPerson } from '../../testing/person.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, refused } from '../../testing/wire.ts'
import { aServer, button, clickOn, notices, pick } from './people.fixtures.tsx'

const { listReviewers, listReviewerOptions, addReviewer, editReviewer } = peopleCalls
const { listGroups, addGroup, editGroup } = reviewerGroupCalls
const ruth = aPerson({ firstName: 'Ruth', lastName: 'Amsel', userType: 'reviewer', userPrivilege: 'REVIEWER_ONLY' })
const tamara = aPerson({ id: idOf(12), firstName: 'Tamara', lastName: 'Novak', userType: 'transcriptionist' })
const options = [
  { id: idOf(41), fullName: 'Ruth Amsel', email: 'ruth@example.org' },
  { id: idOf(42), fullName: 'Rohan Iyer', email: 'rohan@example.org' },
]
const aGroup = (more: Partial<ReviewerGroup> = {}): ReviewerGroup => ({
  id: idOf(51),
  groupName: 'Night shift',
  reviewers: [options[0]!],
  reviewerIds: [idOf(41)],
  level: 'LEVEL_1',
  version: 1,
  ...more,
})

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = aServer()
  server.answer(listReviewers, [ruth, tamara])
  server.answer(listReviewerOptions, options)
  server.answer(listGroups, [aGroup()])
})
afterEach(() => vi.restoreAllMocks())

const open = (more = '') => openPage(`/dashboard/reviewers${more}`, as('clinicAdmin'))
const openGroups = () => open('?list=groups')
const drawer = (name: string) => page.getByRole('dialog', { name, exact: true })
const tab = (name: string) => page.getByRole('link', { name, exact: true })
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) })
const lastAsked = (spec: typeof listReviewers | typeof listGroups) =>
  Object.fromEntries(server.asked(spec).at(-1)!.search)

test('the page is titled Reviewers and has two tabs, Reviewer and Reviewer Group [PEOP-11]', async () => {
  open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Reviewers', exact: true })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Reviewers' }).getByRole('link').elements()
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Reviewer', 'Reviewer Group'])
  await expect.element(tab('Reviewer')).toHaveAttribute('aria-current', 'page')
  await expect.element(row('Ruth Amsel')).toBeVisible()
  await userEvent.click(tab('Reviewer Group'))
  await expect.element(tab('Reviewer Group')).toHaveAttribute('aria-current', 'page')
  await expect.element(row('Night shift')).toBeVisible()
})

test('the button reads “Add Reviewer” or “Add Group” depending on the tab [PEOP-12]', async () => {
  open()
  await expect.element(button('Add Reviewer')).toBeVisible()
  await expect.element(button('Add Group')).not.toBeInTheDocument()
  await userEvent.click(tab('Reviewer Group'))
  await expect.element(button('Add Group')).toBeVisible()
  await expect.element(button('Add Reviewer')).not.toBeInTheDocument()
})

test('the drawer holds the reviewer form, “Add Reviewer” or “Edit Reviewer”, or the group form [PEOP-13]', async () => {
  open()
  for (const [press, title] of [
    ['Add Reviewer', 'Add Reviewer'],
    ['Edit Ruth Amsel', 'Edit Reviewer'],
  ] as const) {
    await clickOn(press)
    await expect.element(drawer(title).getByLabelText('First Name')).toBeVisible()
    await clickOn('Cancel')
    await expect.element(drawer(title)).not.toBeInTheDocument()
  }
  await userEvent.click(tab('Reviewer Group'))
  for (const [press, title] of [
    ['Add Group', 'Add Group'],
    ['Edit Night shift', 'Edit Group'],
  ] as const) {
    await clickOn(press)
    await expect.element(drawer(title).getByLabelText('Group Name')).toBeVisible()
    await clickOn('Cancel')
    await expect.element(drawer(title)).not.toBeInTheDocument()
  }
})

test('the tabs share search and facility filter in both directions [PEOP-14]', async () => {
  open()
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search Reviewers' }), 'amsel')
  await clickOn('Facility')
  await userEvent.click(page.getByRole('checkbox', { name: 'Annex' }))
  await until(() => expect(lastAsked(listReviewers)).toMatchObject({ name: 'amsel', facilityIds: idOf(22) }))
  await userEvent.click(tab('Reviewer Group'))
  await until(() => expect(lastAsked(listGroups)).toMatchObject({ search: 'amsel', facilityIds: idOf(22) }))
  const box = page.getByRole('searchbox', { name: 'Search Reviewers' })
  await expect.element(box).toHaveValue('amsel')
  await userEvent.fill(box, 'night')
  await until(() => expect(lastAsked(listGroups)).toMatchObject({ search: 'night' }))
  await userEvent.click(tab('Reviewer'))
  await until(() => expect(lastAsked(listReviewers)).toMatchObject({ name: 'night', facilityIds: idOf(22) }))
})

test('one click shows only transcriptionists, and the next click shows everybody', async () => {
  open()
  await clickOn('Transcriptionists')
  await until(() => expect(lastAsked(listReviewers)).toMatchObject({ only: 'TRANSCRIPTIONISTS' }))
  await expect.element(button('Transcriptionists')).toHaveAttribute('aria-pressed', 'true')
  await clickOn('Transcriptionists')
  await until(() => expect(lastAsked(listReviewers)).toMatchObject({ only: '' }))
})

test('reviewers and groups are listed ten per page [PEOP-53, PEOP-60, PEOP-63]', async () => {
  server.answer(listReviewers, { result: [ruth], size: 25 })
  server.answer(listGroups, { result: [aGroup()], size: 25 })
  open()
  await clickOn('Next page')
  await until(() =>
    expect(lastAsked(listReviewers)).toMatchObject({
      page: '1',
      size: '10',
      name: '',
      sortKey: 'name',
      sortOrder: 'ascend',
    }),
  )
  expect(server.asked(listReviewers)[0]!.what).toBe('GET /api/clinic/reviewer')
  await userEvent.click(tab('Reviewer Group'))
  await until(() => expect(lastAsked(listGroups)).toMatchObject({ page: '0', size: '10' }))
  await clickOn('Next page')
  await until(() =>
    expect(lastAsked(listGroups)).toMatchObject({
      page: '1',
      size: '10',
      search: '',
      sortKey: 'groupName',
      sortOrder: 'ascend',
    }),
  )
  expect(server.asked(listGroups)[0]!.what).toBe('GET /api/clinic/reviewer/group')
})

test('adding a reviewer shows Success [PEOP-61, PEOP-86]', async () => {
  server.answer(addReviewer, { result: [ruth], message: 'Reviewer added successfully.' })
  open()
  await clickOn('Add Reviewer')
  for (const [name, text] of [
    ['First Name', 'Ada'],
    ['Last Name', 'Byron'],
    ['Email', 'ada@example.org'],
    ['Phone Number', '202 555 0101'],
  ] as const)
    await userEvent.fill(drawer('Add Reviewer').getByLabelText(name), text)
  await pick(drawer('Add Reviewer').getByLabelText('Facility', { exact: true }), 'Main')
  await clickOn('Add and invite')
  await until(() => expect(notices()).toEqual([['Success', 'Reviewer added successfully.']]))
  expect(server.asked(addReviewer)[0]).toMatchObject({
    what: 'POST /api/clinic/reviewer',
    body: { firstName: 'Ada', email: 'ada@example.org', userType: 'reviewer' },
  })
})

test('changing a reviewer sends the id and shows Success [PEOP-62, PEOP-87]', async () => {
  server.answer(editReviewer, { result: [ruth], message: 'Reviewer details updated.' })
  open()
  await clickOn('Edit Ruth Amsel')
  await userEvent.fill(drawer('Edit Reviewer').getByLabelText('Last Name'), 'Moor')
  await clickOn('Submit')
  await until(() => expect(notices()).toEqual([['Success', 'Reviewer details updated.']]))
  expect(server.asked(editReviewer)[0]).toMatchObject({
    what: 'PUT /api/clinic/reviewer',
    body: { id: ruth.id, lastName: 'Moor' },
  })
})

test('a transcriptionist can be added here, has a tag, and stays a transcriptionist [Q046]', async () => {
  server.answer(addReviewer, { result: [tamara], message: 'Reviewer added successfully.' })
  open()
  await expect.element(row('Tamara Novak').getByText('Transcriptionist', { exact: true })).toBeVisible()
  await expect.element(row('Ruth Amsel').getByText('Reviewer', { exact: true })).toBeVisible()
  await clickOn('Edit Tamara Novak')
  await expect.element(page.getByRole('radio', { name: 'Transcriptionist' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Reviewer' })).toBeDisabled()
})

test('a group needs a name, at least one reviewer and a level [PEOP-48, PEOP-49, PEOP-50]', async () => {
  openGroups()
  await clickOn('Add Group')
  await clickOn('Submit')
  for (const words of ['Please enter group name', 'Please select at least one reviewer', 'Please select level'])
    await expect.element(drawer('Add Group').getByText(words, { exact: true })).toBeVisible()
  expect(server.asked(addGroup)).toEqual([])
})

test('a group is sent with name, reviewers, level and the id of its sender [PEOP-27, PEOP-64]', async () => {
  server.answer(addGroup, { result: [aGroup()], message: 'Reviewer group added successfully.' })
  openGroups()
  await clickOn('Add Group')
  await userEvent.fill(drawer('Add Group').getByLabelText('Group Name'), 'Seniors')
  await pick(drawer('Add Group').getByLabelText('Reviewers'), 'Rohan Iyer')
  await pick(drawer('Add Group').getByLabelText('Level'), 'All levels')
  await clickOn('Submit')
  await until(() => expect(notices()).toEqual([['Success', 'Reviewer group added successfully.']]))
  expect(server.asked(addGroup)[0]).toMatchObject({
    what: 'POST /api/clinic/reviewer/group',
    body: { groupName: 'Seniors', reviewerIds: [idOf(42)], level: 'ALL_LEVELS', userId: idOf(1) },
  })
})

test('changing a group shows the message for reviewers [PEOP-65, PEOP-87]', async () => {
  server.answer(editGroup, { result: [aGroup()], message: 'Reviewer details updated.' })
  openGroups()
  await clickOn('Edit Night shift')
  await userEvent.fill(drawer('Edit Group').getByLabelText('Group Name'), 'Late shift')
  await clickOn('Submit')
  await until(() => expect(notices()).toEqual([['Success', 'Reviewer details updated.']]))
  expect(server.asked(editGroup)[0]).toMatchObject({
    what: 'PUT /api/clinic/reviewer/group',
    body: {
      id: idOf(51),
      version: 1,
      groupName: 'Late shift',
      reviewerIds: [idOf(41)],
      level: 'LEVEL_1',
      userId: idOf(1),
    },
  })
})

test('a duplicate name shows a message at its field', async () => {
  server.answer(editGroup, refused('Your clinic already has a group with this name.', 'group-name-taken', 409))
  openGroups()
  await clickOn('Edit Night shift')
  await userEvent.fill(drawer('Edit Group').getByLabelText('Group Name'), 'Seniors')
  await clickOn('Submit')
  await expect.element(drawer('Edit Group').getByText('Your clinic already has a group with this name.')).toBeVisible()
})

test('a member who can no longer be chosen keeps their name in the form', async () => {
  server.answer(listReviewerOptions, [options[1]!])
  openGroups()
  await clickOn('Edit Night shift')
  await expect.element(drawer('Edit Group').getByText('Ruth Amsel', { exact: true })).toBeVisible()
})

test.each([
  ['a list of reviewers', listReviewers, () => open()],
  ['a list of groups', listGroups, openGroups],
  [
    'a choice of reviewers',
    listReviewerOptions,
    async () => {
      openGroups()
      await clickOn('Add Group')
    },
  ],
] as const)('if %s cannot be loaded, Error is shown with the reason [PEOP-80]', async (_, spec, show) => {
  server.answer(spec, refused('They rest.'))
  await show()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('ErrorSomething went wrong while fetching reviewersRetry')
})

test('the Users page has the reviewers and their groups as a tab [PEOP-20]', async () => {
  openPage('/dashboard/UsersPage?tab=reviewers', as('clinicAdmin'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect.element(row('Ruth Amsel')).toBeVisible()
  await userEvent.click(tab('Reviewer Group'))
  await expect.element(row('Night shift')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})

test('both tabs and their drawers pass axe in light and dark', async () => {
  const { host } = open()
  await expect.element(row('Ruth Amsel')).toBeVisible()
  await expectNoViolationsInBothLooks(host)
  await clickOn('Edit Ruth Amsel')
  await expect.element(drawer('Edit Reviewer')).toBeVisible()
  await expectNoViolationsInBothLooks(document.querySelector('.ant-drawer')!)
  await clickOn('Cancel')
  await userEvent.click(tab('Reviewer Group'))
  await expect.element(row('Night shift')).toBeVisible()
  await expectNoViolationsInBothLooks(host)
  await clickOn('Add Group')
  await expect.element(drawer('Add Group')).toBeVisible()
  await expectNoViolationsInBothLooks(document.querySelector('.ant-drawer')!)
})
