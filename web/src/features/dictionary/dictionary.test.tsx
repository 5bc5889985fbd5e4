import { type DictionaryPhrase, type DictionaryTemplate, dictionaryCalls as calls } from '@dictara/contract/dictionary'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { aHeading } from '../../testing/template.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const aPhrase = (n: number, key: string, more: Partial<DictionaryPhrase> = {}): DictionaryPhrase => ({
  id: idOf(n),
  key,
  phrase: 'The lungs are <b>clear</b>.',
  global: true,
  active: true,
  editable: true,
  dynamic: false,
  targetEndPoint: null,
  version: 1,
  ...more,
})
const aTemplate = (n: number, templateName: string, more: Partial<DictionaryTemplate> = {}): DictionaryTemplate => ({
  id: idOf(n),
  clinicId: null,
  templateName,
  templateDescription: 'A short visit',
  templateDrivenFlowEnabled: false,
  sectionHeadings: [aHeading(81, 'Plan of care', { systemHeading: 'PLAN' })],
  required: false,
  defaultValue: '',
  editable: true,
  version: 1,
  ...more,
})
const categories = [
  { fieldUiName: 'Patient', fieldUiValue: 'PATIENT', avilableFields: ['Patient Name', 'Age'] },
  { fieldUiName: 'Encounter', fieldUiValue: 'ENCOUNTER', avilableFields: ['Facility'] },
]

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.listDictionaryPhrases, [aPhrase(1, 'normal chest'), aPhrase(2, 'normal heart')])
  server.answer(calls.createDictionaryPhrase, { result: [aPhrase(3, 'new')], message: 'Added' })
  server.answer(calls.updateDictionaryPhrase, { result: [aPhrase(1, 'chest')], message: 'Saved' })
  server.answer(calls.deleteDictionaryPhrases, { message: 'Deleted' })
  server.answer(calls.listDictionaryCategories, categories)
  server.answer(calls.listDictionaryTemplates, [aTemplate(41, 'Visit'), aTemplate(42, 'Follow-up')])
  server.answer(calls.createDictionaryTemplate, { result: [aTemplate(43, 'Knee')], message: 'Added' })
  server.answer(calls.updateDictionaryTemplate, { result: [aTemplate(41, 'Visit')], message: 'Saved' })
  server.answer(calls.deleteDictionaryTemplates, { message: 'Deleted' })
  server.answer(calls.listDictionaryHeadings, ['SUBJECTIVE', 'PLAN'])
})
afterEach(() => vi.restoreAllMocks())

const god = as('dictaraGod', { clinicId: null } as never)
const phrasesAt = '/dashboard/dictionary'
const templatesAt = '/dashboard/dictionary-templates'
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const clickOn = (name: string | RegExp) => userEvent.click(button(name))
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
const text = () => page.getByRole('textbox', { name: 'Phrase', exact: true })
async function choose(label: string, name: string) {
  await userEvent.click(page.getByLabelText(label, { exact: true }))
  await userEvent.click(page.getByTitle(name, { exact: true }).last())
}
const cells = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const removed = () => server.asked(calls.deleteDictionaryPhrases).map(({ search }) => search.get('dictionaryIds'))
const lastAsked = (call: typeof calls.listDictionaryPhrases | typeof calls.listDictionaryTemplates) =>
  Object.fromEntries(server.asked(call).at(-1)!.search)

