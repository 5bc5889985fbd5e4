import { type Icd10Code, icd10Calls as calls } from '@dictara/contract/icd10'
import type { InferenceColumn, InferenceItem } from '@dictara/contract/inference'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { mountInWebApp } from '../../testing/in-web-app.tsx'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { TableEditor } from './table-editor.tsx'

const column = (fieldUIName: string, more: Partial<InferenceColumn> = {}): InferenceColumn => ({
  fieldUIName,
  fieldUIElement: 'Text Box',
  mandatory: false,
  possibleValues: [],
  fieldUIShowList: false,
  ...more,
})
const diagnoses: InferenceItem = {
  key: 'Diagnoses',
  type: 'Dynamic Table',
  value: [{ Diagnosis: 'Diabetes' }],
  mandatory: false,
  edited: false,
  possibleValues: [],
  annotations: [],
  columns: [column('Diagnosis'), column('ICD-10 Code', { codes: 'ICD-10-CM' })],
}
const saved = vi.fn()

let server: Calls
beforeEach(() => {
  saved.mockClear()
  server = openCalls()
  server.answer(calls.findIcd10Codes, codes)
  mountInWebApp(<TableEditor item={diagnoses} isBusy={false} onSave={saved} onClose={() => {}} />)
})
afterEach(() => vi.restoreAllMocks())

const codes: Icd10Code[] = [
  { code: 'E11', description: 'Type 2 diabetes mellitus', billable: false },
  { code: 'E11.9', description: 'Type 2 diabetes mellitus without complications', billable: true },
]
const field = page.getByRole('combobox', { name: 'ICD-10 Code, row 1' })
const options = () => page.getByRole('option').elements()
const asked = () => server.asked(calls.findIcd10Codes).map(({ search }) => search.get('searchValue'))

test('codes are suggested during typing and chosen by keyboard', async () => {
  await userEvent.type(field, 'diab')
  await expect.element(page.getByTitle('E11 Type 2 diabetes mellitus (category, not billable)')).toBeVisible()
  expect(asked()).toEqual(['diab'])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expectNoViolations()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('E11.9')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(saved).toHaveBeenCalledExactlyOnceWith([{ Diagnosis: 'Diabetes', 'ICD-10 Code': 'E11.9' }])
})

test('free text is kept; Escape first closes the list, and then the dialog', async () => {
  await userEvent.type(field, 'di')
  await until(() => expect(options().length).toBeGreaterThan(0))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByTitle('E11 Type 2 diabetes mellitus (category, not billable)')).not.toBeVisible()
  await expect.element(field).toHaveValue('di')
  expect(page.getByRole('dialog', { name: 'Leave without saving?' }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('if no code is found, or the codes cannot be loaded, the list says so', async () => {
  server.answer(calls.findIcd10Codes, [])
  await userEvent.type(field, 'zz')
  await expect.element(page.getByText('No code found. What you type is kept.')).toBeVisible()
  server.answer(calls.findIcd10Codes, refused('Too many calls.'))
  await userEvent.type(field, 'z')
  await expect.element(page.getByText('The codes couldn’t be loaded. What you type is kept.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  expect(saved).toHaveBeenCalledExactlyOnceWith([{ Diagnosis: 'Diabetes', 'ICD-10 Code': 'zzz' }])
})
