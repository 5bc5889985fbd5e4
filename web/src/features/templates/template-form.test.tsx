import { phraseCalls } from '@dictara/contract/phrases'
import { templateCalls as calls } from '@dictara/contract/templates'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { aHeading, aTemplate } from '../../testing/template.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const nameRule =
  'Please enter valid name.(Name must not exceed 250 characters and must not contain leading and trailing space)'
const descriptionRule =
  'Please enter valid Description.(Description must not exceed 250 characters and must not contain leading and trailing space)'

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.listSystemHeadings, ['SUBJECTIVE', 'OBJECTIVE', 'PLAN', 'MEDICATIONS'])
  server.answer(calls.createTemplate, { result: [aTemplate()], message: 'Template created' })
  server.answer(calls.updateTemplate, { result: [aTemplate()], message: 'Template saved' })
  server.answer(calls.activateTemplates, { message: 'Added to the Active list' })
  server.answer(calls.deactivateTemplates, { message: 'Removed from the Active list' })
  server.answer(calls.deleteTemplate, { message: 'Template deleted' })
})
afterEach(() => vi.restoreAllMocks())

const address = '/dashboard/settings/dictation'
const openNew = (who: 'doctor' | 'clinicAdmin' | 'admin' = 'doctor') => openPage(`${address}/new`, as(who))
function openOne(template = aTemplate(), who: 'doctor' | 'clinicAdmin' = 'doctor', look?: 'light' | 'dark') {
  server.answer(calls.getTemplate, [template])
  return openPage(`${address}/${template.id}`, as(who), look)
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const clickOn = (name: string) => userEvent.click(button(name))
const field = (name: string) => page.getByLabelText(name, { exact: true })
const fill = (name: string, text: string) => userEvent.fill(field(name), text)
const says = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
const saysNot = (words: string) => expect.element(page.getByText(words, { exact: true })).not.toBeInTheDocument()
const toggleSwitch = (name: string) => userEvent.click(page.getByRole('switch', { name, exact: true }))
const headings = () => [...document.querySelectorAll('.heading-toggle bdi')].map(({ textContent }) => textContent)
const previewed = () => [...document.querySelectorAll('.note-preview-page > div')].map(({ textContent }) => textContent)
const openHeading = (name: string) =>
  userEvent.click(page.getByRole('list', { name: 'Headings' }).getByRole('button', { expanded: false, name: new RegExp(`^${name}`) }))
async function choose(label: string, name: string) {
  await userEvent.click(page.getByRole('combobox', { name: label, exact: true }))
  await userEvent.click(page.getByTitle(name, { exact: true }).last())
}
const notices = () => [...document.querySelectorAll('.ant-notification-notice')].map(({ textContent }) => textContent)
const isAtList = (router: { state: { location: { pathname: string } } }) =>
  until(() => expect(router.state.location.pathname).toBe(address))

test('a new template is filled in on a page of its own, heading after heading, and saving leads back to the list [TMPL-06, TMPL-07, TMPL-08]', async () => {
  const { router } = openNew()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await until(() =>
    expect(crumbs.element().textContent?.replaceAll('/', ' > ')).toBe(
      'Settings > Dictation Template > Create New Template',
    ),
  )
  await fill('Template Name', 'Follow-up')
  await fill('Description', 'After an operation')
  await clickOn('New Heading')
  await fill('Heading', 'Wound')
  await choose('System section', 'OBJECTIVE')
  await clickOn('Add')
  expect(headings()).toEqual(['Wound'])
  await clickOn('Save')
  await isAtList(router)
  expect(server.asked(calls.createTemplate).at(-1)!.body).toMatchObject({
    templateName: 'Follow-up',
    templateDescription: 'After an operation',
    sectionHeadings: [{ customUIHeading: 'Wound', systemHeading: 'OBJECTIVE' }],
    active: false,
  })
})

test('a name is checked when it is sent, not before: missing, too long, with a space at an end [TMPL-28, TMPL-29, TMPL-30]', async () => {
  openNew()
  await fill('Template Name', ' Follow-up')
  await userEvent.tab()
  await saysNot(nameRule)
  await clickOn('Save')
  await says(nameRule)
  await fill('Template Name', '')
  await saysNot(nameRule)
  await clickOn('Save')
  await says('Template Name is required')
  await fill('Template Name', 'x'.repeat(251))
  await clickOn('Save')
  await says(nameRule)
  expect(server.asked(calls.createTemplate)).toEqual([])
})

test('a description is asked for, of at most 250 characters without a space at an end, and a heading [TMPL-31, TMPL-32, TMPL-36]', async () => {
  openNew()
  await clickOn('Save')
  await says('Template Description is required')
  await says('Add atleast one section heading to save template')
  await expectNoViolations()
  for (const wrong of ['A visit ', 'x'.repeat(251)]) {
    await fill('Description', wrong)
    await saysNot(descriptionRule)
    await clickOn('Save')
    await says(descriptionRule)
  }
  expect(server.asked(calls.createTemplate)).toEqual([])
})

test('a new heading needs its text and its mapping, and has no namesake [TMPL-33, TMPL-34, TMPL-35]', async () => {
  openOne()
  await clickOn('New Heading')
  await clickOn('Add')
  await says('Section heading is mandatory')
  await says('Mapping value is mandatory')
  await fill('Heading', ' subjective ')
  await says('Duplicate heading')
  await fill('Heading', 'Review')
  await saysNot('Duplicate heading')
  await clickOn('Cancel')
  expect(headings()).toEqual(['SUBJECTIVE', 'PLAN'])
})

test('while a new heading is open nothing is saved; Cancel drops it, Add puts it at the end and opens it [TMPL-21, TMPL-25, TMPL-37]', async () => {
  openOne()
  await clickOn('New Heading')
  await expect.element(page.getByRole('region', { name: 'New Heading' }).getByLabelText('Heading')).toHaveFocus()
  await fill('Template Name', 'Visit')
  await clickOn('Save')
  await says('Save or cancel the new heading section')
  expect(server.asked(calls.updateTemplate)).toEqual([])
  await expectNoViolations()
  await userEvent.click(page.getByRole('region', { name: 'New Heading' }).getByRole('button', { name: 'Cancel' }))
  await expect.element(button('New Heading')).toHaveFocus()
  await clickOn('New Heading')
  await fill('Heading', 'Review')
  await choose('System section', 'OBJECTIVE')
  await clickOn('Add')
  expect(headings()).toEqual(['SUBJECTIVE', 'PLAN', 'Review'])
  await expect.element(page.getByRole('button', { expanded: true, name: /^Review/ })).toHaveFocus()
})

test('of a heading one fills in text, section, Required, a tooltip of four rows and a default text; one is open at a time [TMPL-09, TMPL-10, TMPL-11]', async () => {
  const { router } = openOne()
  await openHeading('SUBJECTIVE')
  await expect.element(field('Tooltip text')).toHaveAttribute('rows', '4')
  await fill('Tooltip text', 'What brings the patient here?')
  await fill('Default text', 'Comes for a <b>check-up</b>.')
  await toggleSwitch('Required')
  await userEvent.click(page.getByRole('radio', { name: 'is appended to the default text' }))
  await expectNoViolations()
  await openHeading('PLAN')
  expect(document.querySelectorAll('.heading-open').length).toBe(1)
  await fill('Heading', 'The plan')
  await choose('System section', 'MEDICATIONS')
  expect(previewed()).toEqual(['SUBJECTIVERequiredComes for a <b>check-up</b>.', 'THE PLANEmpty until it is dictated'])
  await clickOn('Save')
  await isAtList(router)
  const [first, second] = server.asked(calls.updateTemplate).at(-1)!.body.sectionHeadings
  expect(first).toEqual({
    ...aHeading(81, 'SUBJECTIVE'),
    description: 'What brings the patient here?',
    defaultValue: 'Comes for a &lt;b&gt;check-up&lt;/b&gt;.',
    required: true,
    appendToDefault: true,
  })
  expect(second).toMatchObject({ id: idOf(82), customUIHeading: 'The plan', systemHeading: 'MEDICATIONS' })
})

test('an existing heading is renamed, not to what another one is called or to nothing [TMPL-22]', async () => {
  openOne()
  await openHeading('PLAN')
  await fill('Heading', 'Subjective')
  await says('Duplicate heading')
  await openHeading('SUBJECTIVE')
  await clickOn('Save')
  await expect.element(page.getByRole('button', { expanded: true, name: /Not complete/ })).toBeVisible()
  expect(server.asked(calls.updateTemplate)).toEqual([])
})

test('a heading is deleted after “Delete Heading”, Yes; No keeps it [TMPL-23]', async () => {
  openOne()
  await clickOn('Delete SUBJECTIVE')
  await says('Delete Heading')
  await expectNoViolations()
  await clickOn('No')
  expect(headings()).toEqual(['SUBJECTIVE', 'PLAN'])
  await clickOn('Delete SUBJECTIVE')
  await userEvent.click(button('Yes').last())
  expect(headings()).toEqual(['PLAN'])
  await expect.element(page.getByRole('button', { expanded: false, name: /^PLAN/ })).toHaveFocus()
})

test('headings are dragged by their handle, and moved by the arrow keys, which is read out [TMPL-24]', async () => {
  openOne(aTemplate({ sectionHeadings: [aHeading(81, 'SUBJECTIVE'), aHeading(82, 'OBJECTIVE'), aHeading(83, 'PLAN')] }))
  await until(() => expect(headings()).toEqual(['SUBJECTIVE', 'OBJECTIVE', 'PLAN']))
  button('Move SUBJECTIVE').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await until(() => expect(headings()).toEqual(['OBJECTIVE', 'SUBJECTIVE', 'PLAN']))
  await says('SUBJECTIVE is at place 2 of 3.')
  await expect.element(button('Move SUBJECTIVE')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await until(() => expect(headings()).toEqual(['OBJECTIVE', 'PLAN', 'SUBJECTIVE']))
  await userEvent.dragAndDrop(button('Move SUBJECTIVE'), page.getByRole('button', { name: /^OBJECTIVE/ }))
  await until(() => expect(headings()).toEqual(['SUBJECTIVE', 'OBJECTIVE', 'PLAN']))
  expect(previewed().map((text) => text?.replace('Empty until it is dictated', ''))).toEqual([
    'SUBJECTIVE',
    'OBJECTIVE',
    'PLAN',
  ])
})
