import { peopleCalls } from '@dictara/contract/people'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aFacility, aPerson } from '../../testing/person.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, refused } from '../../testing/wire.ts'
import { aServer, button, clickOn, notices } from './people.fixtures.tsx'

const { listBillers, addBiller, editBiller, togglePerson, reInvite } = peopleCalls
const bea = aPerson({ firstName: 'Bea', lastName: 'Hart', userType: 'biller', userPrivilege: 'NONE', npi: null })

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = aServer()
  server.answer(listBillers, [bea])
})
afterEach(() => vi.restoreAllMocks())

const open = () => openPage('/dashboard/billers', as('clinicAdmin'))
const drawer = (name: string) => page.getByRole('dialog', { name, exact: true })
const lastAsked = () => Object.fromEntries(server.asked(listBillers).at(-1)!.search)

test('the page is titled Billers; Add opens a 400 px drawer, Add Biller, and Edit another, Edit Biller [PEOP-19]', async () => {
  open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Billers', exact: true })).toBeVisible()
  await clickOn('Add')
  await expect.element(drawer('Add Biller')).toBeVisible()
  expect(document.querySelector('.ant-drawer-content-wrapper')!.getBoundingClientRect().width).toBe(400)
  await clickOn('Cancel')
  await expect.element(drawer('Add Biller')).not.toBeInTheDocument()
  await clickOn('Edit Bea Hart')
  await expect.element(drawer('Edit Biller')).toBeVisible()
})

test('the page has the layout of the people pages: search, facilities, edit, disable and re-invite, without NPI [PEOP-19]', async () => {
  open()
  await expect.element(page.getByRole('row', { name: /^Bea Hart / })).toBeVisible()
  const heads = page.getByRole('columnheader').elements()
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Email',
    'Phone Number',
    'Facility',
    'Invitation',
    'Action',
  ])
  for (const name of ['Add', 'Facility', 'Edit Bea Hart', 'Invite Bea Hart again'])
    await expect.element(button(name)).toBeEnabled()
  await expect.element(page.getByRole('switch', { name: 'Bea Hart is enabled' })).toBeChecked()
  await clickOn('Facility')
  await userEvent.click(page.getByRole('checkbox', { name: 'Annex' }))
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search Billers' }), 'hart')
  await until(() => expect(lastAsked()).toMatchObject({ name: 'hart', facilityIds: idOf(22) }))
})

test('the table of billers has ten rows per page [PEOP-53, PEOP-74]', async () => {
  server.answer(listBillers, { result: [bea], size: 25 })
  open()
  await clickOn('Next page')
  await until(() =>
    expect(lastAsked()).toMatchObject({ page: '1', size: '10', name: '', sortKey: 'name', sortOrder: 'ascend' }),
  )
})

test('adding a biller shows Added [PEOP-91]', async () => {
  server.answer(addBiller, { result: [bea], message: 'Biller added successfully' })
  open()
  await clickOn('Add')
  for (const [name, text] of [
    ['First Name', 'Ada'],
    ['Last Name', 'Byron'],
    ['Email', 'ada@example.org'],
    ['Phone Number', '202 555 0101'],
  ] as const)
    await userEvent.fill(drawer('Add Biller').getByLabelText(name), text)
  await clickOn('Add and invite')
  await until(() => expect(notices()).toEqual([['Added', 'Biller added successfully']]))
  expect(server.asked(addBiller)[0]).toMatchObject({
    what: 'POST /api/clinic/biller',
    body: {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.org',
      phoneNumber: { countryCode: '+1', number: '202 555 0101' },
      facilityIds: [],
    },
  })
  await expect.element(drawer('Add Biller')).not.toBeInTheDocument()
})

test('without a mail server, the invitation link of a new or re-invited person can be copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const answer = (n: number) => ({
    result: [],
    message: 'Invited.',
    invitationLink: `https://clinic.test/reset-password/${n}`,
  })
  server.answer(addBiller, { ...answer(1), result: [bea] })
  server.answer(reInvite, answer(2))
  open()
  await clickOn('Add')
  await userEvent.fill(drawer('Add Biller').getByLabelText('First Name'), 'Ada')
  await userEvent.fill(drawer('Add Biller').getByLabelText('Last Name'), 'Byron')
  await userEvent.fill(drawer('Add Biller').getByLabelText('Email'), 'ada@example.org')
  await userEvent.fill(drawer('Add Biller').getByLabelText('Phone Number'), '202 555 0101')
  await clickOn('Add and invite')
  await clickOn('Copy link')
  await expect.element(button('Copied')).toBeVisible()
  expect(copied).toHaveBeenLastCalledWith('https://clinic.test/reset-password/1')
  copied.mockRejectedValue(new Error('not allowed'))
  await clickOn('Invite Bea Hart again')
  await clickOn('Copy link')
  await expect.element(page.getByText('https://clinic.test/reset-password/2')).toBeVisible()
})

