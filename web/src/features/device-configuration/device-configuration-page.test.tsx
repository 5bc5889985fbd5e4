import { deviceConfigurationCalls as calls, type EhrField } from '@dictara/contract/device-configuration'
import { facilityCalls } from '@dictara/contract/facilities'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const string = (fieldName: string, fieldUIName: string, selected = false): EhrField => ({
  fieldName,
  fieldUIName,
  fieldType: 'String',
  selected,
  fieldValues: [],
})
const option = (fieldName: string, fieldUIName: string, fieldValues: EhrField[]): EhrField => ({
  fieldName,
  fieldUIName,
  fieldType: 'Option',
  selected: fieldValues.some(({ selected }) => selected),
  fieldValues,
})
const tree = (chosen: Partial<Record<'pressure' | 'rate' | 'oral' | 'followUp', boolean>> = {}) => [
  option('vitalSigns', 'Vital Signs', [
    string('pressure', 'Blood Pressure', chosen.pressure),
    string('rate', 'Heart Rate', chosen.rate),
  ]),
  option('medications', 'Medications', [option('route', 'Route', [string('oral', 'Oral', chosen.oral)])]),
  string('followUp', 'Follow-up', chosen.followUp),
]
const aFacility = (id: number, facilityName: string, disabled = false) => ({
  facilityId: idOf(id),
  facilityName,
  disabled,
  isParent: false,
})

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(facilityCalls.listUserFacilities, [
    aFacility(20, 'Closed', true),
    aFacility(21, 'Main'),
    aFacility(22, 'Annex'),
  ])
  server.answer(facilityCalls.listWorkTypes, [{ workTypes: ['Progress Note', 'Consultation'], workType: null }])
  server.answer(calls.listEhrFields, ({ search }) =>
    search.get('workType') === 'Consultation'
      ? { result: tree({ rate: true }), version: 3 }
      : { result: tree(), version: 0 },
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  delete document.documentElement.dataset['theme']
})

const address = '/dashboard/settings/device-configuration'
const open = (search = '', look?: 'light' | 'dark') => openPage(address + search, as('clinicAdmin'), look)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
const choice = (name: string) => page.getByRole('combobox', { name, exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
const selected = () =>
  [...document.querySelectorAll('.device-selected li')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent).join(' of '),
  )
async function choose(label: string, name: string) {
  await userEvent.click(choice(label))
  await userEvent.click(page.getByTitle(name, { exact: true }).last())
}
async function edit() {
  await until(() => expect(selected()).toEqual(['Heart Rate of Vital Signs']))
  await userEvent.click(button('Edit'))
  await expect.element(button('Save')).toBeVisible()
}
const chosenFacility = () => document.querySelector('.device-of .ant-select')?.textContent

test('the breadcrumb reads Settings > Device Config, and links back to Settings [SETT-12]', async () => {
  open()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await until(() => expect(crumbs.element().textContent?.replaceAll('/', ' > ')).toBe('Settings > Device Config'))
  await expect.element(crumbs.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/dashboard/settings')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Device Config' })).toBeVisible()
})

test('the facility selector has only the enabled facilities, with the first one chosen [SETT-13]', async () => {
  open()
  await until(() => expect(chosenFacility()).toBe('Main'))
  await userEvent.click(choice('Facility'))
  await until(() =>
    expect([...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent)).toEqual([
      'Main',
      'Annex',
    ]),
  )
  await userEvent.click(page.getByTitle('Annex', { exact: true }).last())
  await until(() => expect(chosenFacility()).toBe('Annex'))
  await until(() =>
    expect(server.asked(calls.listEhrFields).at(-1)?.what).toBe(
      `GET /api/clinic/facility/${idOf(22)}/available-ehr-fields`,
    ),
  )
})

