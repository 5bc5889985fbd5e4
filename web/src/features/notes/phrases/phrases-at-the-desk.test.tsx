import type { NoteTemplate, WorkPhrase } from '@dictara/contract/note-phrases'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../../editor/testing/mount.tsx'
import {
  aJob,
  askedOf,
  button,
  dialogButton,
  expectNoViolations,
  jobId,
  note,
  openNewer,
  openOlder,
  wire,
  words,
  useEditorWire,
} from '../testing/editor-wire.tsx'
import { typeAtEnd } from '../testing/other-tab.ts'

useEditorWire()

const typist = { userType: 'transcriptionist' } as const
const aPhrase = (key: string, phrase: string, more: Partial<WorkPhrase> = {}): WorkPhrase => ({
  id: `019a0000-0000-7000-8000-0000000001${key.length}0`,
  key,
  phrase,
  dynamic: false,
  headings: null,
  ...more,
})
const heading = (customUIHeading: string, more: Partial<NoteTemplate['sectionHeadings'][number]> = {}) => ({
  id: customUIHeading,
  customUIHeading,
  systemHeading: 'NONE',
  description: '',
  defaultValue: '',
  required: false,
  appendToDefault: false,
  ...more,
})
const aTemplate = (templateName: string, ...sectionHeadings: NoteTemplate['sectionHeadings']): NoteTemplate => ({
  id: `019a0000-0000-7000-8000-0000000002${String(templateName.length).padStart(2, '0')}`,
  templateName,
  templateDrivenFlowEnabled: false,
  sectionHeadings,
})

beforeEach(async () => {
  await page.viewport(1280, 800)
  wire.phrases = [aPhrase('chest', 'Chest wall is stable.'), aPhrase('rx', 'With food.', { headings: ['HISTORY'] })]
  wire.template = aTemplate(
    'Visit',
    heading('Plan', { required: true, description: 'What is to be done, and by whom.' }),
    heading('Allergies', { required: true }),
  )
})

test('the Phrases tab has the author’s phrases: searched, and inserted at the caret by Enter or a click; a save reports them once', async () => {
  openOlder(typist)
  await expect.element(note()).toHaveFocus()
  await page.getByRole('tab', { name: 'Phrases' }).click()
  await expect.element(page.getByText('1 phrase · 1 phrase under other headings only')).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search phrases' })
  await search.fill('wall')
  await expect.element(page.getByRole('option', { name: 'chest Chest wall is stable.' })).toBeVisible()
  await expectNoViolations()
  await search.fill('nothing like it')
  await expect.element(words('No matching phrase.')).toBeVisible()
  await search.fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(note()).toHaveFocus()
  await expect.element(note().getByText('Chest wall is stable.Rest and water.')).toBeVisible()
  await page.getByRole('option', { name: /^chest/ }).click()
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}{Control>}s{/Control}')
  const [kept, undone] = await until(() => {
    expect(wire.sentInsertions).toHaveLength(2)
    return wire.sentInsertions
  })
  const phraseId = wire.phrases[0]!.id
  expect(kept).toEqual({ id: expect.any(String), phraseId, letters: 21 })
  expect(undone).toEqual({ id: expect.any(String), phraseId, letters: 21, undone: true })
  await userEvent.keyboard('x{Control>}s{/Control}')
  await until(() => expect(wire.saved).toHaveLength(2))
  expect(wire.sentInsertions).toHaveLength(2)
})

