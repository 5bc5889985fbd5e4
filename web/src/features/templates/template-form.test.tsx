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

const sections = ['SUBJECTIVE', 'OBJECTIVE', 'PLAN', 'MEDICATIONS']
let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.listSystemHeadings, sections)
  server.answer(calls.createTemplate, { result: [aTemplate()], message: 'Template created' })
  server.answer(calls.updateTemplate, { result: [aTemplate()], message: 'Template saved' })
  server.answer(calls.activateTemplates, { message: 'Added to the Active list' })
  server.answer(calls.deactivateTemplates, { message: 'Removed from the Active list' })
  server.answer(calls.deleteTemplates, { message: 'Template deleted' })
})
afterEach(() => vi.restoreAllMocks())

const address = '/dashboard/settings/dictation'
const openNew = (who: 'doctor' | 'clinicAdmin' | 'admin' = 'doctor') => openPage(`${address}/new`, as(who))
function openOne(template = aTemplate(), who: 'doctor' | 'clinicAdmin' = 'doctor', look?: 'light' | 'dark') {
  server.answer(calls.getTemplate, [template])
  // Set this answer last: the path of getTemplate also matches the address of the system headings, and the stand-in
  // server uses the last answer that matches.
  server.answer(calls.listSystemHeadings, sections)
  return openPage(`${address}/${template.id}`, as(who), look)
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const clickOn = (name: string) => userEvent.click(button(name))
const field = (name: string) => page.getByLabelText(name, { exact: true })
const fill = (name: string, text: string) => userEvent.fill(field(name), text)
const says = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
const asks = (words: string) => expect.element(page.getByRole('dialog', { name: words, exact: true })).toBeVisible()
const saysNot = (words: string) => expect.element(page.getByText(words, { exact: true })).not.toBeInTheDocument()
const toggleSwitch = (name: string) => userEvent.click(page.getByRole('switch', { name, exact: true }))
const headings = () => [...document.querySelectorAll('.heading-toggle bdi')].map(({ textContent }) => textContent)
const previewed = () => [...document.querySelectorAll('.note-preview > div')].map(({ textContent }) => textContent)
const openHeading = (name: string) =>
  userEvent.click(
    page.getByRole('list', { name: 'Headings' }).getByRole('button', { expanded: false, name: new RegExp(`^${name}`) }),
  )
async function choose(label: string, name: string) {
  await userEvent.click(page.getByRole('combobox', { name: label, exact: true }))
  await userEvent.click(page.getByTitle(name, { exact: true }).last())
}
const newHeading = () => page.getByRole('region', { name: 'New Heading' })
const notices = () => [...document.querySelectorAll('.ant-notification-notice')].map(({ textContent }) => textContent)
const isAtList = (router: { state: { location: { pathname: string } } }) =>
  until(() => expect(router.state.location.pathname).toBe(address))

test('a new template is entered on its own page, heading by heading, and saving returns to the list [TMPL-06, TMPL-07, TMPL-08]', async () => {
  const reads = (crumbs: string) =>
    until(() =>
      expect(page.getByRole('navigation', { name: 'Breadcrumb' }).element().textContent?.replaceAll('/', ' > ')).toBe(
        crumbs,
      ),
    )
  const { router, close } = openNew()
  await reads('Settings > Dictation Template > Create New Template')
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
  })
  close()
  openOne()
  await reads('Settings > Dictation Template > Edit Template')
})

