import { inferenceCalls as calls, type InferenceItem } from '@dictara/contract/inference'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { refused } from '../../testing/wire.ts'
import {
  aField,
  button,
  desk,
  drugs,
  openInference as open,
  saved,
  sectionId,
  useInferenceDesk,
} from './inference.fixtures.tsx'

useInferenceDesk()
afterEach(() => vi.restoreAllMocks())

test('a value links to its words in the note, and is marked when they are gone', async () => {
  await open([
    aField({
      value: ['chest pain', 'fever', 'rash'],
      annotations: [{ startIndex: 4, endIndex: 14 }, null, null],
      flag: [null, 'WORDS_GONE', 'UNCERTAIN'],
    }),
  ])
  await userEvent.click(button('chest pain'))
  expect(desk.shown).toEqual([[sectionId, 4, 14]])
  await expect.element(page.getByText('Not in the text any more')).toBeVisible()
  await expect.element(page.getByText('Uncertain')).toBeVisible()
  expect(button('fever').elements()).toEqual([])
})

test('a field that a person changed is marked Updated Inference, and Allow Edit reverts it to the inference [INFR-12]', async () => {
  await open([aField({ edited: true })])
  await expect.element(page.getByText('Updated Inference')).toBeVisible()
  desk.server.answer(calls.allowOverwrite, () => {
    desk.read = { ...desk.read, sections: [{ sectionId, heading: 'PLAN', items: [aField()] }] }
    return []
  })
  await userEvent.click(button('Allow Edit: Complaint'))
  await expect.element(page.getByText('Updated Inference')).not.toBeInTheDocument()
  await expect.element(button('Edit Complaint')).toBeVisible()
  expect(button('Allow Edit: Complaint').elements()).toEqual([])
  expect(desk.server.asked(calls.allowOverwrite)[0]!.body).toEqual({ key: 'Complaint' })
})

test('Allow override clears the edited mark of a table [INFR-13]', async () => {
  await open([{ ...drugs({ Drug: 'Aspirin', Route: 'Oral' }), edited: true }])
  await userEvent.click(button('Allow override: Medications'))
  await until(() => expect(desk.server.asked(calls.allowOverwrite)[0]?.body).toEqual({ key: 'Medications' }))
})

const possible = ['Mild', 'Severe']
const input = (role: 'textbox' | 'combobox' | 'checkbox' | 'switch', name = 'Complaint') =>
  page.getByRole(role, { name })
test.each([
  ['Text Box [INFR-02]', { type: 'Text Box' }, () => userEvent.fill(input('textbox'), 'Cough'), ['Cough']],
  [
    'Dropdown [INFR-03]',
    { type: 'Dropdown', possibleValues: possible, value: [] },
    async () => {
      await userEvent.click(input('combobox'))
      await userEvent.click(page.getByTitle('Severe').last())
    },
    ['Severe'],
  ],
  ['Checkbox [INFR-04]', { type: 'Checkbox', value: ['No'] }, () => userEvent.click(input('checkbox')), ['Yes']],
  ['Toggle [INFR-05]', { type: 'Toggle', value: ['No'] }, () => userEvent.click(input('switch')), ['Yes']],
  [
    'Radio Button [INFR-06]',
    { type: 'Radio Button', possibleValues: possible, value: ['Mild'] },
    () => userEvent.click(page.getByRole('radio', { name: 'Severe' })),
    ['Severe'],
  ],
  [
    'List [INFR-07]',
    { type: 'List' },
    async () => {
      await userEvent.click(input('combobox'))
      await userEvent.keyboard('Rest{Enter}')
    },
    ['chest pain', 'Rest'],
  ],
  [
    'Date/Time [INFR-08] [INFR-15]',
    { type: 'Date/Time', value: ['11/20/26'] },
    async () => {
      await expect.element(input('textbox')).toHaveValue('11/20/26')
      await userEvent.fill(input('textbox'), '11/21/26')
      await userEvent.keyboard('{Enter}')
    },
    ['11/21/26'],
  ],
] as const)('a field of the kind %s is edited in place', async (_kind, field, change, value) => {
  await open([aField(field as Partial<InferenceItem>)])
  await userEvent.click(button('Edit Complaint'))
  await change()
  await userEvent.click(button('Save'))
  await until(() => expect(saved()).toEqual([{ key: 'Complaint', value }]))
  await expect.element(button('Save')).not.toBeInTheDocument()
})

