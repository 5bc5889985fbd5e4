import { inferenceCalls as calls } from '@dictara/contract/inference'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import '@dictara/browser/theme.css'
import { refused } from '../../testing/wire.ts'
import {
  aField,
  button,
  desk,
  drugs,
  openInference,
  saved,
  sectionId,
  useInferenceDesk,
} from './inference.fixtures.tsx'

useInferenceDesk()
afterEach(() => void delete document.documentElement.dataset['theme'])

const press = (keys: string) => userEvent.keyboard(keys)
async function pressButton(name: string) {
  ;(button(name).element() as HTMLElement).focus()
  await press('{Enter}')
}

test.each([
  ['Text Box', { type: 'Text Box' }, 'textbox'],
  ['Dropdown', { type: 'Dropdown', possibleValues: ['Mild'] }, 'combobox'],
  ['Toggle', { type: 'Toggle', value: ['No'] }, 'switch'],
  ['Checkbox', { type: 'Checkbox', value: ['No'] }, 'checkbox'],
  ['Date/Time', { type: 'Date/Time', value: ['11/20/26'] }, 'textbox'],
] as const)(
  'the control of a %s has the focus when it opens, and Escape returns it to Edit',
  async (_kind, field, role) => {
    await openInference([
      {
        ...aField(),
        ...field,
        value: 'value' in field ? [...field.value] : ['chest pain'],
        possibleValues: 'possibleValues' in field ? [...field.possibleValues] : [],
      },
    ])
    await pressButton('Edit Complaint')
    await expect.element(page.getByRole(role, { name: 'Complaint' })).toHaveFocus()
    await press('{Escape}')
    await expect.element(button('Edit Complaint')).toHaveFocus()
  },
)

test('in Radio Buttons the selected option gets the focus', async () => {
  await openInference([aField({ type: 'Radio Button', possibleValues: ['Mild', 'Severe'], value: ['Severe'] })])
  await pressButton('Edit Complaint')
  await expect.element(page.getByRole('radio', { name: 'Severe' })).toHaveFocus()
})

test('Enter in a Text Box saves and returns the focus to Edit', async () => {
  await openInference([aField()])
  await pressButton('Edit Complaint')
  await userEvent.fill(page.getByRole('textbox', { name: 'Complaint' }), 'Cough')
  await press('{Enter}')
  await until(() => expect(saved()).toEqual([{ key: 'Complaint', value: ['Cough'] }]))
  await expect.element(button('Edit Complaint')).toHaveFocus()
})

test('Enter does not save a mandatory field that is empty', async () => {
  await openInference([aField({ mandatory: true })])
  await pressButton('Edit Complaint')
  await userEvent.clear(page.getByRole('textbox', { name: 'Complaint' }))
  await press('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Complaint' })).toHaveFocus()
  expect(saved()).toBeUndefined()
})

test('a double click on Save saves once', async () => {
  await openInference([aField()])
  await pressButton('Edit Complaint')
  await userEvent.dblClick(button('Save'))
  await expect.element(button('Edit Complaint')).toBeVisible()
  expect(desk.server.asked(calls.saveInference)).toHaveLength(1)
})

test('after Allow Edit, granted or refused, the focus is on Edit', async () => {
  desk.server.answer(calls.allowOverwrite, refused('Somebody else has this job now.'))
  await openInference([aField({ edited: true })])
  await pressButton('Allow Edit: Complaint')
  await expect.element(page.getByText('Somebody else has this job now.')).toBeVisible()
  await expect.element(button('Edit Complaint')).toHaveFocus()
})

const dialog = page.getByRole('dialog', { name: 'Medications' })
const inRow = (name: string) => dialog.getByRole('textbox', { name })
const removing = (row: number) => dialog.getByRole('button', { name: `Remove row ${row}` })

test('in a table the focus moves into a new row, and from a removed row to the next', async () => {
  await page.viewport(1280, 800)
  await openInference([drugs({ Drug: 'Aspirin', Route: 'Oral' })])
  await pressButton('Edit Medications')
  ;(dialog.getByRole('button', { name: 'Add row' }).element() as HTMLElement).focus()
  await press('{Enter}')
  await expect.element(inRow('Drug, row 2')).toHaveFocus()
  for (const row of [2, 1]) {
    ;(removing(row).element() as HTMLElement).focus()
    await press('{Enter}')
    await expect.element(row === 2 ? removing(1) : dialog.getByRole('button', { name: 'Add row' })).toHaveFocus()
  }
})

test.each([360, 1280])(
  'at %d px a row of a table with many columns can be removed without scrolling',
  async (width) => {
    await page.viewport(width, 800)
    await openInference([drugs({ Drug: 'Aspirin', Route: 'Oral' })])
    await pressButton('Edit Medications')
    await expect.element(removing(1)).toBeVisible()
    const { x, y, right } = removing(1).element().getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(width)
    expect(
      removing(1)
        .element()
        .contains(document.elementFromPoint(x + 18, y + 18)),
    ).toBe(true)
  },
)

test('a table asks for confirmation before it closes only if it has unsaved rows', async () => {
  await page.viewport(1280, 800)
  await openInference([drugs({ Drug: 'Aspirin', Route: 'Oral' })])
  await pressButton('Edit Medications')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await pressButton('Edit Medications')
  await userEvent.fill(inRow('Drug, row 1'), 'Ibuprofen')
  await press('{Escape}')
  await userEvent.click(button('Stay here'))
  await expect.element(inRow('Drug, row 1')).toHaveValue('Ibuprofen')
  await press('{Escape}')
  await userEvent.click(button('Leave'))
  await expect.element(button('Edit Medications')).toHaveFocus()
})

test('an answered question leaves the focus in the tab', async () => {
  const question = { key: 'dose', kind: 'dose' as const, sectionId, startIndex: 0, endIndex: 4, words: 'Two doses.' }
  desk.read = { ...desk.read, questions: [question] }
  desk.server.answer(calls.answerQuestion, () => {
    desk.read = { ...desk.read, questions: [] }
    return []
  })
  await openInference([aField()])
  await pressButton('The note is right')
  await expect.element(button('The note is right')).not.toBeInTheDocument()
  await until(() => expect(document.activeElement).toBe(document.querySelector('.inference')))
})

test('the notes beside a value are readable in light and dark', async () => {
  await openInference([aField({ edited: true, flag: ['WORDS_GONE'] })], true)
  await expectNoViolationsInBothLooks(document.querySelector('.inference')!)
})