test('creating a template reloads the lists, and editing one changes its card in place [TMPL-56]', async () => {
  const kept = [aTemplate({ templateName: 'Office visit' })]
  server.answer(calls.listTemplates, ({ search }) => (search.get('type') === 'mine' ? kept : []))
  server.answer(calls.getTemplate, [kept[0]!])
  server.answer(calls.listSystemHeadings, sections)
  openPage(address, as('doctor'))
  const card = (name: RegExp) => page.getByRole('region', { name: 'My Collection' }).getByRole('button', { name })
  await expect.element(card(/^Office visit/)).toBeVisible()
  await clickOn('New Dictation Template')
  await fill('Template Name', 'Follow-up')
  await fill('Description', 'After an operation')
  await clickOn('New Heading')
  await fill('Heading', 'Wound')
  await choose('System section', 'OBJECTIVE')
  await clickOn('Add')
  kept.push(aTemplate({ id: idOf(72), templateName: 'Follow-up' }))
  await clickOn('Save')
  await expect.element(card(/^Follow-up/)).toBeVisible()
  await userEvent.click(card(/^Office visit/))
  await fill('Template Name', 'House call')
  server.answer(calls.updateTemplate, [aTemplate({ templateName: 'House call' })])
  // The server refuses the list from here on, so the page can show only its own data and the change.
  server.answer(calls.listTemplates, refused('Not now.', 'x', 422))
  await clickOn('Save')
  await expect.element(card(/^House call/)).toBeVisible()
  await expect.element(card(/^Follow-up/)).toBeVisible()
  expect(card(/^Office visit/).query()).toBeNull()
})