test('changing a biller shows Updated [PEOP-90]', async () => {
  server.answer(editBiller, { result: [bea], message: 'Biller details updated.' })
  open()
  await clickOn('Edit Bea Hart')
  await userEvent.fill(drawer('Edit Biller').getByLabelText('Last Name'), 'Moor')
  await clickOn('Submit')
  await until(() => expect(notices()).toEqual([['Updated', 'Biller details updated.']]))
  expect(server.asked(editBiller)[0]).toMatchObject({
    what: 'PUT /api/clinic/biller',
    body: { id: bea.id, version: bea.version, lastName: 'Moor', facilityIds: bea.facilityIds },
  })
})

test('for a biller a facility is optional, but a phone number is required [PEOP-45]', async () => {
  open()
  await clickOn('Add')
  await clickOn('Add and invite')
  await expect.element(drawer('Add Biller').getByText('Phone Number is required', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Facility is required')).not.toBeInTheDocument()
  await expect.element(drawer('Add Biller').getByLabelText('NPI')).not.toBeInTheDocument()
})

test('only a clinicAdmin can disable a biller or a reviewer [PEOP-51]', async () => {
  server.answer(peopleCalls.listReviewers, [aPerson({ firstName: 'Ruth', lastName: 'Amsel', userType: 'reviewer' })])
  for (const [path, name] of [
    ['billers', 'Bea Hart'],
    ['reviewers', 'Ruth Amsel'],
  ])
    for (const userType of ['admin', 'clinicAdmin'] as const) {
      const { host, render } = openPage(`/dashboard/${path}`, as(userType))
      const control = page.getByRole('switch', { name: `${name} is enabled` })
      if (userType === 'clinicAdmin') await expect.element(control).toBeEnabled()
      else await expect.element(control).toBeDisabled()
      render(null)
      host.remove()
    }
})

test('disabling and re-inviting show Success, with the server’s message [PEOP-92]', async () => {
  server.answer(togglePerson, { result: [{ isEnabled: false }], message: 'Bea Hart is disabled.' })
  server.answer(reInvite, { message: 'A new invitation is on its way.' })
  open()
  await userEvent.click(page.getByRole('switch', { name: 'Bea Hart is enabled' }))
  await expect.element(page.getByText('Disable Bea Hart ?').last()).toBeVisible()
  await clickOn('Yes')
  await until(() => expect(notices()).toEqual([['Success', 'Bea Hart is disabled.']]))
  await clickOn('Invite Bea Hart again')
  await until(() => expect(notices()).toContainEqual(['Success', 'A new invitation is on its way.']))
})

test('if the billers cannot be loaded, an error is shown with a retry', async () => {
  server.answer(listBillers, refused('The billers rest.'))
  open()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('ErrorSomething went wrong while fetching billers.Retry')
  server.answer(listBillers, [])
  await clickOn('Retry')
  await expect.element(page.getByText('No billers here.')).toBeVisible()
})

test('the Users page has the billers as a tab, with their drawer [PEOP-20]', async () => {
  openPage('/dashboard/UsersPage?tab=billers', as('clinicAdmin'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Bea Hart / })).toBeVisible()
  await clickOn('Add')
  await expect.element(drawer('Add Biller')).toBeVisible()
})

test('list and drawer of the billers pass axe in light and dark', async () => {
  server.answer(listBillers, [
    bea,
    aPerson({ id: idOf(12), isEnabled: false, facilities: [aFacility(21, 'Main', true)] }),
  ])
  const { host } = open()
  await expect.element(page.getByRole('row', { name: /^Bea Hart / })).toBeVisible()
  await expectNoViolationsInBothLooks(host)
  await clickOn('Add')
  await expect.element(drawer('Add Biller')).toBeVisible()
  await expectNoViolationsInBothLooks(document.querySelector('.ant-drawer')!)
})
