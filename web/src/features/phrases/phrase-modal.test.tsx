import { phraseCalls as calls } from '@dictara/contract/phrases'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import '../../app/shell.css'
import { inForcedColours } from '../../editor/testing/forced-colours.ts'
import { expectNoViolations, expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aPhrase } from '../../testing/phrase.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

let server: Calls
const kept = aPhrase(11, {
  key: 'greeting',
  phrase: 'Dear {{Patient Name}}, <b>hello</b>',
  dynamic: true,
  targetEndPoint: 'PATIENT',
})
const inUse = aPhrase(12, { key: 'heart', phrase: 'Regular.', active: true })
const received = aPhrase(13, { key: 'from the clinic', active: true, editable: false })

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.getPhraseSettings, [{ keyAlone: false }])
  server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'mine' ? [kept] : [inUse, received]))
  server.answer(calls.listDynamicCategories, [
    { fieldUiName: 'Patient', fieldUiValue: 'PATIENT', avilableFields: ['Patient Name', 'Age'] },
    { fieldUiName: 'Encounter', fieldUiValue: 'ENCOUNTER', avilableFields: ['Facility'] },
  ])
  server.answer(calls.listTemplateMapping, [
    {
      id: idOf(91),
      templateName: 'Visit',
      sectionHeadings: [{ customUIHeading: 'EXAM' }, { customUIHeading: 'PLAN' }],
    },
    { id: idOf(92), templateName: 'Letter', sectionHeadings: [{ customUIHeading: 'BODY' }] },
  ])
})
afterEach(() => {
  vi.restoreAllMocks()
  delete document.documentElement.dataset['theme']
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
const modal = () => page.getByRole('dialog', { name: / Key$/ })
const key = () => modal().getByLabelText('Key', { exact: true })
const phrase = () => modal().getByRole('textbox', { name: 'Phrase', exact: true })
const toggle = (name: string) => modal().getByLabelText(name, { exact: true })
const restricted = () => modal().getByRole('checkbox', { name: 'Restrict to selected Templates' })
const boxOf = (name: string) =>
  page.getByText(name, { exact: true }).element().closest('.ant-tree-treenode')!.querySelector('.ant-tree-checkbox')!
const question = (name: string) => page.getByRole('dialog', { name, exact: true })

async function open(card: string | null, who = as('doctor'), look?: 'light' | 'dark') {
  const opened = openPage('/dashboard/settings/key-to-phrase', who, look)
  await userEvent.click(card === null ? button('Create New K2P') : page.getByText(card, { exact: true }))
  await expect.element(phrase()).toBeVisible()
  return opened
}
async function category(name: string) {
  await userEvent.click(modal().getByLabelText('Dynamic Category', { exact: true }))
  await userEvent.click(page.getByTitle(name, { exact: true }).last())
}

test('a new phrase needs key, phrase and, if it is dynamic, a category [K2P-45, K2P-46, K2P-47]', async () => {
  await open(null)
  await expect.element(key()).toHaveFocus()
  await userEvent.click(button('Submit'))
  await says('Key is required')
  await says('Phrase is required')
  expect(modal().getByText('Dynamic Category').query()).toBeNull()
  await userEvent.click(toggle('Static/Dynamic'))
  await userEvent.click(button('Submit'))
  await says('Dynamic Category is required')
  expect(server.asked(calls.createPhrase)).toEqual([])
})

test('key and formatted phrase are sent with inner line breaks but no final one, and the collection is reloaded [K2P-09, K2P-34, K2P-49]', async () => {
  server.answer(calls.createPhrase, { result: [kept], message: 'greeting is in My Collection.' })
  await open(null)
  await userEvent.fill(key(), 'greeting')
  await userEvent.click(phrase())
  await userEvent.click(button('Bold'))
  await userEvent.keyboard('Dear')
  await userEvent.click(button('Bold'))
  await userEvent.keyboard(' all <p>{Enter}bye{Enter}')
  await userEvent.click(button('Submit'))
  await says('Phrase “greeting” saved')
  const [asked] = server.asked(calls.createPhrase)
  expect(asked!.what).toBe('POST /api/clinic/authors/canned-text')
  expect(asked!.body).toEqual({
    key: 'greeting',
    phrase: '<b>Dear</b> all &lt;p&gt;\nbye',
    dynamic: false,
    targetEndPoint: null,
    global: false,
    restrictedToTemplates: false,
    templateMapping: [],
    exportToOtherAuthors: false,
  })
  await until(() => expect(server.asked(calls.listPhrases)).toHaveLength(4))
  expect(modal().query()).toBeNull()
})

test('the toolbar has bold, italic, underline, strike and clean, and text pasted from Word becomes plain text [K2P-10, K2P-60]', async () => {
  await open(null)
  const html = () => phrase().element().innerHTML
  const tools = modal().getByRole('toolbar', { name: 'Formats' }).getByRole('button').elements()
  expect(tools.map((tool) => tool.getAttribute('aria-label'))).toEqual([
    'Bold',
    'Italic',
    'Underline',
    'Strike',
    'Clean',
  ])
  await userEvent.click(phrase())
  for (const name of ['Bold', 'Italic', 'Underline', 'Strike']) await userEvent.click(button(name))
  await userEvent.keyboard('x')
  await until(() => expect(html()).toBe('<p><b><i><u><s>x</s></u></i></b></p>'))
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.click(button('Clean'))
  await until(() => expect(html()).toBe('<p>x</p>'))
  const clipboardData = new DataTransfer()
  clipboardData.setData(
    'text/html',
    '<style>p{color:red}</style><script>alert(1)</script><table><tr><td><b>BP</b></td></tr></table>',
  )
  clipboardData.setData('text/plain', 'BP\t120\r\n<script>alert(1)</script>')
  phrase()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await until(() => expect(html()).toBe('<p>BP\t120</p><p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'))
})

test('a dynamic phrase has a category, whose fields are inserted by click or by dragging [K2P-11, K2P-12]', async () => {
  server.answer(calls.createPhrase, { result: [kept], message: 'Created.' })
  await open(null)
  await userEvent.fill(key(), 'who')
  expect(modal().getByLabelText('Dynamic Category', { exact: true }).query()).toBeNull()
  const dynamic = modal().getByRole('switch', { name: 'Static/Dynamic', exact: true })
  await expect.element(dynamic).not.toBeChecked()
  await userEvent.click(dynamic)
  await expect.element(dynamic).toBeChecked()
  await category('Patient')
  const fields = modal().getByRole('group', { name: 'Available fields' })
  await expect.element(fields.getByRole('button', { name: 'Age' })).toHaveAttribute('draggable', 'true')
  await userEvent.click(phrase())
  await userEvent.keyboard('Seen: ')
  ;(fields.getByRole('button', { name: 'Patient Name' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(phrase()).toHaveTextContent('Seen: {{Patient Name}}')
  await userEvent.dragAndDrop(fields.getByRole('button', { name: 'Age' }), phrase())
  await expect.element(phrase()).toHaveTextContent('Seen: {{Patient Name}}{{Age}}')
  await userEvent.click(button('Submit'))
  await says('Phrase “who” saved')
  expect(server.asked(calls.createPhrase)[0]!.body).toMatchObject({ dynamic: true, targetEndPoint: 'PATIENT' })
})

test('changing the category asks for confirmation, and removes its fields from the phrase [K2P-43]', async () => {
  await open('greeting')
  await category('Encounter')
  const asks = question('Do you really want to change Dynamic Category ?')
  await expect.element(asks.getByText('All the dynamic tags associated with it will be removed.')).toBeVisible()
  await userEvent.click(asks.getByRole('button', { name: 'Cancel' }))
  await expect.element(phrase()).toHaveTextContent('Dear {{Patient Name}}, hello')
  await until(() => expect(asks.query()).toBeNull())
  await category('Encounter')
  await userEvent.click(asks.getByRole('button', { name: 'OK' }))
  await expect.element(phrase()).toHaveTextContent('Dear , hello')
  expect(phrase().element().querySelector('b')?.textContent).toBe('hello')
  await expect.element(button('Facility')).toBeVisible()
})

test('a phrase can be restricted to headings of templates: a template is ticked when all its headings are, and no empty choice is saved [K2P-14, K2P-50, K2P-13]', async () => {
  server.answer(calls.updatePhrase, { result: [kept], message: 'Saved.' })
  await open('greeting')
  await userEvent.click(modal().getByRole('switch', { name: 'Globally Available', exact: true }))
  await userEvent.click(restricted())
  const tree = modal().getByRole('tree', { name: 'Templates and headings' })
  await expect.element(tree).toBeVisible()
  ;(tree.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  await userEvent.click(
    page
      .getByText('EXAM', { exact: true })
      .element()
      .closest('.ant-tree-treenode')!
      .querySelector('.ant-tree-checkbox')!,
  )
  await until(() => expect(boxOf('Visit').className).toContain('ant-tree-checkbox-indeterminate'))
  await userEvent.click(boxOf('PLAN'))
  await until(() => expect(boxOf('Visit').className).toContain('ant-tree-checkbox-checked'))
  expect(boxOf('Letter').className).not.toContain('checked')
  await userEvent.click(button('Save'))
  await says('Phrase “greeting” saved')
  expect(server.asked(calls.updatePhrase)[0]!.body).toMatchObject({
    global: true,
    restrictedToTemplates: true,
    templateMapping: [{ templateId: idOf(91), allHeadings: true, templateHeadings: ['EXAM', 'PLAN'] }],
  })
})

test('Save is enabled only while something differs, and the saved phrase changes in its place [K2P-34, K2P-44]', async () => {
  const changed = { ...kept, key: 'welcome', version: 2 }
  server.answer(calls.updatePhrase, { result: [changed], message: 'Saved.' })
  await open('greeting')
  await expect.element(button('Save')).toBeDisabled()
  await userEvent.fill(key(), 'welcome')
  await expect.element(button('Save')).toBeEnabled()
  await userEvent.fill(key(), 'greeting')
  await expect.element(button('Save')).toBeDisabled()
  await userEvent.fill(key(), 'welcome')
  await userEvent.click(button('Save'))
  await says('welcome')
  const [asked] = server.asked(calls.updatePhrase)
  expect(asked!.what).toBe('PUT /api/clinic/authors/canned-text')
  expect(asked!.body).toMatchObject({ id: kept.id, version: 1, key: 'welcome', phrase: kept.phrase })
  // Somebody may have moved the phrase to the other list meanwhile, so Save must not send its list.
  expect(asked!.body).not.toHaveProperty('active')
  expect(server.asked(calls.listPhrases)).toHaveLength(2)
})

test('a dropped table keeps its lines, and pasting a picture removes nothing', async () => {
  await open(null)
  await userEvent.click(phrase())
  await userEvent.keyboard('Old')
  const element = phrase().element() as HTMLElement
  const { left, top } = element.querySelector('p')!.getBoundingClientRect()
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/html', '<table><tr><td>Na</td><td>140</td></tr><tr><td>K</td><td>4</td></tr></table>')
  dataTransfer.setData('text/plain', 'Na\t140\nK\t4')
  const at = { clientX: left + 2, clientY: top + 8, bubbles: true, cancelable: true }
  element.dispatchEvent(new DragEvent('drop', { dataTransfer, ...at }))
  const lines = () => [...element.querySelectorAll('p')].map(({ textContent }) => textContent)
  await until(() => expect(lines()).toEqual(['Na\t140', 'K\t4Old']))
  await userEvent.keyboard('{Control>}a{/Control}')
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File([new Uint8Array(4)], 'x.png', { type: 'image/png' }))
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  expect(lines()).toEqual(['Na\t140', 'K\t4Old'])
})

test('further limits that the tree does not show are mentioned and kept', async () => {
  const unseen = { templateId: idOf(95), allHeadings: true, templateHeadings: ['X'] }
  const received = { ...kept, restrictedToTemplates: true, templateMapping: [unseen] }
  server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'mine' ? [received] : []))
  server.answer(calls.updatePhrase, { result: [received], message: 'Saved.' })
  await open('greeting')
  await says('It’s also restricted to a template that isn’t in your lists.')
  await userEvent.click(page.getByText('Letter', { exact: true }))
  await userEvent.click(button('Save'))
  await until(() => expect(server.asked(calls.updatePhrase)).toHaveLength(1))
  expect(server.asked(calls.updatePhrase)[0]!.body.templateMapping).toEqual([
    { templateId: idOf(92), allHeadings: true, templateHeadings: ['BODY'] },
    unseen,
  ])
})

test('a heading that no longer exists is reported, the tree is loaded again, and the next Save sends what it shows', async () => {
  const words = 'One of the templates or headings you chose no longer exists. Choose again.'
  server.answer(calls.updatePhrase, refused(words, 'mapping-unknown', 422))
  await open('greeting')
  await userEvent.click(restricted())
  const tree = modal().getByRole('tree', { name: 'Templates and headings' })
  await expect.element(tree).toBeVisible()
  ;(tree.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  await userEvent.click(page.getByText('EXAM', { exact: true }))
  const visit = (...names: string[]) => ({
    id: idOf(91),
    templateName: 'Visit',
    sectionHeadings: names.map((customUIHeading) => ({ customUIHeading })),
  })
  server.answer(calls.listTemplateMapping, [visit('TEST', 'PLAN')])
  await userEvent.click(button('Save'))
  await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
  await says('TEST')
  expect(page.getByText('EXAM', { exact: true }).query()).toBeNull()
  server.answer(calls.updatePhrase, { result: [kept], message: 'Saved.' })
  await userEvent.click(page.getByText('TEST', { exact: true }))
  await userEvent.click(button('Save'))
  await until(() =>
    expect(server.asked(calls.updatePhrase).at(-1)!.body.templateMapping).toEqual([
      { templateId: idOf(91), allHeadings: false, templateHeadings: ['TEST'] },
    ]),
  )
})

test('while a phrase is sent its fields are disabled, so that no input is lost, and a refusal returns the focus', async () => {
  const [first, second] = [Promise.withResolvers<never>(), Promise.withResolvers<never>()]
  const answers = [first.promise, second.promise]
  server.answer(calls.updatePhrase, () => answers.shift()!)
  await open('greeting')
  await userEvent.click(phrase())
  await userEvent.keyboard('{Control>}{End}{/Control} one')
  const enter = async () => {
    for (const field of [key(), phrase(), toggle('Globally Available')]) (field.element() as HTMLElement).focus()
    await userEvent.keyboard(' two')
    return phrase().element().textContent
  }
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await userEvent.click(button('Save'))
  await until(() => expect(server.asked(calls.updatePhrase)).toHaveLength(1))
  const sent = phrase().element().textContent
  expect(await enter()).toBe(sent)
  await expect.element(toggle('Globally Available')).not.toBeChecked()
  first.resolve(refused('No.', 'x', 422) as never)
  await says('No.')
  ;(phrase().element() as HTMLElement).focus()
  await userEvent.keyboard('{Control>}{End}{/Control}!')
  await until(() => expect(phrase().element().textContent).toBe(`${sent}!`))
})

test('a phrase that was moved elsewhere before it was saved appears in its new list', async () => {
  const changed = { ...kept, key: 'welcome', version: 2, active: true }
  server.answer(calls.updatePhrase, () => {
    server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'active' ? [changed] : []))
    return { result: [changed], message: 'Saved.' }
  })
  await open('greeting')
  await userEvent.fill(key(), 'welcome')
  await userEvent.click(button('Save'))
  await expect
    .element(page.getByRole('region', { name: 'Active List' }).getByText('welcome', { exact: true }))
    .toBeVisible()
  await says('No data available')
})

test('unsaved changes block Add to Active List, and need a confirmation before they are discarded [K2P-31]', async () => {
  await open('greeting')
  await userEvent.fill(key(), 'welcome')
  await userEvent.click(button('Add to Active List'))
  await says('Please save the changes to proceed?')
  expect(server.asked(calls.activatePhrases)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(question('Leave without saving?').getByRole('button', { name: 'Stay here' }))
  await expect.element(key()).toHaveValue('welcome')
  await userEvent.click(modal().getByRole('button', { name: 'Close' }).last())
  await userEvent.click(button('Leave'))
  await until(() => expect(modal().query()).toBeNull())
})

test('a phrase can be added to the Active List, removed from it, and deleted after a confirmation [K2P-16, K2P-30, K2P-33]', async () => {
  server.answer(calls.activatePhrases, { result: [], message: 'In use.' })
  server.answer(calls.deactivatePhrases, { result: [], message: 'Put aside.' })
  server.answer(calls.deletePhrases, { result: [], message: 'Gone.' })
  await open('greeting')
  await expect.element(button('Save')).toBeVisible()
  await userEvent.click(button('Add to Active List'))
  await says('Phrase “greeting” is now active')
  await until(() => expect(server.asked(calls.listPhrases)).toHaveLength(4))
  await userEvent.click(page.getByText('heart', { exact: true }))
  await userEvent.click(button('Remove from Active List'))
  await userEvent.click(
    question('Are you sure you want to delete?').getByRole('button', { name: 'Move to My Collection' }),
  )
  await says('Phrase “heart” moved to My Collection')
  await userEvent.click(page.getByText('heart', { exact: true }))
  await userEvent.click(modal().getByRole('button', { name: 'Delete', exact: true }))
  server.answer(calls.listPhrases, ({ search }) => (search.get('type') === 'mine' ? [kept] : [received]))
  await userEvent.click(question('Are you sure you want to delete?').getByRole('button', { name: 'Delete' }))
  await says('Phrase “heart” deleted')
  expect(server.asked(calls.deletePhrases)[0]!.search.get('cannedTextIds')).toBe(inUse.id)
  await until(() => expect(page.getByText('heart', { exact: true }).query()).toBeNull())
  await userEvent.click(button('Create New K2P'))
  await expect.element(button('Submit')).toBeVisible()
})

test('a non-editable phrase is read-only: key and switches are disabled, and Save is missing [K2P-42, K2P-48, K2P-55]', async () => {
  await open('from the clinic', as('admin'))
  await says('Action Denied: This item is not editable.')
  await expect.element(key()).toBeDisabled()
  await expect.element(toggle('Static/Dynamic')).toBeDisabled()
  await expect.element(toggle('Globally Available')).toBeDisabled()
  await expect.element(restricted()).toBeDisabled()
  await expect.element(phrase()).toHaveAttribute('contenteditable', 'false')
  await expect.element(button('Remove from Active List')).toBeEnabled()
  expect(button('Save').query()).toBeNull()
  expect(modal().getByText('Activate for all users').query()).toBeNull()
  await expectNoViolations(modal().element())
})

test('Activate for all users is offered only to managers, and only for new and editable phrases [K2P-15, K2P-52]', async () => {
  server.answer(calls.createPhrase, { result: [kept], message: 'Created.' })
  const ofAll = () => modal().getByRole('checkbox', { name: 'Activate for all users' })
  const doctors = await open(null)
  expect(ofAll().query()).toBeNull()
  doctors.close()
  const admins = await open('greeting', as('admin'))
  await expect.element(ofAll()).toBeVisible()
  admins.close()
  await open(null, as('clinicAdmin'))
  await userEvent.fill(key(), 'greeting')
  await userEvent.click(phrase())
  await userEvent.keyboard('Hello')
  await userEvent.click(ofAll())
  await userEvent.click(button('Submit'))
  await says('Phrase “greeting” saved')
  expect(server.asked(calls.createPhrase)[0]!.body).toMatchObject({ exportToOtherAuthors: true })
  await userEvent.click(page.getByText('greeting', { exact: true }))
  await expect.element(ofAll()).toBeVisible()
  await userEvent.click(modal().getByRole('button', { name: 'Close' }).last())
  await userEvent.click(page.getByText('from the clinic', { exact: true }))
  await says('Action Denied: This item is not editable.')
  expect(ofAll().query()).toBeNull()
})

test('a refusal is shown at its field, and the input is kept', async () => {
  const words = 'You already have a phrase with this key.'
  server.answer(calls.updatePhrase, refused(words, 'key-taken', 409))
  await open('greeting')
  await userEvent.fill(key(), 'heart')
  await userEvent.click(button('Save'))
  await expect.element(modal().getByText(words, { exact: true })).toBeVisible()
  await expect.element(key()).toHaveValue('heart')
  await expect.element(key()).toHaveFocus()
})

test('changes to a phrase by someone else are shown beside the input, and saving again applies the input on top of them', async () => {
  const now = { ...kept, version: kept.version + 1, key: 'welcome', phrase: 'Dear <b>all</b>', global: true }
  server.answer(calls.updatePhrase, ({ body }) =>
    (body as { version: number }).version === now.version
      ? { result: [now] }
      : refused('Someone else has changed this.', 'changed-meanwhile', 409, [now]),
  )
  await open('greeting')
  await userEvent.click(phrase())
  await userEvent.keyboard('{Control>}{End}{/Control} friend')
  await userEvent.click(button('Save'))
  await says('Phrase is now “Dear all”; what you entered is below.')
  await says('Key is now “welcome”.')
  await expect.element(key()).toHaveValue('welcome')
  await expect.element(toggle('Globally Available')).toBeChecked()
  await expectNoViolations(modal().element())
  await userEvent.click(button('Save'))
  await until(() => expect(modal().query()).toBeNull())
  expect(server.asked(calls.updatePhrase).at(-1)!.body).toMatchObject({
    version: now.version,
    key: 'welcome',
    phrase: 'Dear {{Patient Name}}, <b>hello friend</b>',
    global: true,
  })
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('passes axe in %s and fits %i pixels', async (look, width) => {
  await page.viewport(width, 740)
  await open('greeting', as('clinicAdmin'), look)
  await userEvent.click(restricted())
  await expect.element(page.getByText('Letter', { exact: true })).toBeVisible()
  await expect.element(button('Patient Name')).toBeVisible()
  await expectNoViolations(modal().element())
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('a new phrase passes axe in light and dark', async () => {
  await open(null)
  await expectNoViolationsInBothLooks(modal().element())
})

test('a switch is visible in forced colours, on or off, and its handle does not cover its text', async () => {
  await open(null)
  const ground = (name: string) => getComputedStyle(toggle(name).element()).backgroundColor
  await inForcedColours(async () => {
    const off = ground('Globally Available')
    expect([off, ground('Static/Dynamic')]).not.toContain(getComputedStyle(modal().element()).backgroundColor)
    await userEvent.click(toggle('Globally Available'))
    await until(() => expect(ground('Globally Available')).not.toBe(off))
  })
  await userEvent.click(toggle('Static/Dynamic'))
  const word = document.createRange()
  word.selectNodeContents(modal().getByText('Dynamic', { exact: true }).element())
  const handle = toggle('Static/Dynamic').element().querySelector('.ant-switch-handle')!
  await until(() =>
    expect(handle.getBoundingClientRect().left - word.getBoundingClientRect().right).toBeGreaterThanOrEqual(4),
  )
})