test('a name is checked only on Save: missing, too long, or with a space at an end [TMPL-28, TMPL-29, TMPL-30]', async () => {
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

test('a description of at most 250 characters without a space at an end is required, and a heading [TMPL-31, TMPL-32, TMPL-36]', async () => {
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

test('a new heading needs a text and a mapping, and cannot have the name of another [TMPL-33, TMPL-34, TMPL-35]', async () => {
  openOne()
  await clickOn('New Heading')
  await clickOn('Add')
  await says('Section heading is mandatory')
  await says('Mapping value is mandatory')
  await fill('Heading', ' subjective ')
  await says('Duplicate heading')
  await fill('Heading', 'Review')
  await saysNot('Duplicate heading')
  await userEvent.click(newHeading().getByRole('button', { name: 'Cancel' }))
  expect(headings()).toEqual(['SUBJECTIVE', 'PLAN'])
})

test('nothing is saved while a new heading is open [TMPL-25, TMPL-37]', async () => {
  openOne()
  await clickOn('New Heading')
  await fill('Template Name', 'Visit')
  await clickOn('Save')
  await says('Save or cancel the new heading section')
  expect(server.asked(calls.updateTemplate)).toEqual([])
  await expectNoViolations()
})

test('the New Heading panel takes a text and a system section: Cancel discards them, Add appends the heading and opens it [TMPL-09, TMPL-21]', async () => {
  openOne()
  await clickOn('New Heading')
  await expect.element(newHeading().getByLabelText('Heading')).toHaveFocus()
  await fill('Heading', 'Dropped')
  await userEvent.click(newHeading().getByRole('button', { name: 'Cancel' }))
  await expect.element(button('New Heading')).toHaveFocus()
  expect(headings()).toEqual(['SUBJECTIVE', 'PLAN'])
  await clickOn('New Heading')
  await fill('Heading', 'Review')
  await choose('System section', 'OBJECTIVE')
  await userEvent.click(newHeading().getByRole('button', { name: 'Add' }))
  expect(newHeading().query()).toBeNull()
  expect(headings()).toEqual(['SUBJECTIVE', 'PLAN', 'Review'])
  await expect.element(page.getByRole('button', { expanded: true, name: /^Review/ })).toHaveFocus()
})

test('a heading has text, section, Required, a tooltip of four rows and a default text, and one heading is open at a time [TMPL-10, TMPL-11, TMPL-22]', async () => {
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
  await until(() =>
    expect(previewed()).toEqual([
      'SUBJECTIVERequiredComes for a <b>check-up</b>.',
      'THE PLANEmpty until it is dictated',
    ]),
  )
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

test('an existing heading cannot get the name of another, in any case [TMPL-35]', async () => {
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
  await until(() => expect(headings()).toEqual(['PLAN']))
  await expect.element(page.getByRole('button', { expanded: false, name: /^PLAN/ })).toHaveFocus()
})

test('headings are moved by dragging their handle or by arrow keys, with a spoken message [TMPL-24]', async () => {
  openOne(aTemplate({ sectionHeadings: [aHeading(81, 'SUBJECTIVE'), aHeading(82, 'OBJECTIVE'), aHeading(83, 'PLAN')] }))
  await until(() => expect(headings()).toEqual(['SUBJECTIVE', 'OBJECTIVE', 'PLAN']))
  button('Move SUBJECTIVE').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await until(() => expect(headings()).toEqual(['OBJECTIVE', 'SUBJECTIVE', 'PLAN']))
  await says('SUBJECTIVE is at place 2 of 3.')
  await expect.element(button('Move SUBJECTIVE')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await until(() => expect(headings()).toEqual(['OBJECTIVE', 'PLAN', 'SUBJECTIVE']))
  await userEvent.dragAndDrop(button('Move SUBJECTIVE'), page.getByRole('button', { name: /^OBJECTIVE/ }), {
    steps: 10,
  } as never)
  await until(() => expect(headings()).toEqual(['SUBJECTIVE', 'OBJECTIVE', 'PLAN']))
  // While a heading is dragged, the list already shows the new order.
  await until(() =>
    expect(previewed().map((text) => text?.replace('Empty until it is dictated', ''))).toEqual([
      'SUBJECTIVE',
      'OBJECTIVE',
      'PLAN',
    ]),
  )
})

const aPhrase = (n: number, key: string, phrase: string) => ({
  id: idOf(n),
  key,
  phrase,
  active: true,
  editable: true,
  restrictedToTemplates: false,
  templateMapping: [],
  dynamic: false,
  global: false,
  exportToOtherAuthors: false,
  targetEndPoint: null,
  author: null,
  conflict: false,
  version: 1,
})

test('the key-to-phrase switch lists the active keys, a hundred per page, and a click inserts one into the default text [TMPL-12, TMPL-26, K2P-57]', async () => {
  server.answer(phraseCalls.listPhrases, ({ search }) =>
    search.get('search')
      ? [aPhrase(91, 'normal chest', 'The lungs are <b>clear</b>.')]
      : Array.from({ length: 100 }, (_, n) => aPhrase(200 + n, `key ${n}`, 'words')),
  )
  const { router } = openOne(
    aTemplate({ cannedTextsWithHeadings: [{ cannedTextId: idOf(92), headings: ['subjective', 'PLAN'] }] }),
  )
  await says('Preview of the note')
  expect(server.asked(phraseCalls.listPhrases)).toEqual([])
  expect(page.getByRole('searchbox').query()).toBeNull()
  await toggleSwitch('Key to Phrase')
  await says('Open a heading first. Then press a key to insert its phrase into that heading’s default text.')
  await expect.element(page.getByRole('button', { name: /^key 99/ })).toBeDisabled()
  expect(Object.fromEntries(server.asked(phraseCalls.listPhrases)[0]!.search)).toMatchObject({
    type: 'active',
    size: '100',
    page: '0',
  })
  await clickOn('More keys')
  await until(() => expect(server.asked(phraseCalls.listPhrases).at(-1)!.search.get('page')).toBe('1'))
  await openHeading('SUBJECTIVE')
  await userEvent.fill(page.getByRole('searchbox', { name: 'Keys and Phrases' }), 'chest')
  await userEvent.click(page.getByRole('button', { name: /^normal chest/ }))
  await until(() => expect(previewed()[0]).toBe('SUBJECTIVEThe lungs are clear.'))
  await expectNoViolations()
  await fill('Heading', 'Chest')
  await clickOn('Save')
  await isAtList(router)
  expect(server.asked(calls.updateTemplate).at(-1)!.body).toMatchObject({
    keytophraseEnabled: true,
    sectionHeadings: [{ defaultValue: 'The lungs are <b>clear</b>.' }, {}],
    cannedTextsWithHeadings: [
      { cannedTextId: idOf(92), headings: ['Chest', 'PLAN'] },
      { cannedTextId: idOf(91), headings: ['Chest'] },
    ],
  })
})

test('“Activate for all users” is in the form only for admin and clinicAdmin, the other switches for everybody [TMPL-39]', async () => {
  const switches = () =>
    page
      .getByRole('switch')
      .elements()
      .map((one) => document.querySelector(`label[for="${one.id}"]`)?.textContent)
  const { close } = openNew('clinicAdmin')
  await until(() =>
    expect(switches()).toEqual(['Globally Available', 'Activate for all users', 'Directional Flow', 'Key to Phrase']),
  )
  close()
  const ofAdmin = openNew('admin')
  await until(() => expect(switches()).toContain('Activate for all users'))
  ofAdmin.close()
  openNew('doctor')
  await until(() => expect(switches()).toEqual(['Globally Available', 'Directional Flow', 'Key to Phrase']))
})

test('a non-editable template is read-only with a reason, without Save and New Heading, and its switches are disabled [TMPL-27, TMPL-40]', async () => {
  const { router } = openOne(
    aTemplate({ editable: false, active: true, sectionHeadings: [aHeading(81, 'SUBJECTIVE')] }),
  )
  await says('Action Denied: This item is not editable.')
  await expect.element(field('Template Name')).toBeDisabled()
  await expect.element(field('Description')).toBeDisabled()
  for (const name of ['Globally Available', 'Directional Flow', 'Key to Phrase'])
    await expect.element(page.getByRole('switch', { name, exact: true })).toBeDisabled()
  await openHeading('SUBJECTIVE')
  await expect.element(field('Heading')).toBeDisabled()
  for (const name of ['Save', 'New Heading', 'Delete', 'Delete SUBJECTIVE', 'Move SUBJECTIVE'])
    await expect.element(button(name)).not.toBeInTheDocument()
  await expectNoViolations()
  await clickOn('Remove from Active List')
  await asks('Are you sure you want to remove from Active list?')
  await clickOn('Move to My Collection')
  await isAtList(router)
  expect(server.asked(calls.deactivateTemplates).at(-1)!.search.get('templateIds')).toBe(idOf(71))
})

test('Add to Active List activates the template, but with unsaved changes shows “Please save the changes to proceed?” [TMPL-16, TMPL-17]', async () => {
  const { router, close } = openOne()
  await clickOn('Add to Active List')
  await isAtList(router)
  expect(server.asked(calls.activateTemplates).at(-1)!.search.get('templateIds')).toBe(idOf(71))
  close()
  const again = openOne()
  await fill('Template Name', 'Visit')
  await clickOn('Add to Active List')
  await until(() => expect(notices()).toEqual(['Please save the changes to proceed?']))
  expect(again.router.state.location.pathname).not.toBe(address)
  expect(server.asked(calls.activateTemplates).length).toBe(1)
})

test('removing a template from the Active List asks for confirmation, as does deleting it, which its author can do in either column [TMPL-18, TMPL-19, TMPL-41]', async () => {
  const { router, close } = openOne(aTemplate({ active: true }))
  await clickOn('Remove from Active List')
  await asks('Are you sure you want to remove from Active list?')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
  expect(server.asked(calls.deactivateTemplates)).toEqual([])
  await clickOn('Delete')
  await asks('Are you sure you want to delete?')
  await expectNoViolations()
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await isAtList(router)
  expect(server.asked(calls.deleteTemplates).at(-1)!.search.get('templateIds')).toBe(idOf(71))
  close()
  const aside = openOne()
  await clickOn('Delete')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await isAtList(aside.router)
})

test('if a template cannot be created, “Failes” is shown with the server’s message, and its field has the focus [TMPL-54]', async () => {
  server.answer(
    calls.createTemplate,
    refused('You already have a template with this name.', 'template-name-taken', 409),
  )
  openNew()
  await fill('Template Name', 'Office visit')
  await fill('Description', 'A visit')
  await clickOn('New Heading')
  await fill('Heading', 'Plan')
  await choose('System section', 'PLAN')
  await clickOn('Add')
  await clickOn('Save')
  await until(() => expect(notices()).toEqual(['FailesYou already have a template with this name.']))
  await expect.element(field('Template Name')).toHaveFocus()
  await expect.element(field('Template Name')).toHaveAttribute('aria-invalid', 'true')
})

test('changes to a template by someone else are shown beside the input, and saving again applies the input on top of them', async () => {
  const now = aTemplate({ version: 2, templateDescription: 'Longer', templateName: 'Visit of theirs' })
  server.answer(calls.updateTemplate, ({ body }) =>
    (body as { version: number }).version === 2
      ? { result: [aTemplate()] }
      : refused('Someone else has changed this.', 'changed-meanwhile', 409, [now]),
  )
  const { router } = openOne()
  await fill('Template Name', 'Visit of mine')
  await clickOn('Save')
  await says('Template Name is now “Visit of theirs”; what you entered is below.')
  await expect.element(field('Description')).toHaveValue('Longer')
  await clickOn('Save')
  await isAtList(router)
  expect(server.asked(calls.updateTemplate).at(-1)!.body).toMatchObject({ templateName: 'Visit of mine', version: 2 })
  // Somebody may have moved the template to the other list meanwhile, so Save must not send its list.
  expect(server.asked(calls.updateTemplate).at(-1)!.body).not.toHaveProperty('active')
})

test('unsaved input is discarded only after a confirmation, and a deleted template is reported; also in the dark theme and at 360 px', async () => {
  const { router, close } = openOne(aTemplate({ templateName: 'W'.repeat(250) }), 'clinicAdmin', 'dark')
  await openHeading('PLAN')
  await expectNoViolations()
  await page.viewport(360, 740)
  await expectNoViolations()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await fill('Heading', 'Plans')
  await clickOn('Cancel')
  await asks('Leave without saving?')
  await clickOn('Stay here')
  expect(router.state.location.pathname).toBe(`${address}/${idOf(71)}`)
  close()
  server.answer(
    calls.getTemplate,
    refused('This item no longer exists. Its owner may have deleted it.', 'item-gone', 404),
  )
  openPage(`${address}/${idOf(72)}`, as('doctor'))
  await says('Couldn’t open the template')
  await says('This item no longer exists. Its owner may have deleted it.')
  await expect.element(button('Retry')).toBeVisible()
})

test('while a template is sent, nothing can be entered or moved', async () => {
  const saved = Promise.withResolvers<never>()
  server.answer(calls.updateTemplate, () => saved.promise)
  openOne(aTemplate({ sectionHeadings: [aHeading(81, 'SUBJECTIVE'), aHeading(82, 'OBJECTIVE')] }))
  await fill('Template Name', 'House call')
  await clickOn('Save')
  await until(() => expect(server.asked(calls.updateTemplate)).toHaveLength(1))
  const [handle] = document.querySelectorAll<HTMLElement>('.sortable-handle')
  const order = () => [...document.querySelectorAll('.sortable-handle')].map((one) => one.ariaLabel)
  const before = order()
  for (const element of [field('Template Name').element() as HTMLElement, handle!]) {
    element.focus()
    await userEvent.keyboard('x{ArrowDown}')
  }
  expect(order()).toEqual(before)
  await expect.element(field('Template Name')).toHaveValue('House call')
  saved.resolve(refused('No.', 'x', 422) as never)
  await says('No.')
  ;(field('Template Name').element() as HTMLElement).focus()
  await userEvent.keyboard('{End}x')
  await expect.element(field('Template Name')).toHaveValue('House callx')
})
