import type { Import, ImportRow } from '@dictara/contract/imports'
import { patientCalls } from '@dictara/contract/patients'
import { patientsImportCalls } from '@dictara/contract/patients-import'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { aPatient } from '../../testing/patient.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, refused } from '../../testing/wire.ts'
import { aServer, clickOn } from '../people/people.fixtures.tsx'

const { listPatients, addPatient, editPatient } = patientCalls
const greta = aPatient()

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = aServer()
  server.answer(listPatients, [greta, { ...greta, id: idOf(72), firstName: 'Hana', source: 'EHR' }])
})
afterEach(() => vi.restoreAllMocks())

const open = () => openPage('/dashboard/patients', as('doctor'))
const drawer = (name: string) => page.getByRole('dialog', { name, exact: true })

test('patients are listed and searched, and only those added here can be corrected [Q207]', async () => {
  open()
  const row = page.getByRole('row', { name: /Greta Dubois/ })
  for (const words of ['Mar 5, 1971', 'Female', 'D000001', 'Main', 'Added here'])
    await expect.element(row.getByText(words, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit Greta Dubois' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit Hana Dubois' })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Greta Dubois', exact: true }))
  await expect.element(drawer('Patient Details')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer('Patient Details')).not.toBeInTheDocument()
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search by name, date of birth or MRN' }), '3/5/1971')
  await until(() =>
    expect(Object.fromEntries(server.asked(listPatients).at(-1)!.search)).toMatchObject({ searchValue: '3/5/1971' }),
  )
  await expectNoViolations()
})

test('a person similar to an existing patient is added only after confirmation, and a correction is sent with the version seen [Q207]', async () => {
  server.answer(addPatient, refused('Greta Dubois is already here.', 'patient-looks-alike', 409))
  server.answer(editPatient, [greta])
  open()
  await clickOn('New patient')
  const field = (name: string) => drawer('New patient').getByLabelText(name)
  await expect.element(field('First name')).toHaveFocus()
  await userEvent.keyboard('Greta{Tab}Dubois')
  await userEvent.fill(field('Date of birth'), '1971-03-05')
  await userEvent.fill(field('Sex'), 'female')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(field('Facility'))
  await userEvent.click(page.getByTitle('Annex'))
  await clickOn('Add patient')
  await expect.element(page.getByText('Greta Dubois is already here.').first()).toBeVisible()
  server.answer(addPatient, [greta])
  await clickOn('Add anyway')
  await expect.element(drawer('New patient')).not.toBeInTheDocument()
  expect(server.asked(addPatient).map(({ body }) => (body as { isAnother: boolean }).isAnother)).toEqual([false, true])
  await clickOn('Edit Greta Dubois')
  await userEvent.fill(drawer('Edit patient').getByLabelText('Bed'), '12')
  await clickOn('Save')
  await until(() => expect(server.asked(editPatient)[0]?.body).toMatchObject({ bedId: '12', version: 1 }))
  expect(server.asked(editPatient)[0]!.body).not.toHaveProperty('facilityId')
  await clickOn('Edit Greta Dubois')
  await userEvent.click(drawer('Edit patient').getByLabelText('Facility'))
  await userEvent.click(page.getByTitle('Annex'))
  await clickOn('Save')
  await until(() => expect(server.asked(editPatient)[1]?.body).toMatchObject({ facilityId: idOf(22) }))
})

test('a sex that is typed chooses the one that begins so: male is not Female', async () => {
  open()
  await clickOn('New patient')
  await userEvent.fill(drawer('New patient').getByLabelText('Sex'), 'male')
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer('New patient').getByTitle('Male', { exact: true })).toBeVisible()
})

test('a patient file is previewed with birth date, sex, MRN, bed and facility of each line, and then imported [Q207]', async () => {
  const { getImport, previewImport, startImport } = patientsImportCalls
  const row: ImportRow = {
    line: 2,
    fullName: 'Ida Berg',
    cells: ['1990-01-01', 'Female', '', '12', ''],
    outcome: 'ADD',
    why: '',
  }
  const preview: Import = {
    id: idOf(81),
    fileName: 'patients.csv',
    encoding: 'UTF-8',
    unread: [],
    state: 'PREVIEW',
    toAdd: 1,
    counts: { ADD: 1, HERE: 0, CANNOT: 0, ADDED: 0 },
    rows: [row],
  }
  server.answer(getImport, [])
  server.answer(previewImport, [preview])
  const done: Import = { ...preview, state: 'DONE', counts: { ...preview.counts, ADD: 0, ADDED: 1 } }
  server.answer(startImport, [{ ...done, rows: [{ ...row, outcome: 'ADDED' }] }])
  open()
  await clickOn('Import')
  const template = page.getByRole('link', { name: 'Download template' })
  await expect.element(template).toHaveAttribute('download', 'patients.csv')
  await userEvent.upload(page.getByLabelText('CSV file'), new File(['x'], 'patients.csv', { type: 'text/csv' }))
  await expect.element(page.getByRole('rowheader', { name: 'Ida Berg Jan 1, 1990' })).toBeVisible()
  for (const heading of ['Sex', 'MRN', 'Bed', 'Facility'])
    await expect.element(page.getByRole('columnheader', { name: heading })).toBeVisible()
  await expectNoViolations()
  await clickOn('Import 1 patient')
  await expect.element(page.getByText('1 patient added. Read as UTF-8.')).toBeVisible()
})