test('the home of dictaraGod is the dictionary, whose tabs switch between its two addresses [AUTH-01, DICT-02]', async () => {
  const { router } = openPage('/dashboard', god)
  await until(() => expect(router.state.location.pathname).toBe(phrasesAt))
  const tabs = page.getByRole('navigation', { name: 'Dictionary' })
  await until(() =>
    expect(
      tabs
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Key-to-phrase', 'Dictation Templates']),
  )
  await userEvent.click(tabs.getByText('Dictation Templates'))
  await until(() => expect(router.state.location.pathname).toBe(templatesAt))
  await userEvent.click(tabs.getByText('Key-to-phrase'))
  await until(() => expect(router.state.location.pathname).toBe(phrasesAt))
})

test('the table has Key, cut at 30 characters, Phrase, without tags and cut at 90, and Action with edit and delete [DICT-04, DICT-05, DICT-06]', async () => {
  server.answer(calls.listDictionaryPhrases, [
    aPhrase(1, 'k'.repeat(31), { phrase: `<b>one</b>\n${'p'.repeat(100)}` }),
    aPhrase(2, 'k'.repeat(30), { phrase: `<i>${'q'.repeat(90)}</i>` }),
  ])
  openPage(phrasesAt, god)
  await until(() => expect(cells().length).toBe(2))
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Select', 'Key', 'Phrase', 'Action'])
  expect(cells().map(([, key, phrase]) => [key, phrase])).toEqual([
    [`${'k'.repeat(30)}…`, `one ${'p'.repeat(86)}…`],
    ['k'.repeat(30), 'q'.repeat(90)],
  ])
  for (const act of ['Edit', 'Delete']) await expect.element(button(`${act} ${'k'.repeat(30)}`)).toBeVisible()
  await expectNoViolations()
})

test('the search is sent 400 ms after typing stops, a page has ten rows, and rows can be ticked [DICT-07, DICT-21, DICT-34]', async () => {
  server.answer(calls.listDictionaryPhrases, { result: [aPhrase(1, 'normal chest')], size: 25 })
  const waits = vi.spyOn(globalThis, 'setTimeout')
  openPage(phrasesAt, god)
  await clickOn('Next page')
  await until(() => expect(lastAsked(calls.listDictionaryPhrases)).toEqual({ page: '1', size: '10', search: '' }))
  const before = server.asked(calls.listDictionaryPhrases).length
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search keys and phrases' }), 'chest')
  expect(server.asked(calls.listDictionaryPhrases).length).toBe(before)
  await until(() => expect(lastAsked(calls.listDictionaryPhrases)).toEqual({ page: '0', size: '10', search: 'chest' }))
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 400)
  await userEvent.click(page.getByRole('checkbox', { name: 'Select normal chest' }))
  await expect.element(page.getByRole('checkbox', { name: 'All on this page' })).toBeChecked()
})

test('“Delete Selected” replaces “Add New Key-to-Phrase” while rows are ticked, and asks for confirmation [DICT-08, DICT-09]', async () => {
  openPage(phrasesAt, god)
  await expect.element(button('Add New Key-to-Phrase')).toBeVisible()
  await expect.element(button('Delete Selected')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('checkbox', { name: 'Select normal chest' }))
  await expect.element(button('Add New Key-to-Phrase')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('checkbox', { name: 'All on this page' }))
  await clickOn('Delete Selected')
  await expect.element(dialog('Delete selected Key-to-Phrase?')).toBeVisible()
  await says('2 key-to-phrases. You can’t undo this. Clinics keep what they’ve imported.')
  await expectNoViolations()
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await until(() => expect(removed()).toEqual([`${idOf(1)},${idOf(2)}`]))
  await expect.element(button('Add New Key-to-Phrase')).toBeVisible()
  await clickOn('Delete normal heart')
  await says('“normal heart”. You can’t undo this. Clinics keep what they’ve imported.')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await until(() => expect(removed().at(-1)).toBe(idOf(2)))
})

test('a ticked row that someone else has deleted is reported, and the other ticked rows can still be deleted', async () => {
  const gone = 'This item no longer exists. Its owner may have deleted it.'
  server.answer(calls.deleteDictionaryPhrases, ({ search }) =>
    search.get('dictionaryIds')!.includes(idOf(1))
      ? refused(gone, 'item-gone', 404, [{ id: idOf(1) }])
      : { message: 'Deleted.' },
  )
  openPage(phrasesAt, god)
  await userEvent.click(page.getByRole('checkbox', { name: 'All on this page' }))
  const remove = async () => {
    await clickOn('Delete Selected')
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  }
  await remove()
  await says(gone)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await remove()
  await until(() => expect(removed()).toEqual([`${idOf(1)},${idOf(2)}`, idOf(2)]))
  await expect.element(button('Add New Key-to-Phrase')).toBeVisible()
})