test('Escape cancels an edit', async () => {
  await open([aField()])
  await userEvent.click(button('Edit Complaint'))
  await userEvent.fill(input('textbox'), 'Cough')
  await userEvent.keyboard('{Escape}')
  await expect.element(button('chest pain')).toBeVisible()
  expect(saved()).toBeUndefined()
})

test('an empty mandatory field cannot be saved, and Save shows why [INFR-19]', async () => {
  await open([aField({ mandatory: true })])
  await userEvent.click(button('Edit Complaint'))
  await userEvent.clear(input('textbox'))
  await expect.element(button('Save')).toBeDisabled()
  await userEvent.hover(button('Save'), { force: true })
  await expect.element(page.getByRole('tooltip', { name: 'Mandatory Field' })).toBeVisible()
})

const day = (title: string) => document.querySelector(`.ant-picker-cell[title="${title}"]`)
test.each([
  ['Start Date', 'End Date'],
  ['Chief Complaint Start Date', 'Chief Complaint End Date'],
  ['Surgery/Procedure Start Date', 'Surgery/Procedure End Date'],
])('%s cannot be after %s, nor the other way round [INFR-16]', async (start, end) => {
  await open([
    aField({ key: start, type: 'Date/Time', value: ['11/10/26'] }),
    aField({ key: end, type: 'Date/Time', value: ['11/20/26'] }),
  ])
  await userEvent.click(button(`Edit ${start}`))
  await userEvent.click(page.getByRole('textbox', { name: start }))
  await until(() => expect(day('2026-11-21')).not.toBe(null))
  expect([day('2026-11-20'), day('2026-11-21')].map((cell) => cell!.matches('.ant-picker-cell-disabled'))).toEqual([
    false,
    true,
  ])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button('Cancel'))
  await userEvent.click(button(`Edit ${end}`))
  await userEvent.click(page.getByRole('textbox', { name: end }))
  await until(() => expect(day('2026-11-09')?.closest('.ant-picker-dropdown-hidden')).toBe(null))
  const cells = [...document.querySelectorAll('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden) .ant-picker-cell')]
  const isOff = (title: string) =>
    cells.find((cell) => cell.getAttribute('title') === title)!.matches('.ant-picker-cell-disabled')
  expect([isOff('2026-11-09'), isOff('2026-11-10')]).toEqual([true, false])
})

test('if the end date is empty, choosing a start date also sets the end date [INFR-17]', async () => {
  await open([
    aField({ key: 'Start Date', type: 'Date/Time', value: [] }),
    aField({ key: 'End Date', type: 'Date/Time', value: [] }),
  ])
  await userEvent.click(button('Edit Start Date'))
  await userEvent.fill(page.getByRole('textbox', { name: 'Start Date' }), '11/21/26')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button('Save'))
  await until(() =>
    expect(saved()).toEqual([
      { key: 'Start Date', value: ['11/21/26'] },
      { key: 'End Date', value: ['11/21/26'] },
    ]),
  )
})

const dialog = page.getByRole('dialog', { name: 'Medications' })
test('a table is edited row by row, and mandatory cells are marked, with their default value [INFR-09, INFR-18, INFR-20]', async () => {
  await page.viewport(1280, 800)
  await open([drugs({ Drug: 'Aspirin', Route: 'Oral' })])
  await userEvent.click(button('Edit Medications'))
  await expect
    .element(dialog.getByText(/Mandatory columns are set to their default values if you don’t update them/))
    .toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Add row' }))
  await expect.element(dialog.getByText('Required field.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Drug, row 2' }), 'Ointment')
  await expect.element(dialog.getByText('Required field.')).not.toBeInTheDocument()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Start Date, row 2' }), '11/21/26')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await until(() =>
    expect(saved()).toEqual([
      {
        key: 'Medications',
        value: [
          { Drug: 'Aspirin', Route: 'Oral' },
          { Drug: 'Ointment', Route: 'Oral', 'Start Date': '11/21/26', 'End Date': '11/21/26' },
        ],
      },
    ]),
  )
})

test('a table shows eight rows per page, and scrolls above a height of 350 px [INFR-21]', async () => {
  await page.viewport(1280, 800)
  await open([drugs(...Array.from({ length: 9 }, (_, n) => ({ Drug: `Drug ${n + 1}`, Route: 'Oral' })))])
  expect(page.getByRole('list', { name: 'Medications' }).getByRole('listitem').elements()).toHaveLength(8)
  await userEvent.click(button('Edit Medications'))
  await expect.element(dialog.getByRole('textbox', { name: 'Drug, row 8' })).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Drug, row 9' }).elements()).toEqual([])
  const body = document.querySelector<HTMLElement>('.ant-table-body')!
  expect(getComputedStyle(body).maxHeight).toBe('350px')
  await expectNoViolations()
})

