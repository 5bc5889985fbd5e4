import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import {
  aDoctor,
  aFacility,
  addDoctor,
  aServer,
  button,
  clickOn,
  editDoctor,
  idOf,
  listBillers,
  listDoctors,
  listFacilities,
  listLevel,
  openDoctors,
  openEdit,
  pick,
  refused,
} from './people.fixtures.tsx'
import type { Calls } from '../../testing/wire.ts'

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = aServer()
})
afterEach(() => vi.restoreAllMocks())

const submit = button('Submit')
const choose = (name: string) => userEvent.click(page.getByRole('radio', { name, exact: true }))
const level = (n: 1 | 2) => page.getByLabelText(`Reviewer Level ${n}`)
const chosenIn = (field: 'level1' | 'level2') =>
  [...document.querySelectorAll(`.ant-form-item:has(#person_${field}) .ant-select-selection-item-content`)].map(
    (item) => item.textContent,
  )
const sent = (spec: typeof addDoctor | typeof editDoctor) => server.asked(spec).at(-1)?.body

test('the form starts at First Name, and its input is discarded only after a confirmation', async () => {
  openDoctors()
  await userEvent.click(button('Add'))
  const drawer = page.getByRole('dialog', { name: 'Add Doctor' })
  const firstName = drawer.getByLabelText('First Name')
  await expect.element(firstName).toHaveFocus()
  await userEvent.keyboard('Greta{Escape}')
  await expect.element(page.getByText('Leave without saving?').last()).toBeVisible()
  await userEvent.click(button('Stay here'))
  await expect.element(firstName).toHaveValue('Greta')
  await userEvent.click(button('Cancel'))
  await userEvent.click(button('Leave'))
  await expect.element(drawer).not.toBeInTheDocument()
  await userEvent.click(button('Add'))
  await expect.element(firstName).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('first name and email are required, and invalid ones show a message at their fields [PEOP-40, PEOP-41, PEOP-44]', async () => {
  openDoctors()
  await userEvent.click(button('Add'))
  await userEvent.click(button('Add and invite'))
  const drawer = page.getByRole('dialog', { name: 'Add Doctor' })
  for (const [name, missing, wrong, words] of [
    ['First Name', 'First Name is required', 'R2D2', 'Please enter only alphabets'],
    ['Email', 'Email is required', 'nobody', 'Please enter valid email'],
  ] as const) {
    await expect.element(drawer.getByText(missing, { exact: true })).toBeVisible()
    await userEvent.fill(drawer.getByLabelText(name), wrong)
    await expect.element(drawer.getByText(words, { exact: true })).toBeVisible()
  }
})

test('Submit of an edit is enabled only while something differs [PEOP-39]', async () => {
  openDoctors()
  const drawer = await openEdit()
  await expect.element(submit).toBeDisabled()
  const firstName = drawer.getByLabelText('First Name')
  await userEvent.fill(firstName, 'Diana')
  await expect.element(submit).toBeEnabled()
  await userEvent.fill(firstName, 'Dana')
  await expect.element(submit).toBeDisabled()
  await choose('Level 1')
  await expect.element(submit).toBeEnabled()
})

test('the reviewer flow has three choices, and the chosen one is sent [PEOP-38]', async () => {
  server.answer(editDoctor, { result: [aDoctor()], message: 'Doctor details updated.' })
  for (const [name, flow] of [
    ['Level 1', 'LEVEL_1'],
    ['Level 2', 'LEVEL_2'],
  ] as const) {
    const { render } = openDoctors()
    const drawer = await openEdit()
    const group = drawer.getByRole('radiogroup', { name: 'Reviewer Flow' })
    expect(group.getByRole('radio').elements()).toHaveLength(3)
    await expect.element(group.getByRole('radio', { name: 'None' })).toBeChecked()
    await choose(name)
    await pick(level(1), 'Any')
    if (flow === 'LEVEL_2') await pick(level(2), 'Ruth Amsel')
    await userEvent.click(submit)
    await until(() =>
      expect(sent(editDoctor)?.reviewerFlowConfig).toMatchObject({
        reviewerFlow: flow,
        reviewersForLevel1: ['any'],
        reviewersForLevel2: flow === 'LEVEL_2' ? [idOf(41)] : [],
      }),
    )
    render(null)
  }
})

test('changing the reviewer flow clears the choice at both levels [PEOP-37]', async () => {
  const ruth = { id: idOf(41), fullName: 'Ruth Amsel' }
  server.answer(listDoctors, [
    aDoctor({
      reviewerFlow: 'LEVEL_2',
      reviewerFlowConfig: {
        ...aDoctor().reviewerFlowConfig,
        reviewerFlow: 'LEVEL_2',
        reviewersForLevel1: [ruth],
        isAnySelectedForLevel2: true,
      },
    }),
  ])
  openDoctors()
  await openEdit()
  await until(() => expect([chosenIn('level1'), chosenIn('level2')]).toEqual([['Ruth Amsel'], ['Any']]))
  await choose('Level 1')
  await until(() => expect(chosenIn('level1')).toEqual([]))
  await pick(level(1), 'Ruth Amsel')
  await until(() => expect(chosenIn('level1')).toEqual(['Ruth Amsel']))
  await choose('Level 2')
  await until(() => expect([chosenIn('level1'), chosenIn('level2')]).toEqual([[], []]))
})

test('a doctor needs an NPI number, and the form says so [PEOP-47]', async () => {
  openDoctors()
  const drawer = await openEdit()
  const npi = drawer.getByLabelText('NPI')
  await userEvent.fill(npi, '  ')
  await expect.element(page.getByText('NPI number is required')).toBeVisible()
  await userEvent.click(submit)
  await userEvent.fill(npi, '1234567890')
  await expect.element(page.getByText('NPI number is required')).not.toBeInTheDocument()
  expect(sent(editDoctor)).toBeUndefined()
})

test('the phone starts with the United States, each country has its code, and a doctor without a facility needs a confirmation [PEOP-56]', async () => {
  server.answer(addDoctor, { result: [aDoctor()], message: 'Doctor added successfully.' })
  openDoctors()
  await clickOn('Add')
  const code = page.getByRole('combobox', { name: 'Country code' })
  const shown = () => document.querySelector('.ant-select:has(#person_countryCode)')?.textContent
  await until(() => expect(shown()).toBe('+1'))
  await userEvent.fill(code, 'Germany')
  const options = () =>
    [...document.querySelectorAll('.ant-select-dropdown [title]')].map(({ textContent }) => textContent)
  await until(() => expect(options()).toEqual(['+49 Germany']))
  await userEvent.keyboard('{Enter}')
  for (const [name, text] of [
    ['First Name', 'Ada'],
    ['Last Name', 'Byron'],
    ['Email', 'ada@example.org'],
    ['Phone Number', '30 123456'],
    ['NPI', '1234567890'],
  ] as const)
    await userEvent.fill(page.getByRole('dialog', { name: 'Add Doctor' }).getByLabelText(name), text)
  await userEvent.click(button('Add and invite'))
  // The clinic has two facilities, so none is chosen beforehand.
  await userEvent.click(button('Choose a facility'))
  await expect.element(page.getByText('Choose a facility. Without one this doctor can’t dictate.')).toBeVisible()
  expect(sent(addDoctor)).toBeUndefined()
  await userEvent.click(button('Add and invite'))
  await userEvent.click(button('Add anyway'))
  await until(() => expect(sent(addDoctor)?.phoneNumber).toEqual({ countryCode: '+49', number: '30 123456' }))
})

test('a hundred billers are loaded, and one of them can be chosen by name [PEOP-28, PEOP-54]', async () => {
  server.answer(editDoctor, { result: [aDoctor()], message: 'Doctor details updated.' })
  openDoctors()
  const drawer = await openEdit()
  await pick(drawer.getByRole('combobox', { name: 'Biller' }), 'Bea Hart')
  const asked = server.asked(listBillers)[0]!.search
  expect([asked.get('page'), asked.get('size')]).toEqual(['0', '100'])
  await userEvent.click(submit)
  await until(() => expect(sent(editDoctor)?.biller).toBe(idOf(31)))
})

test('if the reviewers of a level cannot be loaded, the level and the server’s message are shown [PEOP-79]', async () => {
  server.answer(listLevel, refused('The reviewers rest.'))
  openDoctors()
  await openEdit()
  await choose('Level 2')
  await expect.element(page.getByText('Failed to load LEVEL_1 reviewers')).toBeVisible()
  await expect.element(page.getByText('Failed to load LEVEL_2 reviewers')).toBeVisible()
  expect(page.getByText('The reviewers rest.').elements()).toHaveLength(2)
})

test('a form whose facilities or billers cannot be loaded shows the errors with Retry', async () => {
  server.answer(listFacilities, refused('The facilities rest.'))
  server.answer(listBillers, refused('The billers rest.'))
  openDoctors()
  const drawer = await openEdit()
  for (const words of ['User Facilities Fetch Failed', 'The facilities rest.', 'Failed', 'The billers rest.'])
    await expect.element(drawer.getByText(words, { exact: true })).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(2)
})

test('an invalid phone number and a future birth date show messages at their fields, and nothing is sent', async () => {
  server.answer(editDoctor, { result: [aDoctor()], message: 'Doctor details updated.' })
  openDoctors()
  const drawer = await openEdit()
  const [phone, birth] = [drawer.getByLabelText('Phone Number'), drawer.getByLabelText('Date of Birth')]
  await userEvent.fill(phone, '(((((')
  await userEvent.fill(birth, '2999-12-31')
  await userEvent.click(submit)
  await expect.element(page.getByText('Please enter a valid phone number.')).toBeVisible()
  await expect.element(page.getByText('The date of birth can’t be in the future.')).toBeVisible()
  expect(sent(editDoctor)).toBeUndefined()
  await userEvent.fill(phone, '+1 (202) 555-0100')
  await userEvent.fill(birth, '1970-01-31')
  await userEvent.click(submit)
  await until(() =>
    expect(sent(editDoctor)).toMatchObject({ dob: '1970-01-31', phoneNumber: { number: '(202) 555-0100' } }),
  )
})

test('people linked to a disabled facility can keep it, and it cannot be chosen otherwise [PEOP-78]', async () => {
  const [shut, closed] = [aFacility(23, 'Shut', true), aFacility(24, 'Closed', true)]
  server.answer(listFacilities, [aFacility(21, 'Main'), shut, closed])
  server.answer(listDoctors, [aDoctor({ facilities: [aFacility(21, 'Main'), shut] })])
  openDoctors()
  const drawer = await openEdit()
  await userEvent.click(drawer.getByRole('combobox', { name: 'Facility' }))
  const option = (label: string) =>
    document.querySelector(`.ant-select-dropdown:not(.ant-select-dropdown-hidden) [title="${label}"]`)
  await until(() => expect(option('Closed (disabled)')).not.toBeNull())
  expect(option('Closed (disabled)')!.className).toContain('ant-select-item-option-disabled')
  expect(option('Shut (disabled)')!.className).not.toContain('ant-select-item-option-disabled')
})

test('a name of blanks, symbols or markup is refused with a message, is limited to 100 letters, and does not widen the page [QA-89]', async () => {
  const hundred = 'W'.repeat(100)
  server.answer(listDoctors, [aDoctor(), aDoctor({ id: idOf(12), firstName: hundred })])
  server.answer(editDoctor, { result: [aDoctor()], message: 'Doctor details updated.' })
  openDoctors()
  await expect.element(page.getByText(`${'W'.repeat(30)}…`, { exact: true })).toBeVisible()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  const firstName = (await openEdit()).getByLabelText('First Name')
  for (const [typed, words] of [
    ['   ', 'First Name is required'],
    ['<b>Ada</b>', 'Please enter only alphabets'],
    ['\u202EadA', 'Please enter only alphabets'],
  ] as const) {
    await userEvent.fill(firstName, typed)
    await userEvent.click(submit)
    await expect.element(page.getByText(words)).toBeVisible()
  }
  expect(sent(editDoctor)).toBeUndefined()
  await userEvent.fill(firstName, hundred)
  await userEvent.keyboard('{End}W')
  await expect.element(firstName).toHaveValue(hundred)
  await userEvent.click(submit)
  await until(() => expect(sent(editDoctor)).toMatchObject({ firstName: hundred }))
})