test('the EHR’s fields are a tree, which cannot be edited until a work type is chosen [SETT-14, SETT-15]', async () => {
  open()
  await says('Select work type')
  const fields = page.getByRole('tree', { name: 'EHR fields' })
  await expect.element(fields).toBeVisible()
  const names = () => [...document.querySelectorAll('[role=treeitem]')].map((one) => one.textContent)
  expect(names()).toEqual(['Vital Signs', 'Medications', 'Follow-up'])
  await says('Select a work type to see and change its fields.')
  expect(button('Edit').query()).toBeNull()
  expect(document.querySelector('.ehr-field-tree .ant-tree-checkbox')).toBeNull()
  ;(fields.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  await until(() =>
    expect(names()).toEqual(['Vital Signs', 'Blood Pressure', 'Heart Rate', 'Medications', 'Follow-up']),
  )
  expect(document.querySelector('[role=treeitem][aria-level="2"]')?.textContent).toBe('Blood Pressure')
  await choose('Work Type', 'Consultation')
  await expect.element(button('Edit')).toBeEnabled()
  await expect.element(box('Follow-up')).toBeVisible()
})

test('the selected fields of a work type are listed with their parents [SETT-16]', async () => {
  server.answer(calls.listEhrFields, { result: tree({ pressure: true, oral: true, followUp: true }), version: 1 })
  open('?workType=Consultation')
  await until(() =>
    expect(selected()).toEqual(['Blood Pressure of Vital Signs', 'Oral of Medications › Route', 'Follow-up']),
  )
  await expect.element(page.getByRole('heading', { name: 'Selected fields (3)' })).toBeVisible()
})

test('the tree is read-only until Edit, and read-only again after Save, with the saved selection [SETT-17, SETT-18, SETT-26]', async () => {
  open('?workType=Consultation')
  await until(() => expect(selected()).toEqual(['Heart Rate of Vital Signs']))
  // The tree is read-only, so a click on a box changes nothing.
  await userEvent.click(box('Follow-up'), { force: true })
  await expect.element(button('Save')).not.toBeInTheDocument()
  await expect.element(box('Follow-up')).not.toBeChecked()
  await edit()
  await expect.element(button('Edit')).not.toBeInTheDocument()
  await userEvent.click(box('Follow-up'))
  await userEvent.click(box('Vital Signs'))
  await until(() =>
    expect(selected()).toEqual(['Blood Pressure of Vital Signs', 'Heart Rate of Vital Signs', 'Follow-up']),
  )
  const saved = tree({ pressure: true, rate: true, followUp: true })
  server.answer(calls.saveEhrFields, { result: saved, version: 4, message: 'EHR fields saved for Consultation.' })
  server.answer(calls.listEhrFields, { result: saved, version: 4 })
  await userEvent.click(button('Save'))
  await says('Success')
  await says('EHR fields saved for Consultation.')
  const [asked] = server.asked(calls.saveEhrFields)
  expect(asked).toMatchObject({
    what: `POST /api/clinic/facility/${idOf(21)}/save-ehr-fields`,
    body: saved,
  })
  expect(Object.fromEntries(asked!.search)).toEqual({ workType: 'Consultation', version: '3' })
  await expect.element(button('Edit')).toHaveFocus()
  expect(selected()).toEqual(['Blood Pressure of Vital Signs', 'Heart Rate of Vital Signs', 'Follow-up'])
})

test('Save is disabled until something is changed, and again when the change is undone [SETT-19]', async () => {
  open('?workType=Consultation')
  await edit()
  await expect.element(button('Save')).toBeDisabled()
  await userEvent.click(box('Follow-up'))
  await expect.element(button('Save')).toBeEnabled()
  await userEvent.click(box('Follow-up'))
  await expect.element(button('Save')).toBeDisabled()
})

test('the tree can be edited by keyboard alone: arrows move, Space selects', async () => {
  open('?workType=Consultation')
  await edit()
  await expect.element(page.getByRole('tree', { name: 'EHR fields' })).toHaveFocus()
  await userEvent.keyboard('{End} ')
  await until(() => expect(selected()).toEqual(['Heart Rate of Vital Signs', 'Follow-up']))
  await userEvent.keyboard('{Home} ')
  await expect.element(box('Blood Pressure')).toBeChecked()
  await userEvent.keyboard(' ')
  await until(() => expect(selected()).toEqual(['Follow-up']))
})

test('unsaved changes need a confirmation before another work type, another page or Cancel discards them', async () => {
  const { router } = open('?workType=Consultation')
  await edit()
  await userEvent.click(box('Follow-up'))
  await choose('Work Type', 'Progress Note')
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await userEvent.click(button('Stay here'))
  await until(() => expect(selected()).toEqual(['Heart Rate of Vital Signs', 'Follow-up']))
  await userEvent.click(button('Cancel'))
  await userEvent.click(button('Stay here'))
  await userEvent.click(page.getByRole('link', { name: 'Settings' }))
  await userEvent.click(button('Leave'))
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/settings'))
  expect(server.asked(calls.saveEhrFields)).toEqual([])
})

test('changes that someone else saved are shown and merged with the person’s own; Save saves both', async () => {
  open('?workType=Consultation')
  await edit()
  await userEvent.click(box('Follow-up'))
  const message = 'Someone else has changed this. Close it and open it again.'
  server.answer(calls.saveEhrFields, refused(message, 'changed-meanwhile', 409))
  server.answer(calls.listEhrFields, { result: tree({ pressure: true }), version: 4 })
  await userEvent.click(button('Save'))
  await says('Someone else has changed this. Your changes haven’t been saved yet.')
  await says('Vital Signs › Blood Pressure is selected now.')
  await says('Vital Signs › Heart Rate is not selected any more.')
  expect(selected()).toEqual(['Blood Pressure of Vital Signs', 'Follow-up'])
  const both = tree({ pressure: true, followUp: true })
  server.answer(calls.saveEhrFields, { result: both, version: 5, message: 'EHR fields saved for Consultation.' })
  await userEvent.click(button('Save'))
  await says('EHR fields saved for Consultation.')
  const last = server.asked(calls.saveEhrFields).at(-1)!
  expect(last.body).toEqual(both)
  expect(last.search.get('version')).toBe('4')
})

test('a refusal shows the server’s message and keeps the selection', async () => {
  open('?workType=Consultation')
  await edit()
  await userEvent.click(box('Follow-up'))
  server.answer(calls.saveEhrFields, refused('This facility is disabled.'))
  await userEvent.click(button('Save'))
  await says('Failed')
  await says('This facility is disabled.')
  await expect.element(box('Follow-up')).toBeChecked()
  await expect.element(button('Save')).toBeEnabled()
})

test('the page explains a missing facility or EHR, and offers Retry after a loading error', async () => {
  server.answer(facilityCalls.listUserFacilities, [aFacility(20, 'Closed', true)])
  const first = open()
  await says('You aren’t linked to an enabled facility.')
  first.render(null)
  first.host.remove()
  server.answer(facilityCalls.listUserFacilities, [aFacility(21, 'Main')])
  server.answer(calls.listEhrFields, refused('It rests.'))
  open()
  await says('Couldn’t load the EHR’s fields')
  await says('It rests.')
  server.answer(calls.listEhrFields, { result: [], version: 0 })
  await userEvent.click(button('Retry'))
  await says('This facility has no EHR, so there are no fields to choose.')
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('passes axe in %s and fits %i pixels, also with very long names', async (look, width) => {
  await page.viewport(width, 740)
  const long = 'Intravenous'.repeat(12)
  server.answer(facilityCalls.listUserFacilities, [aFacility(21, 'Harbor'.repeat(17))])
  server.answer(calls.listEhrFields, { result: [option('long', long, [string('one', long, true)])], version: 1 })
  const { host } = open('?workType=Consultation', look)
  await until(() => expect(selected()).toEqual([`${long} of ${long}`]))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
  await userEvent.click(button('Edit'))
  await expect.element(button('Save')).toBeVisible()
  await expectNoViolations(host)
})
