import { sharedRefusals } from '@dictara/contract'
import { peopleCalls } from '@dictara/contract/people'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aFacility, aPerson } from '../../testing/person.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, refused } from '../../testing/wire.ts'
import { aServer, button, clickOn, notices, pick } from './people.fixtures.tsx'

const { listAdmins, addAdmin, editAdmin, togglePerson, reInvite } = peopleCalls
const none = { userType: 'admin', userPrivilege: 'NONE', npi: null } as const
const alma = aPerson({ firstName: 'Alma', lastName: 'Hart', ...none })
const cora = aPerson({ id: idOf(12), firstName: 'Cora', lastName: 'Lindqvist', ...none, userType: 'clinicAdmin' })

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = aServer()
  server.answer(listAdmins, [alma, cora])
})
afterEach(() => vi.restoreAllMocks())

const open = () => openPage('/dashboard/admins', as('clinicAdmin'))
const drawer = (name: string) => page.getByRole('dialog', { name, exact: true })
const lastAsked = () => Object.fromEntries(server.asked(listAdmins).at(-1)!.search)

test('the page is titled Doctors (sic), and its drawers are Add Admin and Edit Admin, 400 px wide [PEOP-15, PEOP-17]', async () => {
  open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Doctors', exact: true })).toBeVisible()
  await clickOn('Add')
  await expect.element(drawer('Add Admin')).toBeVisible()
  expect(document.querySelector('.ant-drawer-content-wrapper')!.getBoundingClientRect().width).toBe(400)
  await clickOn('Cancel')
  await expect.element(drawer('Add Admin')).not.toBeInTheDocument()
  await clickOn('Edit Alma Hart')
  await expect.element(drawer('Edit Admin')).toBeVisible()
})

test('the page has Add, a search, a facility filter, and a table with edit, disable/enable and re-invite [PEOP-16, PEOP-70]', async () => {
  server.answer(togglePerson, { result: [{ isEnabled: false }], message: 'Alma Hart is disabled.' })
  server.answer(reInvite, { message: 'A new invitation is on its way.' })
  open()
  await expect.element(page.getByRole('row', { name: /^Alma Hart / })).toBeVisible()
  const heads = page.getByRole('columnheader').elements()
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Email',
    'Role',
    'Phone Number',
    'Facility',
    'Invitation',
    'Action',
  ])
  for (const name of ['Add', 'Edit Alma Hart']) await expect.element(button(name)).toBeEnabled()
  await clickOn('Invite Alma Hart again')
  await until(() => expect(notices()).toEqual([['Success', 'A new invitation is on its way.']]))
  await userEvent.click(page.getByRole('switch', { name: 'Alma Hart is enabled' }))
  await expect.element(page.getByText('Disable Alma Hart ?').last()).toBeVisible()
  await clickOn('Yes')
  await until(() => expect(notices()).toContainEqual(['Success', 'Alma Hart is disabled.']))
  await clickOn('Facility')
  await userEvent.click(page.getByRole('checkbox', { name: 'Annex' }))
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search Admins' }), 'hart')
  await until(() =>
    expect(lastAsked()).toEqual({
      name: 'hart',
      sortKey: 'name',
      page: '0',
      size: '10',
      sortOrder: 'ascend',
      facilityIds: idOf(22),
    }),
  )
})

test('a name longer than thirty characters is cut [PEOP-18]', async () => {
  const lastName = 'Wolfeschlegelsteinhausenbergerdorff'
  server.answer(listAdmins, [aPerson({ ...none, firstName: 'Alma', lastName })])
  open()
  const cell = page.getByRole('row', { name: /^Alma / }).getByText(/^Alma .{25}…$/)
  await expect.element(cell).toBeVisible()
})

test('adding an admin shows Added, and a facility is required [PEOP-89, PEOP-43, PEOP-71]', async () => {
  server.answer(addAdmin, { result: [alma], message: 'Admin added successfully' })
  open()
  await clickOn('Add')
  for (const [name, text] of [
    ['First Name', 'Ada'],
    ['Last Name', 'Byron'],
    ['Email', 'ada@example.org'],
    ['Phone Number', '202 555 0101'],
  ] as const)
    await userEvent.fill(drawer('Add Admin').getByLabelText(name), text)
  await clickOn('Add and invite')
  await expect.element(drawer('Add Admin').getByText('Facility is required', { exact: true })).toBeVisible()
  await pick(drawer('Add Admin').getByLabelText('Facility', { exact: true }), 'Main')
  await userEvent.click(page.getByRole('checkbox', { name: 'Facility access' }))
  await clickOn('Add and invite')
  await until(() => expect(notices()).toEqual([['Added', 'Admin added successfully']]))
  const [asked] = server.asked(addAdmin)
  expect(asked).toMatchObject({
    what: 'POST /api/clinic/admin',
    body: {
      firstName: 'Ada',
      facilityIds: [idOf(21)],
      userType: 'admin',
      userPrivilege: 'NONE',
      reviewerFlowConfig: { reviewerFlow: 'NONE' },
    },
  })
  expect(asked!.search.get('isFacilityAccessAllowed')).toBe('true')
})

