import { ehrConfigurationCalls as calls, mask } from '@dictara/contract/ehr-configuration'
import { facilityCalls } from '@dictara/contract/facilities'
import { identityCalls } from '@dictara/contract/identity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { aFacility, aListedFacility, ehrSettings, ehrTypes } from '../../testing/facility.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused, unreachable } from '../../testing/wire.ts'

const address = `/dashboard/facility/${idOf(20)}`
const newAddress = '/dashboard/facility/new'
const clinicAdmin = as('clinicAdmin')
let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 1000)
  server = openCalls()
  server.answer(calls.getFacilityEhr, [aFacility()])
  server.answer(calls.listEhrTypes, ehrTypes)
  server.answer(calls.listEhrSettings, ({ search }) => (search.get('ehrType') === 'demo' ? [] : ehrSettings))
  server.answer(calls.listFacilities, { result: [], size: 0 })
  server.answer(calls.addFacility, { result: [aFacility()], message: 'Facility added successfully' })
  server.answer(calls.editFacility, { result: [aFacility()], message: 'Facility updated successfully' })
  server.answer(identityCalls.renewToken, { result: [clinicAdmin], idleForMs: 0 })
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const button = (name: string) => page.getByRole('button', { name })
const field = (name: string) => page.getByLabelText(name)
const box = field
const chosen = (name: string) => box(name).element().closest('.ant-select')!.textContent
const edit = () => button('Edit').click()
const save = () => button('Save').click()
async function choose(name: string, choice: string) {
  await box(name).click()
  await page.getByTitle(choice).last().click()
}
const sent = () => server.asked(calls.editFacility).at(-1)!.body
const encoded = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

test('a facility is read-only until Edit, and again after Cancel [FAC-11, FAC-21, FAC-22]', async () => {
  openPage(address, clinicAdmin)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Harbor Street Main' })).toBeVisible()
  await expect.element(page.getByText('45 days')).toBeVisible()
  expect(field('Facility Name').query()).toBeNull()
  await expectNoViolations()
  await edit()
  await expect.element(field('Facility Name')).toHaveValue('Harbor Street Main')
  await expect.element(field('Base URL')).toHaveValue('https://ehr.example.org')
  await expectNoViolations()
  await button('Cancel').click()
  await expect.element(button('Edit')).toBeVisible()
})