test('the desk’s key opens the phrases in the text from anywhere on the page; a read-only note has none', async () => {
  const { close } = openOlder(typist)
  await expect.element(note()).toHaveFocus()
  await until(() => expect(askedOf('GET', '/phrases')).toHaveLength(1))
  ;(button('More').element() as HTMLElement).focus()
  await userEvent.keyboard('{Control>}{Shift>}k{/Shift}{/Control}')
  await expect.element(page.getByRole('listbox', { name: 'Phrases' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox', { name: 'Phrases' })).not.toBeInTheDocument()
  await expect.element(note()).toHaveFocus()
  close()
  wire.job = { ...aJob, editable: false }
  openOlder(typist)
  await expect.element(note()).toHaveAttribute('aria-readonly', 'true')
  await expect.element(page.getByRole('tab', { name: 'Keys' })).toBeVisible()
  expect(page.getByRole('tab', { name: 'Phrases' }).elements()).toEqual([])
  await button('More').click()
  await expect.element(page.getByRole('menuitem', { name: /^Keys/ })).toBeVisible()
  expect(page.getByRole('menuitem', { name: 'Change template …' }).elements()).toEqual([])
})

test('a loading error of the phrases is reported: a slash is plain text, and the desk’s key shows why there is no list', async () => {
  wire.refusals['/phrases'] = [422, 'This facility is disabled.']
  openOlder(typist)
  await expect.element(note()).toHaveFocus()
  await page.getByRole('tab', { name: 'Phrases' }).click()
  await expect.element(page.getByText('Couldn’t load the phrases.')).toBeVisible()
  note().element().focus()
  await userEvent.keyboard('/ {Control>}{Shift>}k{/Shift}{/Control}')
  const list = () => document.querySelector('.dictara-phrase-list')
  await until(() => expect(list()?.textContent).toBe('Couldn’t load the phrases.'))
  await userEvent.keyboard('{Escape}ok')
  await expect.element(note().getByText('/ okRest and water.')).toBeVisible()
})

test('required headings without text are marked, counted and reported before Complete, which may continue; a heading shows its hint', async () => {
  wire.text = ''
  openOlder(typist)
  await expect.element(note()).toHaveFocus()
  await expect.element(button('2 required headings empty')).toBeVisible()
  const outline = page.getByRole('tabpanel', { name: 'Outline' })
  await expect.element(outline.getByText('required, empty')).toBeVisible()
  await expect.element(outline.getByText('required, not in the note')).toBeVisible()
  await expect
    .element(note().getByRole('heading', { name: 'PLAN' }))
    .toHaveAttribute('title', 'What is to be done, and by whom.')
  await expectNoViolations()
  await userEvent.keyboard('Rest.')
  await expect.element(button('1 required heading empty')).toBeVisible()
  await button('Complete').click()
  await expect.element(words('1 required heading is empty: ALLERGIES.')).toBeVisible()
  await dialogButton('Complete').click()
  await expect.element(page.getByText('Another page')).toBeVisible()
})

/** Returns the headings and paragraphs of the note as the page shows them. */
const shown = () => [...note().element().querySelectorAll('h2, p')].map(({ textContent }) => textContent)

test('a key in the outline adds a missing required heading in its place with the caret there, and undo removes it in one step', async () => {
  wire.template = aTemplate('Visit', heading('Allergies', { required: true }), heading('Plan', { required: true }))
  openOlder(typist)
  await expect.element(note()).toHaveFocus()
  const add = page.getByRole('button', { name: 'ALLERGIES required, not in the note Add' })
  await expect.element(add).toBeVisible()
  await expectNoViolations()
  ;(add.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(note()).toHaveFocus()
  // One step of the history: on a busy machine, letters pressed one after the other can be several.
  document.execCommand('insertText', false, 'Penicillin.')
  expect(shown()).toEqual(['ALLERGIES', 'Penicillin.', 'PLAN', 'Rest and water.'])
  await expect.element(page.getByText(/required heading/)).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}zz{/Control}')
  expect(shown()).toEqual(['PLAN', 'Rest and water.'])
  await expect.element(add).toBeVisible()
})

test('before Complete a link goes to a required heading, adding it if missing: the question closes, and the caret is there', async () => {
  wire.text = ''
  openOlder(typist)
  await expect.element(button('2 required headings empty')).toBeVisible()
  await button('Complete').click()
  await expect.element(dialogButton('Go to PLAN')).toBeVisible()
  await expectNoViolations()
  ;(dialogButton('Add ALLERGIES').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('None.')
  expect(shown()).toEqual(['PLAN', '', 'ALLERGIES', 'None.'])
  await button('1 required heading empty').click()
  await userEvent.keyboard('Rest.')
  expect(shown()).toEqual(['PLAN', 'Rest.', 'ALLERGIES', 'None.'])
  expect(askedOf('PUT', '/complete')).toEqual([])
})

test('insertions that were not saved are reported by the save after a crash, with the restored text', async () => {
  const person = { ...typist, id: crypto.randomUUID() }
  const { close } = openOlder(person)
  await expect.element(note()).toHaveFocus()
  await until(() => expect(askedOf('GET', '/phrases')).toHaveLength(1))
  await until(() => expect(page.getByRole('tab', { name: 'Phrases' }).elements()).toHaveLength(1))
  wire.network = 'away'
  await userEvent.keyboard('{Control>}{Shift>}k{/Shift}{/Control}')
  await expect.element(page.getByRole('option', { name: /^chest/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(note().getByText('Chest wall is stable.Rest and water.')).toBeVisible()
  await expect.element(words('You are Offline')).toBeVisible()
  close()
  expect(wire.sentInsertions).toEqual([])
  wire.network = 'there'
  openOlder(person)
  await expect.element(note().getByText('Chest wall is stable.Rest and water.')).toBeVisible()
  await until(() => expect(wire.text).toBe('Chest wall is stable.Rest and water.'))
  expect(wire.sentInsertions).toEqual([{ id: expect.any(String), phraseId: wire.phrases[0]!.id, letters: 21 }])
})

test('the note follows another template: its headings in order, missing ones with default text, no word lost, undone in one step', async () => {
  wire.templates = [
    wire.template!,
    aTemplate('Follow-up', heading('Interval history', { defaultValue: 'No <b>change</b>.' }), heading('Plan')),
  ]
  wire.job = { ...aJob, templates: [{ id: wire.template!.id, templateName: 'Visit' }] }
  openNewer({ userType: 'doctor' })
  await expect.element(note()).toHaveFocus()
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Change template …' }).click()
  await expect.element(page.getByText(/^This note follows Visit\./)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Visit Plan\u00a0*, Allergies\u00a0*' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Visit/ })).toBeDisabled()
  await expectNoViolations()
  await page.getByRole('button', { name: /^Follow-up/ }).click()
  await expect.element(page.getByText('The note now follows Follow-up.')).toBeVisible()
  await until(() => expect(shown()).toEqual(['INTERVAL HISTORY', 'No change.', 'PLAN', 'Rest and water.']))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect
    .poll(() => wire.added.map(({ heading: { customUIHeading } }) => customUIHeading), { timeout: 8000 })
    .toEqual(['INTERVAL HISTORY'])
  expect(wire.added[0]!.content[0]!.value).toBe('No <b>change</b>.')
  expect(wire.sentInsertions).toMatchObject([{ phraseId: null, letters: 10 }])
  // Undo reverts both the text and the template; redo restores both.
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(shown()).toEqual(['PLAN', 'Rest and water.'])
  const follows = () => askedOf('PUT', '/template').map(({ body }) => (body as { templateId: string }).templateId)
  const [visit, followUp] = wire.templates.map(({ id }) => id)
  await until(() => expect(follows()).toEqual([followUp, visit]))
  await expect.element(button('1 required heading empty')).toBeVisible()
  await userEvent.keyboard('{Control>}y{/Control}')
  await until(() => expect(follows()).toEqual([followUp, visit, followUp]))
  expect(shown()).toEqual(['INTERVAL HISTORY', 'No change.', 'PLAN', 'Rest and water.'])
})

test('a note without a template follows none again when its first one is undone', async () => {
  wire.templates = [aTemplate('Follow-up', heading('Interval history'))]
  wire.template = null
  openNewer({ userType: 'doctor' })
  await expect.element(note()).toHaveFocus()
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Change template …' }).click()
  await page.getByRole('button', { name: /^Follow-up/ }).click()
  await until(() => expect(shown()).toContain('INTERVAL HISTORY'))
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await until(() => expect(askedOf('PUT', '/template').at(-1)!.body).toEqual({ templateId: null }))
})

test('after a correction no data of the former patient is inserted: a key waits for the fields’ new values', async () => {
  wire.phrases = [aPhrase('who', '{{Patient Name}} came.', { dynamic: true })]
  wire.fields = { 'Patient Name': 'Amara Abbott' }
  const patientId = '019a0000-0000-7000-8000-000000000777'
  wire.patients = [
    {
      pid: patientId,
      firstName: 'Chloe',
      lastName: 'Bauer',
      birthDate: '1980-01-02',
      medicalRecordNumber: 'M2',
    } as never,
  ]
  wire.job = { ...aJob, allowedActions: [...aJob.allowedActions, 'change-patient'] }
  openNewer({ userType: 'doctor' })
  await expect.element(note()).toHaveFocus()
  await until(() => expect(askedOf('GET', '/phrases')).toHaveLength(1))
  const { promise, resolve } = Promise.withResolvers<void>()
  wire.phrasesCome = promise
  wire.fields = { 'Patient Name': 'Chloe Bauer' }
  // The job cannot be loaded again yet, so its patient is not known either.
  wire.refusals[jobId] = [500, '', '']
  await button('Correct patient').click()
  await page.getByRole('button', { name: /^Chloe Bauer/ }).click()
  await dialogButton('Move').click()
  await until(() => expect(askedOf('GET', '/phrases')).toHaveLength(2))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  note().element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control} who{Tab}')
  await new Promise((later) => setTimeout(later, 300))
  expect(shown()).toEqual(['PLAN', 'Rest and water. who'])
  resolve()
  await until(() => expect(shown()).toEqual(['PLAN', 'Rest and water. Chloe Bauer came.']))
})

/** Returns a job whose patient the signed-in person may correct. */
const aCorrectableJob = () => ({ ...aJob, allowedActions: [...aJob.allowedActions, 'change-patient' as const] })

test('a save reports which words a phrase took from the patient, and their place', async () => {
  wire.phrases = [aPhrase('who', '{{First Name}}, MRN {{MRN}}, room {{Room/Bed}}.', { dynamic: true })]
  wire.fields = { 'First Name': 'Amara', MRN: 'HS10001', 'Room/Bed': null }
  openNewer({ userType: 'doctor' })
  await expect.element(note()).toHaveFocus()
  await until(() => expect(askedOf('GET', '/phrases')).toHaveLength(1))
  await userEvent.keyboard('{Control>}{End}{/Control} who{Tab}')
  await until(() => expect(shown()).toEqual(['PLAN', 'Rest and water. Amara, MRN HS10001, room ____.']))
  await userEvent.keyboard('{Control>}s{/Control}')
  await until(() => expect(wire.sentInsertions).toHaveLength(1))
  const blank = /<blank id="([^"]+)"/.exec(wire.text)![1]
  const id = expect.any(String)
  expect((wire.sentInsertions[0] as { fields: object[] }).fields).toEqual([
    { id, name: 'First Name', value: 'Amara', second: 0, before: '', after: ', MRN HS10001, room ____.' },
    { id, name: 'MRN', value: 'HS10001', second: 0, before: 'Amara, MRN ', after: ', room ____.' },
    { id: blank, name: 'Room/Bed', value: null, second: 0, before: 'Amara, MRN HS10001, room ', after: '.' },
  ])
})

test('after correcting the patient here the note shows the new values, once typed text is saved; undo restores no old value', async () => {
  wire.text = 'Known patient Amara.'
  wire.job = aCorrectableJob()
  const pid = '019a0000-0000-7000-8000-000000000777'
  const chloe = { pid, firstName: 'Chloe', lastName: 'Bauer', birthDate: '1980-01-02', medicalRecordNumber: 'M2' }
  wire.patients = [chloe as never]
  openNewer({ userType: 'doctor' })
  await expect.element(note()).toHaveFocus()
  typeAtEnd(document, ' Coughs.')
  await button('Correct patient').click()
  await page.getByRole('button', { name: /^Chloe Bauer/ }).click()
  wire.correcting = () => wire.text.replace('Amara', 'Chloe')
  await dialogButton('Move').click()
  await until(() => expect(shown()).toEqual(['PLAN', 'Known patient Chloe. Coughs.']))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  note().element().focus()
  await userEvent.keyboard('{Control>}{End}{/Control}!{Control>}z{/Control}{Control>}z{/Control}{Control>}s{/Control}')
  await until(() => expect(wire.text).toBe('Known patient Chloe.'))
  expect(page.getByText('This section was also changed elsewhere').elements()).toEqual([])
})

test('after a correction elsewhere, a section with unsaved text is shown in both texts, and nothing is overwritten', async () => {
  wire.text = 'Known patient Amara.'
  const { hear } = openNewer({ userType: 'doctor' })
  await expect.element(note()).toHaveFocus()
  await userEvent.keyboard('{Control>}{End}{/Control} Coughs.')
  wire.text = 'Known patient Chloe.'
  wire.version += 1
  wire.job = { ...wire.job, patientId: '019a0000-0000-7000-8000-000000000777' }
  await hear()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect
    .element(page.getByRole('dialog').getByText('This section was also changed elsewhere').last())
    .toBeVisible()
  expect(shown()).toEqual(['PLAN', 'Known patient Amara. Coughs.'])
  expect(wire.text).toBe('Known patient Chloe.')
})