test('the template in the address is shown even if the list has not loaded it; if it is gone, the first is shown', async () => {
  server.answer(calls.listDictionaryTemplates, [aTemplate(1, 'Annual visit'), aTemplate(2, 'Visit')])
  server.answer(calls.getDictionaryTemplate, [aTemplate(3, 'Zoster')])
  const { router } = openPage(`${templatesAt}?template=${idOf(3)}`, god)
  await expect.element(page.getByRole('heading', { name: 'Zoster' })).toBeVisible()
  server.answer(calls.getDictionaryTemplate, refused('Gone.', 'item-gone', 404))
  await router.navigate(`${templatesAt}?template=${idOf(4)}`)
  await expect.element(page.getByRole('heading', { name: 'Annual visit' })).toBeVisible()
})

test('Key, phrase and, for a dynamic phrase, category are required, and the form offers everything to fill them in [DICT-10, DICT-13, DICT-32]', async () => {
  openPage(phrasesAt, god)
  await clickOn('Add New Key-to-Phrase')
  const form = dialog('Add New Key-to-Phrase')
  await expect.element(form.getByLabelText('Key', { exact: true })).toHaveFocus()
  await expect.element(form.getByText('Static', { exact: true })).toBeVisible()
  await userEvent.click(form.getByRole('switch', { name: 'Static/Dynamic', exact: true }))
  await clickOn('Save')
  for (const words of ['Key is required', 'Phrase is required', 'Dynamic Category is required']) await says(words)
  await expectNoViolations()
  await userEvent.fill(form.getByLabelText('Key', { exact: true }), 'greeting')
  await choose('Dynamic Category', 'Patient')
  await userEvent.click(text())
  await userEvent.click(form.getByRole('button', { name: 'Bold' }))
  await userEvent.keyboard('Seen')
  await userEvent.keyboard('{Enter}Well{Enter}')
  await clickOn('Save')
  await until(() =>
    expect(server.asked(calls.createDictionaryPhrase).at(-1)?.body).toEqual({
      key: 'greeting',
      dynamic: true,
      targetEndPoint: 'PATIENT',
      phrase: '<b>Seen</b>\nWell',
    }),
  )
})

test('fields are dragged into a dynamic phrase; changing the category asks for confirmation and removes them [DICT-11, DICT-12]', async () => {
  server.answer(calls.listDictionaryPhrases, [
    aPhrase(1, 'seen', { phrase: 'Seen.', dynamic: true, targetEndPoint: 'PATIENT' }),
  ])
  openPage(phrasesAt, god)
  await clickOn('Edit seen')
  const fields = page.getByRole('group', { name: 'Available fields' })
  const dynamic = page.getByRole('switch', { name: 'Static/Dynamic', exact: true })
  await userEvent.click(dynamic)
  await expect.element(fields).not.toBeInTheDocument()
  await userEvent.click(dynamic)
  await userEvent.dragAndDrop(fields.getByRole('button', { name: 'Age' }), text())
  await until(() => expect(text().element().textContent).toContain('{{Age}}'))
  await choose('Dynamic Category', 'Encounter')
  await expect.element(dialog('Do you really want to change Dynamic Category ?')).toBeVisible()
  await says('All the dynamic tags associated with it will be removed.')
  await userEvent.click(dialog('Do you really want to change Dynamic Category ?').getByRole('button', { name: 'OK' }))
  await until(() => expect(text().element().textContent).toBe('Seen.'))
  await expect.element(fields.getByRole('button', { name: 'Facility' })).toBeVisible()
  await clickOn('Save')
  await until(() =>
    expect(server.asked(calls.updateDictionaryPhrase).at(-1)?.body).toEqual({
      id: idOf(1),
      version: 1,
      global: true,
      active: true,
      key: 'seen',
      phrase: 'Seen.',
      dynamic: true,
      targetEndPoint: 'ENCOUNTER',
    }),
  )
})

test('the key and the switch of a non-editable phrase are disabled [DICT-33]', async () => {
  server.answer(calls.listDictionaryPhrases, [aPhrase(1, 'fixed', { editable: false })])
  openPage(phrasesAt, god)
  await clickOn('Edit fixed')
  const form = dialog('Edit Key-to-Phrase')
  await expect.element(form.getByLabelText('Key', { exact: true })).toBeDisabled()
  await expect.element(form.getByLabelText('Static/Dynamic', { exact: true })).toBeDisabled()
  await expect.element(button('Save')).toBeDisabled()
})