test('each refusal is shown with its own title [INFR-27]', async () => {
  desk.server.answer(calls.saveInference, refused('“Cough” isn’t one of the values.'))
  desk.server.answer(calls.allowOverwrite, refused('Somebody else has this job now.'))
  await open([aField({ edited: true })])
  await userEvent.click(button('Edit Complaint'))
  await userEvent.click(button('Save'))
  await expect.element(page.getByText('Inference Update Failed')).toBeVisible()
  await expect.element(page.getByText('“Cough” isn’t one of the values.')).toBeVisible()
  await userEvent.click(button('Cancel'))
  await userEvent.click(button('Allow Edit: Complaint'))
  await expect.element(page.getByText('Edit Flag Update Failed')).toBeVisible()
  await expect.element(page.getByText('Somebody else has this job now.')).toBeVisible()
})

test('if inference cannot be loaded, the server’s message is shown with Retry [INFR-27]', async () => {
  desk.server.answer(calls.getNoteInference, refused('The note is being moved.'))
  await open([])
  await expect.element(page.getByText('Inference Fetch Failed')).toBeVisible()
  await expect.element(page.getByText('The note is being moved.')).toBeVisible()
  await expect.element(button('Retry')).toBeVisible()
})

test('without inference in the plan, the panel is replaced by a note on how to get it [Q130]', async () => {
  await open([aField({ value: ['Cough'], edited: true })])
  await expect.element(page.getByText('Cough')).toBeVisible()
  desk.server.answer(calls.getNoteInference, refused('The plan has expired.', 'inference-plan-expired'))
  desk.server.answer(calls.allowOverwrite, refused('The plan has expired.', 'inference-plan-expired'))
  await userEvent.click(button('Allow Edit: Complaint'))
  await expect
    .element(page.getByText('The plan has expired. An administrator can change or renew the plan under Billing.'))
    .toBeVisible()
  expect(page.getByText('Cough').elements()).toEqual([])
  expect(button('Retry').elements()).toEqual([])
})

test('an empty section is not shown, and a note without any inference says so [INFR-14]', async () => {
  await open([])
  await expect.element(page.getByText('Nothing was found in this note.')).toBeVisible()
  expect(page.getByRole('heading', { name: 'PLAN' }).elements()).toEqual([])
})

test('sections without a heading are not landmarks with the same name', async () => {
  const sections = ['a', 'b'].map((id) => ({ sectionId: id, heading: '', items: [aField({ value: [id] })] }))
  desk.server.answer(calls.getNoteInference, () => [{ ...desk.read, sections }])
  await open([])
  await until(() => expect(page.getByRole('heading', { name: 'Section without heading' }).elements()).toHaveLength(2))
  await expectNoViolations(document.querySelector('.inference')!)
})

test('the panel reloads until the latest text has been read', async () => {
  desk.read = { ...desk.read, isCurrent: false }
  await open([])
  await expect.element(page.getByText('Reading the latest text …')).toBeVisible()
  desk.read = { ...desk.read, isCurrent: true, sections: [{ sectionId, heading: 'PLAN', items: [aField()] }] }
  await expect.element(button('chest pain')).toBeVisible()
})

test('a question links to its words and is answered once, and people who only read are not asked', async () => {
  const question = {
    key: 'allergy:aspirin',
    kind: 'allergy' as const,
    sectionId,
    startIndex: 5,
    endIndex: 12,
    words: 'The chart lists an allergy to aspirin.',
  }
  desk.read = { ...desk.read, questions: [question] }
  const { close } = await open([])
  await userEvent.click(button('The chart lists an allergy to aspirin.'))
  expect(desk.shown).toEqual([[sectionId, 5, 12]])
  desk.server.answer(calls.answerQuestion, () => {
    desk.read = { ...desk.read, questions: [] }
    return []
  })
  await userEvent.click(button('The note is right'))
  await expect.element(button('The note is right')).not.toBeInTheDocument()
  expect(desk.server.asked(calls.answerQuestion)[0]!.body).toEqual({ key: 'allergy:aspirin', answer: 'NOTE_IS_RIGHT' })
  close()
  desk.read = { ...desk.read, questions: [question] }
  await open([aField()], false)
  await expect.element(button('The chart lists an allergy to aspirin.')).toBeVisible()
  for (const name of ['The note is right', 'I corrected it', 'Edit Complaint'])
    expect(button(name).elements()).toEqual([])
  await expectNoViolations(document.querySelector('.inference')!)
})