test('changing an admin shows Updated, and an admin who dictates has an NPI and reviewers [PEOP-88, PEOP-72, PEOP-34]', async () => {
  server.answer(editAdmin, { result: [alma], message: 'Admin details updated.' })
  open()
  await clickOn('Edit Alma Hart')
  const of = drawer('Edit Admin')
  await expect.element(of.getByText('Reviewer Flow')).not.toBeInTheDocument()
  await userEvent.click(of.getByRole('checkbox', { name: 'Dictates' }))
  await clickOn('Submit')
  await expect.element(of.getByText('NPI number is required', { exact: true })).toBeVisible()
  await userEvent.fill(of.getByLabelText('NPI'), '1999999998')
  await expect.element(of.getByText('Reviewer Level 1')).not.toBeInTheDocument()
  await userEvent.click(of.getByRole('radio', { name: 'Level 1' }))
  await pick(of.getByLabelText('Reviewer Level 1'), 'Any')
  await clickOn('Submit')
  await until(() => expect(notices()).toEqual([['Updated', 'Admin details updated.']]))
  const [asked] = server.asked(editAdmin)
  expect(asked).toMatchObject({
    what: 'PUT /api/clinic/admin',
    body: {
      id: alma.id,
      version: alma.version,
      userPrivilege: 'TRANSCRIPTION_REVIEWER',
      npi: '1999999998',
      reviewerFlowConfig: { reviewerFlow: 'LEVEL_1', reviewersForLevel1: ['any'] },
    },
  })
  expect(asked!.search.get('isFacilityAccessAllowed')).toBe('false')
})

test('changes by someone else are listed field by field; the person’s own input is kept, and other fields take the saved values', async () => {
  const { message, code } = sharedRefusals.changedMeanwhile
  const now = { ...alma, version: 2, lastName: 'Moor', email: 'moor@example.org', facilities: [aFacility(22, 'Annex')] }
  const theirs = { ...now, facilityIds: [idOf(22)] }
  server.answer(editAdmin, refused(message, code, 409, [theirs]))
  open()
  await clickOn('Edit Alma Hart')
  const of = drawer('Edit Admin')
  await userEvent.fill(of.getByLabelText('Last Name'), 'Muir')
  await userEvent.fill(of.getByLabelText('First Name'), 'Anna')
  await clickOn('Submit')
  for (const words of [
    'Someone else has changed this. Your changes haven’t been saved yet.',
    'Last Name is now “Moor”; what you entered is below.',
    'Email is now “moor@example.org”.',
    'Facility is another one now.',
  ])
    await expect.element(of.getByText(words, { exact: true })).toBeVisible()
  await expect.element(of.getByLabelText('Last Name')).toHaveValue('Muir')
  await expect.element(of.getByLabelText('Email')).toHaveValue('moor@example.org')
  expect(notices()).toEqual([])
  server.answer(editAdmin, { result: [now], message: 'Admin details updated.' })
  await clickOn('Submit')
  await until(() => expect(notices()).toEqual([['Updated', 'Admin details updated.']]))
  expect(server.asked(editAdmin).at(-1)!.body).toMatchObject({
    version: 2,
    firstName: 'Anna',
    lastName: 'Muir',
    email: 'moor@example.org',
    facilityIds: [idOf(22)],
  })
})

test('an admin of some facilities sees why they cannot change a clinicAdmin or another admin’s email [PEOP-52]', async () => {
  openPage('/dashboard/admins', as('admin'))
  await clickOn('Edit Cora Lindqvist')
  const of = drawer('Edit Admin')
  await expect
    .element(of.getByText('Only a clinic administrator can add or change a clinic administrator.'))
    .toBeVisible()
  await expect.element(of.getByLabelText('First Name')).toBeDisabled()
  await clickOn('Cancel')
  await clickOn('Edit Alma Hart')
  await expect.element(of.getByText('Only a clinic administrator can change an administrator’s email.')).toBeVisible()
  await expect.element(of.getByLabelText('Email')).toBeDisabled()
  await expect.element(of.getByLabelText('First Name')).toBeEnabled()
  await expect.element(of.getByRole('checkbox', { name: 'Facility access' })).toBeDisabled()
})

test('an admin who dictates can also be edited from the list of doctors [Q056]', async () => {
  server.answer(peopleCalls.listDoctors, [{ ...alma, userPrivilege: 'TRANSCRIPTION_REVIEWER' as const }])
  openPage('/dashboard/doctors', as('clinicAdmin'))
  await clickOn('Edit Alma Hart')
  await expect.element(drawer('Edit Admin').getByRole('checkbox', { name: 'Dictates' })).toBeChecked()
})

test('if the admins cannot be loaded, an error is shown with Retry', async () => {
  server.answer(listAdmins, refused('The admins rest.'))
  open()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('ErrorSomething went wrong while fetching admins.Retry')
  server.answer(listAdmins, [])
  await clickOn('Retry')
  await expect.element(page.getByText('No admins here.')).toBeVisible()
})

test('list and drawer of the admins pass axe in light and dark', async () => {
  const { host } = open()
  await expect.element(page.getByRole('row', { name: /^Alma Hart / })).toBeVisible()
  await expectNoViolationsInBothLooks(host)
  await clickOn('Edit Alma Hart')
  await userEvent.click(drawer('Edit Admin').getByRole('checkbox', { name: 'Dictates' }))
  await expectNoViolationsInBothLooks(document.querySelector('.ant-drawer')!)
})