test('templates are listed twenty per page, with more while the last page was full, and searched after 400 ms [DICT-14, DICT-21, DICT-34]', async () => {
  server.answer(calls.listDictionaryTemplates, ({ search }) =>
    search.get('page') === '0'
      ? Array.from({ length: 20 }, (_, n) => aTemplate(100 + n, `Visit ${n}`))
      : [aTemplate(200, 'The last')],
  )
  const waits = vi.spyOn(globalThis, 'setTimeout')
  openPage(templatesAt, god)
  await expect.element(button('New Template')).toBeVisible()
  await clickOn('More templates')
  await expect.element(button('The last')).toBeVisible()
  expect(lastAsked(calls.listDictionaryTemplates)).toEqual({ page: '1', size: '20', search: '' })
  await expect.element(button('More templates')).not.toBeInTheDocument()
  const before = server.asked(calls.listDictionaryTemplates).length
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search templates' }), 'knee')
  expect(server.asked(calls.listDictionaryTemplates).length).toBe(before)
  await until(() => expect(lastAsked(calls.listDictionaryTemplates)).toMatchObject({ search: 'knee' }))
  expect(waits).toHaveBeenCalledWith(expect.any(Function), 400)
})

test('the selected template shows its name, description, Directional Flow, and each heading [DICT-16, DICT-17, DICT-20]', async () => {
  server.answer(calls.listDictionaryTemplates, [
    aTemplate(41, 'Visit', {
      templateDrivenFlowEnabled: true,
      sectionHeadings: [
        aHeading(81, 'Why they come', {
          systemHeading: 'SUBJECTIVE',
          required: true,
          description: 'In their own words',
          defaultValue: 'Comes for <b>a check-up</b>.',
        }),
        aHeading(82, 'Plan of care', { systemHeading: 'PLAN' }),
      ],
    }),
  ])
  openPage(templatesAt, god)
  const detail = page.getByRole('region', { name: 'Visit' })
  await expect.element(detail.getByRole('heading', { level: 2, name: 'Visit' })).toBeVisible()
  await expect.element(detail.getByText('A short visit')).toBeVisible()
  await expect.element(detail.getByText('Directional Flow: On', { exact: true })).toBeVisible()
  const rows = detail.getByRole('list', { name: 'Headings' }).getByRole('listitem')
  expect(rows.elements().map(({ textContent }) => textContent)).toEqual([
    'Why they comeSystem section: SUBJECTIVE. Required: OnIn their own wordsComes for a check-up.',
    'Plan of careSystem section: PLAN. Required: OffNo description found',
  ])
  await expectNoViolations()
})

test('edit and delete apply to the selected template [DICT-15]', async () => {
  openPage(templatesAt, god)
  await clickOn('Follow-up')
  await expect.element(page.getByRole('region', { name: 'Follow-up' })).toBeVisible()
  await clickOn('Edit')
  const form = dialog('Edit Template')
  await userEvent.fill(form.getByLabelText('Description', { exact: true }), 'After an operation')
  await userEvent.click(form.getByRole('switch', { name: 'Directional Flow' }))
  await expectNoViolations()
  await clickOn('Save')
  await until(() =>
    expect(server.asked(calls.updateDictionaryTemplate).at(-1)?.body).toMatchObject({
      id: idOf(42),
      clinicId: null,
      templateName: 'Follow-up',
      templateDescription: 'After an operation',
      templateDrivenFlowEnabled: true,
      sectionHeadings: [{ customUIHeading: 'Plan of care', systemHeading: 'PLAN' }],
    }),
  )
  await clickOn('Follow-up')
  await clickOn('Delete')
  await expect.element(dialog('Delete Follow-up?')).toBeVisible()
  await userEvent.click(dialog('Delete Follow-up?').getByRole('button', { name: 'Delete' }))
  await until(() =>
    expect(server.asked(calls.deleteDictionaryTemplates).at(-1)?.search.get('dictionaryIds')).toBe(idOf(42)),
  )
})

