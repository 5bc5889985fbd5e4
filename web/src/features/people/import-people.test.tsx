import { type Import, importBytes, importRefusals, type ImportRow } from '@dictara/contract/imports'
import { peopleImportCalls } from '@dictara/contract/people-import'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { button, clickOn } from './people.fixtures.tsx'

const { getImport, previewImport, startImport } = peopleImportCalls

const row = (line: number, more: Partial<ImportRow> = {}): ImportRow => ({
  line,
  fullName: `Bea Hart ${line}`,
  cells: [`bea${line}@example.org`, 'Biller', 'Main'],
  outcome: 'ADD',
  why: '',
  ...more,
})
const rows = [
  row(2),
  row(3, { outcome: 'HERE', why: 'Bea Hart already has this account, as biller.' }),
  row(4, { outcome: 'CANNOT', why: 'Please enter valid email' }),
]
const preview: Import = {
  id: idOf(61),
  fileName: 'staff.csv',
  encoding: 'Windows-1252',
  unread: ['Nickname'],
  state: 'PREVIEW',
  toAdd: 1,
  counts: { ADD: 1, HERE: 1, CANNOT: 1, ADDED: 0 },
  rows,
}

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = openCalls()
  server.answer(getImport, [])
})
afterEach(() => vi.restoreAllMocks())

const open = () => openPage('/dashboard/UsersPage/import', as('clinicAdmin'))
const choose = async (content = 'First Name', name = 'staff.csv') => {
  await expect.element(button('Choose a CSV file')).toBeVisible()
  const data = new DataTransfer()
  data.items.add(new File([content], name, { type: 'text/csv' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  input.files = data.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('the preview of a file shows each line as new, already here, or impossible to add with the reason', async () => {
  server.answer(previewImport, [preview])
  open()
  await choose('Zoë')
  await expect.element(page.getByRole('heading', { name: 'staff.csv' })).toBeVisible()
  await expect
    .element(page.getByText('1 person will be added, 1 already here, 1 can’t be added. Read as Windows-1252.'))
    .toBeVisible()
  await expect.element(page.getByText('Columns not imported: Nickname.')).toBeVisible()
  await expect.element(page.getByText('Please enter valid email')).toBeVisible()
  await userEvent.click(page.getByText('Already here 1', { exact: true }))
  await expect.element(page.getByText('Bea Hart already has this account, as biller.')).toBeVisible()
  await expect.element(page.getByText('Please enter valid email')).not.toBeInTheDocument()
  expect(server.asked(previewImport)[0]!.body).toEqual({ fileName: 'staff.csv', content: 'Wm/Dqw==' })
})

test('a file can be dropped', async () => {
  server.answer(previewImport, [preview])
  open()
  await expect.element(button('Choose a CSV file')).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['x'], 'staff.csv'))
  document.querySelector('.import-drop')!.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }))
  await expect.element(page.getByRole('heading', { name: 'staff.csv' })).toBeVisible()
})

test('a double click on Import starts it once, and the page shows its progress and the result of each line', async () => {
  server.answer(previewImport, [preview])
  server.answer(startImport, [{ ...preview, state: 'RUNNING', rows: [] }])
  open()
  await choose()
  await expect.element(button('Import 1 person')).toBeEnabled()
  server.answer(getImport, [{ ...preview, state: 'RUNNING', rows: [] }])
  await userEvent.dblClick(button('Import 1 person'))
  await expect.element(page.getByText('0 of 1 person done. You can leave this page; the import goes on.')).toBeVisible()
  await expect.element(button('Choose a CSV file')).not.toBeInTheDocument()
  const added = [row(2, { outcome: 'ADDED' }), ...rows.slice(1)]
  server.answer(getImport, [
    { ...preview, state: 'DONE', counts: { ADD: 0, HERE: 1, CANNOT: 1, ADDED: 1 }, rows: added },
  ])
  await expect.element(page.getByText(/^1 person added and invited, 1 already here, 1 can’t be added\./)).toBeVisible()
  await expect.element(page.getByText('Added', { exact: true })).toBeVisible()
  expect(server.asked(startImport).map(({ body }) => body)).toEqual([{ id: preview.id }])
})

test('an unreadable file shows the reason in its place, and a file that is too large is not sent', async () => {
  server.answer(previewImport, refused(importRefusals.workbook.message))
  open()
  await choose()
  await expect.element(page.getByRole('alert')).toHaveTextContent(importRefusals.workbook.message)
  await choose('x'.repeat(importBytes + 1))
  await expect.element(page.getByRole('alert')).toHaveTextContent(importRefusals.tooLarge.message)
  expect(server.asked(previewImport)).toHaveLength(1)
})

test('the template has the column names and an example line', async () => {
  open()
  const link = page.getByRole('link', { name: 'Download template' })
  await expect.element(link).toBeVisible()
  const file = link.element() as HTMLAnchorElement
  expect(decodeURIComponent(file.href.split(',').slice(1).join(','))).toBe(
    '\uFEFFFirst Name,Last Name,Email,Role,Phone Number,NPI,Date of Birth,Facilities\r\n' +
      'Greta,Dubois,greta.dubois@example.org,Doctor,202 555 0100,1234567893,1975-04-30,Your facility\r\n',
  )
})

test('five thousand lines are shown in pages', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => row(n + 2))
  server.answer(getImport, [
    { ...preview, toAdd: 5_000, counts: { ADD: 5_000, HERE: 0, CANNOT: 0, ADDED: 0 }, rows: many },
  ])
  open()
  await expect.element(button('Import 5,000 people')).toBeVisible()
  await until(() => expect(document.querySelectorAll('.import-rows tbody tr')).toHaveLength(50))
  await clickOn('Last page')
  await expect.element(page.getByRole('rowheader', { name: /^Bea Hart 5001/ })).toBeVisible()
})

test('the preview passes axe in light and dark', async () => {
  server.answer(getImport, [preview])
  const { host } = open()
  await expect.element(button('Import 1 person')).toBeVisible()
  await expectNoViolationsInBothLooks(host)
})