test('Edit moves the focus into the form, and Cancel or Escape returns it to the button', async () => {
  server.answer(calls.listFacilityJobs, [])
  server.answer(calls.listFacilityUsers, [])
  openPage(address, clinicAdmin)
  await edit()
  await expect.element(field('Facility Name')).toHaveFocus()
  await button('Cancel').click()
  await expect.element(button('Edit')).toHaveFocus()
  await button('Disable Facility').click()
  await expect.element(page.getByText('Affected users: 0')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Disable Facility')).toHaveFocus()
})

test('the breadcrumb of a facility is Settings > Facility [FAC-12]', async () => {
  openPage(address, clinicAdmin)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  for (const [name, href] of [
    ['Settings', '/dashboard/settings'],
    ['Facility', '/dashboard/settings/Facility'],
  ])
    await expect.element(crumbs.getByRole('link', { name: name! })).toHaveAttribute('href', href!)
})

test('a new facility starts in edit mode without Cancel, and its required fields are checked [FAC-23, FAC-28, FAC-31]', async () => {
  openPage(newAddress, clinicAdmin, 'dark')
  await expect.element(page.getByText('Please select Transcription Flow')).toBeVisible()
  expect(button('Cancel').query()).toBeNull()
  await save()
  for (const words of ['Facility Name required', 'Transcription Flow is required', 'Reviewer Count is required'])
    await expect.element(page.getByText(words)).toBeVisible()
  expect(server.asked(calls.addFacility)).toEqual([])
  await expectNoViolations()
})

test('a new facility starts with the time zone of the main one, and Back opens the list', async () => {
  server.answer(calls.listFacilities, { result: [aListedFacility({ timeZone: 'Asia/Tokyo' })], size: 1 })
  const { router } = openPage(newAddress, clinicAdmin)
  await expect.element(page.getByTitle('Asia/Tokyo')).toBeVisible()
  await choose('Transcription Flow', 'Transcription only')
  await expect.element(page.getByTitle('No review')).toBeVisible()
  await button('Back').click()
  await button('Leave').click()
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/settings/facility'))
})

test('a save without an answer keeps the form, and shows no error for each list in it', async () => {
  openPage(address, clinicAdmin)
  await edit()
  await userEvent.fill(field('Facility Name'), 'Harbor Annex')
  for (const call of [calls.editFacility, calls.listEhrTypes, calls.listEhrSettings, calls.getFacilityEhr])
    server.answer(call, unreachable)
  await save()
  await until(() => expect(server.asked(calls.listEhrTypes).length).toBeGreaterThan(1))
  await until(() => expect(document.querySelectorAll('.ant-btn-loading')).toHaveLength(0))
  expect(page.getByText(/^Couldn’t/).elements()).toEqual([])
  await expect.element(field('Facility Name')).toHaveValue('Harbor Annex')
})

test('the form asks for a Transcription Flow while none is chosen [FAC-32]', async () => {
  openPage(newAddress, clinicAdmin)
  await expect.element(page.getByText('Please select Transcription Flow')).toBeVisible()
  await choose('Transcription Flow', 'Transcription only')
  await until(() => expect(page.getByText('Please select Transcription Flow').query()).toBeNull())
})

test('adding a facility shows Added, Facility added successfully, and opens the list [FAC-14, FAC-47, FAC-54]', async () => {
  const { router } = openPage(newAddress, clinicAdmin)
  await userEvent.fill(field('Facility Name'), 'Harbor Annex')
  await choose('Transcription Flow', 'Transcription and review')
  await save()
  await expect.element(page.getByText('Added', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Facility added successfully')).toBeVisible()
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/settings/facility'))
  expect(server.asked(calls.addFacility)[0]!.body).toEqual({
    facilityName: 'Harbor Annex',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ehrConfiguration: {
      ehrType: null,
      fields: {},
      transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
      reviewerCount: 1,
      rangeForDischargedPatients: 30,
      hl7Integration: false,
    },
  })
})

test('without review the reviewer count is 0 and cannot be changed [FAC-25, FAC-33]', async () => {
  openPage(address, clinicAdmin)
  await edit()
  await choose('Transcription Flow', 'Transcription only')
  await expect.element(box('Reviewer Count')).toBeDisabled()
  await until(() => expect(chosen('Reviewer Count')).toBe('No review'))
  await save()
  await until(() => expect(sent().ehrConfiguration.reviewerCount).toBe(0))
})

test('with review the reviewer count is 1 to 5 and starts at 1 [FAC-26]', async () => {
  server.answer(calls.getFacilityEhr, [aFacility({}, { transcriptionFlow: 'TRANSCRIPTION_ONLY', reviewerCount: 0 })])
  openPage(address, clinicAdmin)
  await edit()
  await choose('Transcription Flow', 'Transcription and review')
  await expect.element(box('Reviewer Count')).toBeEnabled()
  await until(() => expect(chosen('Reviewer Count')).toBe('1'))
  await box('Reviewer Count').click()
  await expect.element(page.getByTitle('5').last()).toBeVisible()
  const offered = [...document.querySelectorAll('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')].at(-1)!
  const titles = [...offered.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)
  expect(titles).toEqual(['1', '2', '3', '4', '5'])
  await page.getByTitle('5').last().click()
  await save()
  await until(() => expect(sent().ehrConfiguration.reviewerCount).toBe(5))
})

test('a change is sent with all fields of the facility, and secrets as base64, including an unchanged mask [FAC-36, FAC-48]', async () => {
  openPage(address, clinicAdmin)
  await edit()
  await choose('Mode', 'Trial')
  await save()
  await until(() => expect(server.asked(calls.editFacility)).toHaveLength(1))
  expect(sent()).toEqual({
    id: idOf(20),
    ehrConfigured: true,
    version: 3,
    facilityName: 'Harbor Street Main',
    timeZone: 'America/New_York',
    ehrConfiguration: {
      ehrType: 'pointHealth-emr',
      fields: { ehrBaseUrl: 'https://ehr.example.org', ehrPassword: encoded(mask), mode: 'Trial' },
      transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
      reviewerCount: 2,
      allPatientsRequired: true,
      rangeForDischargedPatients: 45,
      hl7Integration: false,
    },
  })
})

test('saving a change shows Updated, Facility updated successfully, and opens the list [FAC-14, FAC-53]', async () => {
  const { router } = openPage(address, clinicAdmin)
  await edit()
  await choose('Mode', 'Trial')
  await save()
  await expect.element(page.getByText('Updated', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Facility updated successfully')).toBeVisible()
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/settings/facility'))
})

test('typing into a masked secret replaces all of it', async () => {
  openPage(address, clinicAdmin)
  await edit()
  await userEvent.type(field('Password'), 'sésame')
  await save()
  await until(() => expect(sent().ehrConfiguration.fields!['ehrPassword']).toBe(encoded('sésame')))
})

test('every field of the EHR is required and displayed according to its type [FAC-17, FAC-27, FAC-39]', async () => {
  openPage(address, clinicAdmin)
  await edit()
  await expect.element(box('Mode')).toHaveRole('combobox')
  const hidingOf = (name: string) => getComputedStyle(field(name).element()).getPropertyValue('-webkit-text-security')
  expect([hidingOf('Password'), hidingOf('Base URL')]).toEqual(['disc', 'none'])
  await userEvent.clear(field('Base URL'))
  await userEvent.clear(field('Password'))
  await save()
  for (const words of ['Base URL is required', 'Password is required'])
    await expect.element(page.getByText(words)).toBeVisible()
  expect(server.asked(calls.editFacility)).toEqual([])
})

test('the range for discharged patients, 30 days by default, is shown while all patients of PointHealth are listed [FAC-34, FAC-35]', async () => {
  openPage(newAddress, clinicAdmin)
  await choose('EHR Type', 'PointHealth')
  const range = field('Range for Discharged Patients (days)')
  const yes = page.getByRole('radio', { name: 'Yes' })
  await yes.click()
  await expect.element(range).toHaveValue('30')
  await page.getByRole('radio', { name: 'No' }).click()
  await until(() => expect(range.query()).toBeNull())
  await yes.click()
  await expect.element(range).toBeVisible()
  await choose('EHR Type', 'Demo EHR')
  await until(() => expect(range.query()).toBeNull())
  await expect.element(yes).toBeChecked()
})

test('the choice whether to list all patients is required [FAC-30]', async () => {
  openPage(newAddress, clinicAdmin)
  await choose('EHR Type', 'PointHealth')
  await expect.element(field('Base URL')).toBeVisible()
  await save()
  await expect.element(page.getByText('List all patients value is required')).toBeVisible()
})

test('the demo EHR is no longer offered after it has been reset [FAC-24]', async () => {
  server.answer(calls.getFacilityEhr, [aFacility({}, { ehrType: 'demo', ehrName: 'Demo EHR', fields: {} })])
  openPage(address, clinicAdmin)
  await edit()
  await button('Reset').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await until(() => expect(server.asked(calls.listEhrTypes).length).toBe(2))
  await box('EHR Type').click()
  await expect.element(page.getByTitle('PointHealth').last()).toBeVisible()
  expect(page.getByTitle('Demo EHR').query()).toBeNull()
  await page.getByTitle('None: notes stay in Dictara').last().click()
  await save()
  await until(() => expect(sent().ehrConfiguration.ehrType).toBeNull())
})

test('Test connection reports an error in unsaved values until they are changed', async () => {
  server.answer(calls.testEhr, refused('The EHR doesn’t accept the password.', 'ehr-test-failed'))
  openPage(address, clinicAdmin)
  await edit()
  await userEvent.fill(field('Base URL'), 'https://new.example.org')
  await button('Test connection').click()
  await expect.element(page.getByText('The EHR doesn’t accept the password.')).toBeVisible()
  expect(server.asked(calls.testEhr)[0]!.body).toMatchObject({
    id: idOf(20),
    ehrType: 'pointHealth-emr',
    fields: { ehrBaseUrl: 'https://new.example.org' },
  })
  await expectNoViolations()
  await userEvent.fill(field('Password'), 'another')
  await until(() => expect(page.getByText('The EHR doesn’t accept the password.').query()).toBeNull())
  server.answer(calls.testEhr, { message: 'The connection works.' })
  await button('Test connection').click()
  await expect.element(page.getByText('The connection works.')).toBeVisible()
  expect(server.asked(calls.editFacility)).toEqual([])
})

test('a field that the server refuses is marked with the server’s message', async () => {
  server.answer(
    calls.editFacility,
    refused('Enter Password again.', 'ehr-field-wrong', 422, [{ field: 'ehrPassword' }]),
  )
  openPage(address, clinicAdmin)
  await edit()
  await choose('Mode', 'Trial')
  await save()
  await expect.element(page.getByText('Enter Password again.').first()).toBeVisible()
  await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Password')).toHaveFocus()
})

test('an invalid field is marked when the connection is tested', async () => {
  server.answer(calls.testEhr, refused('Enter an address.', 'ehr-field-wrong', 422, [{ field: 'ehrBaseUrl' }]))
  openPage(address, clinicAdmin)
  await edit()
  await userEvent.fill(field('Base URL'), 'nowhere')
  await button('Test connection').click()
  await expect.element(page.getByText('Enter an address.').first()).toBeVisible()
  await expect.element(field('Base URL')).toHaveAttribute('aria-invalid', 'true')
})

test('changes that someone else saved are shown before they are overwritten', async () => {
  const now = aFacility({ facilityName: 'Harbor Street North', version: 4 })
  server.answer(calls.editFacility, refused('Changed.', 'changed-meanwhile', 409, [now]))
  openPage(address, clinicAdmin)
  await edit()
  await choose('Reviewer Count', '4')
  await save()
  await expect.element(page.getByText('Facility Name is now “Harbor Street North”.')).toBeVisible()
  server.answer(calls.editFacility, { result: [now], message: 'Facility updated successfully' })
  await save()
  await until(() => expect(sent()).toMatchObject({ version: 4, facilityName: 'Harbor Street North' }))
  expect(sent().ehrConfiguration.reviewerCount).toBe(4)
})

test('before a facility is disabled, the affected users and waiting jobs are shown, and that the subscription continues [FAC-16, FAC-19, FAC-20]', async () => {
  server.answer(calls.listFacilityJobs, [
    { jobNumber: 'J-7', submissionTime: '2026-11-20T08:00:00Z', author: 'Ann Author', status: 'Ready' },
  ])
  server.answer(calls.listFacilityUsers, [{ id: idOf(5), fullName: 'Rita Reviewer', email: 'rita@example.org' }])
  server.answer(facilityCalls.setFacilityDisabled, { message: 'Facility disabled' })
  openPage(address, clinicAdmin)
  await button('Disable Facility').click()
  const question = page.getByRole('dialog')
  for (const words of [
    'Affected users: 1',
    'Affected jobs: 1',
    'Rita Reviewer',
    'rita@example.org',
    'J-7',
    'Ready, Ann Author, Nov 20, 2026',
    'Its subscription is not cancelled.',
  ])
    await expect.element(question.getByText(words)).toBeVisible()
  expect(server.asked(calls.listFacilityJobs)[0]!.search.getAll('jobStatus').join()).toBe('Available,Ready,InProgress')
  await expectNoViolations()
  const switched = () => server.asked(facilityCalls.setFacilityDisabled).map(({ search }) => search.get('isDisabled'))
  expect(switched()).toEqual([])
  server.answer(calls.getFacilityEhr, [aFacility({ disabled: true })])
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect.element(page.getByText('Facility disabled')).toBeVisible()
  expect(switched()).toEqual(['true'])
  server.answer(facilityCalls.setFacilityDisabled, { message: 'Facility enable' })
  await button('Enable Facility').click()
  await expect.element(page.getByText('Facility enable')).toBeVisible()
  expect(switched()).toEqual(['true', 'false'])
})

test('an admin has no Disable button, and without facility access no Edit button [FAC-18]', async () => {
  const { close } = openPage(address, as('admin', { facilityAccessEnable: true }))
  await expect.element(button('Edit')).toBeVisible()
  expect(button('Disable Facility').query()).toBeNull()
  close()
  openPage(address, as('admin', { facilityAccessEnable: false }))
  await expect.element(page.getByText('45 days')).toBeVisible()
  expect(button('Edit').query()).toBeNull()
})

test('after a change of a facility’s time zone, the page loads its other data about facilities again', async () => {
  server.answer(facilityCalls.listUserFacilities, [
    { facilityId: idOf(20), facilityName: 'Harbor Street Main', disabled: false, isParent: true },
  ])
  openPage('/dashboard/settings/ehr-configuration', clinicAdmin)
  await edit()
  await box('Time Zone').click()
  await userEvent.keyboard('Honolulu{Enter}')
  await save()
  await until(() => expect(sent().timeZone).toBe('Pacific/Honolulu'))
  await until(() => expect(server.asked(facilityCalls.listUserFacilities)).toHaveLength(2))
})