test('changes to an entry by someone else are shown beside the input, and saving again applies the input on top of them', async () => {
  const stale = (now: object) => refused('Someone else has changed this.', 'changed-meanwhile', 409, [now])
  const versions = (call: typeof calls.updateDictionaryPhrase | typeof calls.updateDictionaryTemplate) =>
    server.asked(call).map(({ body }) => (body as { version: number }).version)
  const { close } = openPage(phrasesAt, god)
  server.answer(calls.updateDictionaryPhrase, () =>
    versions(calls.updateDictionaryPhrase).length > 1
      ? { result: [] }
      : stale(aPhrase(1, 'normal chest', { version: 2, phrase: 'The lungs <i>are</i> clear.' })),
  )
  await clickOn('Edit normal chest')
  await userEvent.fill(page.getByLabelText('Key', { exact: true }), 'chest')
  await clickOn('Save')
  await says('Phrase is now “The lungs are clear.”.')
  await clickOn('Save')
  await until(() => expect(versions(calls.updateDictionaryPhrase)).toEqual([1, 2]))
  expect(server.asked(calls.updateDictionaryPhrase).at(-1)!.body).toMatchObject({
    key: 'chest',
    phrase: 'The lungs <i>are</i> clear.',
  })
  close()

  openPage(templatesAt, god)
  server.answer(calls.updateDictionaryTemplate, () =>
    versions(calls.updateDictionaryTemplate).length > 1
      ? { result: [aTemplate(42, 'Follow-up')] }
      : stale(aTemplate(42, 'Follow-up', { version: 2, sectionHeadings: [aHeading(82, 'Outlook')] })),
  )
  await clickOn('Follow-up')
  await clickOn('Edit')
  await userEvent.fill(dialog('Edit Template').getByLabelText('Description', { exact: true }), 'After an operation')
  await clickOn('Save')
  await says('The list of headings is another one now.')
  await clickOn('Save')
  await until(() => expect(versions(calls.updateDictionaryTemplate)).toEqual([1, 2]))
  expect(server.asked(calls.updateDictionaryTemplate).at(-1)!.body).toMatchObject({
    templateDescription: 'After an operation',
    sectionHeadings: [{ customUIHeading: 'Outlook' }],
  })
})

test('a new template of the dictionary is written in a drawer; an unsaved new heading must be saved or cancelled first [DICT-14]', async () => {
  openPage(templatesAt, god)
  await clickOn('New Template')
  const form = dialog('New Template')
  await clickOn('Save')
  for (const words of [
    'Template Name is required',
    'Template Description is required',
    'Add atleast one section heading to save template',
  ])
    await says(words)
  await userEvent.fill(form.getByLabelText('Template Name', { exact: true }), 'Knee')
  await userEvent.fill(form.getByLabelText('Description', { exact: true }), 'A knee')
  await clickOn('New Heading')
  await clickOn('Save')
  await says('Save or cancel the new heading section')
  await userEvent.fill(form.getByLabelText('Heading', { exact: true }), 'Plan')
  await choose('System section', 'PLAN')
  await clickOn('Add')
  await clickOn('Save')
  await until(() =>
    expect(server.asked(calls.createDictionaryTemplate).at(-1)?.body).toMatchObject({
      templateName: 'Knee',
      sectionHeadings: [{ customUIHeading: 'Plan', systemHeading: 'PLAN' }],
    }),
  )
  await expect.element(form).not.toBeInTheDocument()
})

test('missing templates, descriptions and answers are reported; dark theme, 360 px [DICT-18, DICT-19]', async () => {
  await page.viewport(360, 740)
  server.answer(calls.listDictionaryTemplates, ({ search }) =>
    search.get('search')
      ? []
      : [
          aTemplate(41, 'W'.repeat(250), {
            templateDescription: '',
            sectionHeadings: [aHeading(81, 'M'.repeat(250), { description: 'x'.repeat(500) })],
          }),
        ],
  )
  const { close } = openPage(templatesAt, god, 'dark')
  await says('No template description')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await expectNoViolations()
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search templates' }), 'knee')
  await says('No dictation template found')
  close()
  server.answer(calls.listDictionaryPhrases, refused('Nothing works.', 'off', 500))
  openPage(phrasesAt, god, 'dark')
  await says('Couldn’t load the dictionary')
  await expectNoViolations()
})
