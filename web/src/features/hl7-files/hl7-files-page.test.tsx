import { type Hl7File, type Hl7Import, hl7FileCalls as calls, hl7Refusals } from '@dictara/contract/hl7-files'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { heldWaits } from '../../testing/held-waits.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused, unreachable } from '../../testing/wire.ts'
import { mistakeOf } from './import-modal.tsx'
import { batchesOf } from './use-upload.ts'

const aFile = (more: Partial<Hl7File> = {}): Hl7File => ({
  id: idOf(1),
  fileName: 'admissions.hl7',
  fileSize: 12_345,
  fileType: 'PATIENT',
  uploadedTime: '2026-11-20T09:00:00.000Z',
  timeZone: 'America/New_York',
  uploadedBy: 'Ada Lee',
  noOfTimesExported: 0,
  fileExportDataList: [],
  isWaiting: false,
  problem: null,
  messages: { applied: 2, known: 0, nothing: 0, refused: 1 },
  job: null,
  ...more,
})
const exportedFile = aFile({
  id: idOf(2),
  fileName: `${'a-very-long-name-'.repeat(12)}.hl7`,
  noOfTimesExported: 1,
  fileExportDataList: [{ exportedBy: 'Sam Roe', exportedTime: '2026-11-21T09:00:00.000Z', comment: 'For the auditor' }],
})
const facilities = [
  { facilityId: idOf(21), facilityName: 'Main' },
  { facilityId: idOf(22), facilityName: 'Annex' },
]
const only = facilities.slice(0, 1)

const counts = (some: object) => ({ applied: 0, known: 0, nothing: 0, refused: 0, ...some })
/** Builds an import whose files have all been read. */
const anImport = (messages: object, { PATIENT = 1, CALENDAR = 0 } = {}): Hl7Import => {
  const files = PATIENT + CALENDAR
  return { files, read: files, unusable: 0, types: { DICTATION: 0, PATIENT, CALENDAR }, messages: counts(messages) }
}

let server: Calls
const listed = (files: Hl7File[], of = only) =>
  server.answer(calls.listHl7Files, { result: files, size: files.length, facilities: of } as never)
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  listed([aFile(), exportedFile])
})
afterEach(() => vi.restoreAllMocks())

const open = (address = '/dashboard/hl7/patient-details') =>
  openPage(address, as('clinicAdmin', { hl7Integration: true }))
const button = (name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const lastAsked = () => Object.fromEntries(server.asked(calls.listHl7Files).at(-1)!.search)
const choose = (label: 'HL7 files' | 'Folder of HL7 files', names: readonly string[]) => {
  const input = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!
  const files = new DataTransfer()
  for (const name of names) files.items.add(new File(['MSH|'], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test.each([
  ['dictation', 'DICTATION', 'Dictation'],
  ['patient-details', 'PATIENT', 'Patient Details'],
  ['calendar', 'CALENDAR', 'Calendar'],
])(
  '/dashboard/hl7/%s lists files of type %s, named %s in the side menu, ten per page [HL7-01, HL7-02, HL7-13]',
  async (path, type, label) => {
    open(`/dashboard/hl7/${path}`)
    const menu = page.getByRole('navigation', { name: 'Types of files' })
    await expect.element(menu.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page')
    expect(
      menu
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Dictation', 'Patient Details', 'Calendar'])
    await until(() => expect(lastAsked()).toMatchObject({ fileType: type, size: '10' }))
  },
)

test('files are shown as a list or a grid [HL7-03]', async () => {
  open()
  await expect.element(page.getByRole('row', { name: /admissions\.hl7/ })).toBeVisible()
  await userEvent.click(page.getByText('Grid', { exact: true }))
  const grid = page.getByRole('list', { name: 'Files' })
  await expect.element(grid.getByText('2 applied, 1 refused').first()).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})

test('Search Files sends the search 400 ms after the last key [HL7-04, HL7-21]', async () => {
  open()
  await expect.element(page.getByRole('row', { name: /admissions\.hl7/ })).toBeVisible()
  const box = page.getByRole('searchbox', { name: 'Search Files' })
  const held = heldWaits(400)
  await userEvent.type(box, 'adm')
  await expect.element(box).toHaveValue('adm')
  expect(held.size).toBeGreaterThanOrEqual(3)
  const searched = () =>
    server
      .asked(calls.listHl7Files)
      .map(({ search }) => search.get('searchValue'))
      .filter(Boolean)
  expect(searched()).toEqual([])
  for (const run of held.values()) run()
  await until(() => expect(searched()).toEqual(['adm']))
})

test('the drawer of a file is 350 px wide and shows its comments, or “No comments found!” [HL7-07, HL7-20]', async () => {
  server.answer(calls.listHl7Messages, [
    {
      number: 1,
      line: 1,
      event: 'ADT^A01',
      controlId: 'C1',
      facilityName: 'Main',
      verdict: 'REFUSED',
      reason: 'There is no date of birth.',
      problems: [
        { severity: 'error', message: 'There is no date of birth.', segment: 'PID', field: 7, line: 3, position: 35 },
      ],
    },
  ])
  open()
  await userEvent.click(button('admissions.hl7'))
  const drawer = page.getByRole('dialog', { name: 'Details' })
  await expect.element(drawer.getByText('No comments found!')).toBeVisible()
  await expect.element(drawer.getByText('PID-7, line 3, position 35')).toBeVisible()
  expect(document.querySelector('.ant-drawer-content-wrapper')!.getBoundingClientRect().width).toBe(350)
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await userEvent.click(button(exportedFile.fileName))
  await expect.element(drawer.getByText('For the auditor')).toBeVisible()
})

test('Import takes files or a whole folder, sorted by name, and ends with Upload Successful [HL7-05, HL7-19]', async () => {
  server.answer(calls.importHl7Files, { result: [{ importId: idOf(5), files: 1 }], message: '' } as never)
  server.answer(calls.getHl7Import, [anImport({ applied: 3 }, { PATIENT: 3 })])
  open()
  await userEvent.click(button('Import'))
  const modal = page.getByRole('dialog', { name: 'Import' })
  for (const [name, input] of [
    ['File Upload', 'HL7 files'],
    ['Folder Upload', 'Folder of HL7 files'],
  ] as const) {
    const chosen = vi.fn((event: Event) => event.preventDefault())
    const field = document.querySelector<HTMLInputElement>(`input[aria-label="${input}"]`)!
    expect([field.multiple, field.webkitdirectory]).toEqual([true, input === 'Folder of HL7 files'])
    field.addEventListener('click', chosen)
    await userEvent.click(modal.getByRole('button', { name }))
    expect(chosen).toHaveBeenCalledOnce()
  }
  choose('Folder of HL7 files', ['10.hl7', '9.hl7', '1.hl7'])
  await expect.element(modal.getByText('3 files chosen')).toBeVisible()
  const names = modal.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').elements()
  expect(names.map((item) => item.querySelector('.hl7-name')!.textContent)).toEqual(['1.hl7', '9.hl7', '10.hl7'])
  await userEvent.click(modal.getByRole('button', { name: 'Import', exact: true }))
  await expect.element(page.getByText('Upload Successful')).toBeVisible()
  await expect.element(page.getByText('Messages: 3 applied.')).toBeVisible()
})

test('an import is followed while the server cannot be reached, and a refused message makes its result a warning', async () => {
  let asked = 0
  server.answer(calls.importHl7Files, { result: [{ importId: idOf(5), files: 1 }], message: '' } as never)
  server.answer(calls.getHl7Import, () => {
    asked += 1
    return asked < 3 ? unreachable : [anImport({ applied: 1, refused: 1 })]
  })
  open()
  await userEvent.click(button('Import'))
  const modal = page.getByRole('dialog', { name: 'Import' })
  choose('HL7 files', ['a.hl7'])
  await userEvent.click(modal.getByRole('button', { name: 'Import', exact: true }))
  await expect.element(modal.getByText(/can’t be reached at the moment/)).toBeVisible()
  await expect.element(page.getByText('Messages: 1 applied, 1 refused.')).toBeVisible()
  expect(document.querySelector('.ant-notification-notice-warning')).not.toBeNull()
})

test('an import with only refused messages shows Upload Failed [HL7-18]', async () => {
  server.answer(calls.importHl7Files, { result: [{ importId: idOf(5), files: 1 }], message: '' } as never)
  server.answer(calls.getHl7Import, [anImport({ refused: 2 })])
  open()
  await userEvent.click(button('Import'))
  choose('HL7 files', ['a.hl7'])
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }))
  await expect.element(page.getByText('Upload Failed')).toBeVisible()
  await expect.element(page.getByText('Messages: 2 refused. Open a file to see why.')).toBeVisible()
})

test('an import shows which files went to another list', async () => {
  server.answer(calls.importHl7Files, { result: [{ importId: idOf(5), files: 1 }], message: '' } as never)
  server.answer(calls.getHl7Import, [anImport({ applied: 3 }, { PATIENT: 1, CALENDAR: 2 })])
  open()
  await userEvent.click(button('Import'))
  choose('HL7 files', ['a.hl7'])
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }))
  await expect.element(page.getByText(/2 files now under Calendar/)).toBeVisible()
})

test('with several facilities, Import requires one, or the choice that each message names its own', async () => {
  listed([aFile()], facilities)
  server.answer(calls.importHl7Files, refused('No.'))
  open()
  await userEvent.click(button('Import'))
  const modal = page.getByRole('dialog', { name: 'Import' })
  const confirm = modal.getByRole('button', { name: 'Import', exact: true })
  const facility = modal.getByRole('combobox', { name: 'Facility' })
  await expect.element(facility).toHaveFocus()
  choose('HL7 files', ['a.hl7'])
  await expect.element(modal.getByText('1 file chosen')).toBeVisible()
  await expect.element(confirm).toBeDisabled()
  await userEvent.click(facility)
  await userEvent.click(page.getByTitle('None: each message names its facility'))
  await expect.element(modal.getByText('Messages that name no facility are refused.')).toBeVisible()
  await expect.element(confirm).toBeEnabled()
  await userEvent.click(facility)
  await userEvent.click(page.getByTitle('Annex'))
  await userEvent.click(confirm)
  await until(() => expect(server.asked(calls.importHl7Files)).toHaveLength(1))
})

test('Escape asks for confirmation before it discards chosen files', async () => {
  open()
  await userEvent.click(button('Import'))
  const modal = page.getByRole('dialog', { name: 'Import' })
  await expect.element(modal.getByRole('button', { name: 'File Upload' })).toHaveFocus()
  choose('HL7 files', ['a.hl7'])
  await expect.element(modal.getByText('1 file chosen')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button('Stay here'))
  await expect.element(modal.getByText('1 file chosen')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button('Leave'))
  await expect.element(modal).not.toBeInTheDocument()
})

test('without HL7 integration, the page says that it is off, with a link to the EHR configuration', async () => {
  server.answer(calls.listHl7Files, refused(hl7Refusals.off.message, hl7Refusals.off.code, 403))
  open()
  await expect.element(page.getByText('HL7 integration is off')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'EHR Configuration' }))
    .toHaveAttribute('href', '/dashboard/settings/ehr-configuration')
  expect(button('Retry').elements()).toEqual([])
})

test('a file written by Dictara links to its job, a problem is shown once, and times are in the facility’s zone', async () => {
  const job = { jobId: idOf(9), jobNumber: '000013', patientName: 'Quinn Ivanova' }
  listed([
    aFile({ messages: counts({}), uploadedBy: 'Dictara', job }),
    aFile({ id: idOf(3), fileName: 'broken.hl7', messages: counts({}), problem: 'No message in it.' }),
  ])
  open()
  await expect.element(page.getByText('Nov 20, 4:00 AM').first()).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: '000013, Quinn Ivanova' }))
    .toHaveAttribute('href', `/dashboard/new-editor/${idOf(9)}?jobStage=completed&userRole=clinicAdmin`)
  await userEvent.click(button('broken.hl7'))
  const drawer = page.getByRole('dialog', { name: 'Details' })
  await expect.element(drawer.getByText('No message in it.')).toBeVisible()
  expect(drawer.getByText('No message in it.').elements()).toHaveLength(1)
})

test('if the network fails between two calls, Import shows how many files were sent, and sends the rest on the next click', async () => {
  let calledTimes = 0
  server.answer(calls.importHl7Files, () => {
    calledTimes += 1
    return calledTimes === 2 ? unreachable : ({ result: [{ importId: idOf(6), files: 1 }], message: '' } as never)
  })
  open()
  await userEvent.click(button('Import'))
  const modal = page.getByRole('dialog', { name: 'Import' })
  choose(
    'HL7 files',
    Array.from({ length: 150 }, (_, n) => `${n}.hl7`),
  )
  await userEvent.click(modal.getByRole('button', { name: 'Import', exact: true }))
  await expect.element(page.getByText(/100 files had been sent before/)).toBeVisible()
  await expect.element(modal.getByText('50 files chosen')).toBeVisible()
  expect(document.querySelectorAll('.ant-notification-notice')).toHaveLength(1)
})

test('Export saves the selected files as hl7.zip [HL7-06, HL7-14]', async () => {
  server.answer(
    calls.exportHl7Files,
    new Response('PK', { headers: { 'content-disposition': 'attachment; filename="hl7.zip"' } }) as never,
  )
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  open()
  await expect.element(button('Export')).toBeDisabled()
  await userEvent.click(page.getByRole('checkbox', { name: 'Select admissions.hl7' }))
  await userEvent.click(button('Export 1'))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }))
  await until(() => expect(saved).toEqual(['hl7.zip']))
  await expect.element(button('Export')).toBeDisabled()
  await expect.element(button('Import')).toHaveFocus()
})

test('Import offers File Upload and Folder Upload; a file with another extension is an error, and blocks sending [HL7-08, HL7-10, HL7-11]', async () => {
  server.answer(calls.importHl7Files, {
    result: [{ importId: idOf(5), files: 1 }],
    message: 'Upload Successful',
  } as never)
  server.answer(calls.getHl7Import, [anImport({ applied: 1 })])
  open()
  await expect.element(button('Import')).toBeEnabled()
  await userEvent.click(button('Import'))
  const modal = page.getByRole('dialog', { name: 'Import' })
  for (const name of ['File Upload', 'Folder Upload'])
    await expect.element(modal.getByRole('button', { name })).toBeVisible()
  const confirm = modal.getByRole('button', { name: 'Import', exact: true })
  await expect.element(confirm).toBeDisabled()
  choose('HL7 files', ['a.hl7', 'notes.txt'])
  await expect.element(modal.getByText('Not an .hl7 file')).toBeVisible()
  await expect.element(confirm).toBeDisabled()
  await userEvent.click(modal.getByRole('button', { name: 'Remove notes.txt' }))
  expect(document.activeElement?.textContent).toBe('File Upload')
  await expect.element(confirm).toBeEnabled()
  await userEvent.click(confirm)
  await expect.element(page.getByText('Upload Successful')).toBeVisible()
  expect(server.asked(calls.importHl7Files)).toHaveLength(1)
})

test('a refused import shows Upload Failed, a refused export Download Failed, each with its reason; Export needs a selected file [HL7-12, HL7-16, HL7-18]', async () => {
  server.answer(calls.importHl7Files, refused('a.hl7 is larger than 5 MB.'))
  server.answer(calls.exportHl7Files, refused('Not found.') as never)
  open()
  await userEvent.click(button('Import'))
  choose('HL7 files', ['a.hl7'])
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }))
  await expect.element(page.getByText('Upload Failed')).toBeVisible()
  await expect.element(page.getByText('a.hl7 is larger than 5 MB.')).toBeVisible()
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }))
  await userEvent.click(button('Leave'))
  await expect.element(page.getByRole('dialog', { name: 'Import' })).not.toBeInTheDocument()
  await expect.element(button('Export')).toBeDisabled()
  await userEvent.click(page.getByRole('checkbox', { name: 'Select admissions.hl7' }))
  await userEvent.click(button('Export 1'))
  await userEvent.fill(page.getByRole('textbox', { name: 'Comment' }), 'Why')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }))
  await expect.element(page.getByText('Download Failed')).toBeVisible()
  await expect.element(page.getByText('Not found.')).toBeVisible()
  const [asked] = server.asked(calls.exportHl7Files)
  expect(asked!.search.get('fileType')).toBe('PATIENT')
  expect(asked!.body).toEqual({ comment: 'Why', fileNames: ['admissions.hl7'], fileIds: [idOf(1)] })
})

test('the HL7 Files page has no accessibility violation, in light and dark', async () => {
  open()
  await expect.element(page.getByRole('row', { name: /admissions\.hl7/ })).toBeVisible()
  await expectNoViolationsInBothLooks()
})

test('ten thousand files are sent in calls of at most a hundred files, and large files in smaller calls [Q151]', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ name: `${n}.hl7`, size: 1 }) as File)
  expect(batchesOf(many).map(({ length }) => length)).toEqual(Array.from({ length: 100 }, () => 100))
  const large = Array.from({ length: 9 }, () => ({ name: 'a.hl7', size: 4_900_000 }) as File)
  expect(batchesOf(large).map(({ length }) => length)).toEqual([4, 4, 1])
  expect([
    mistakeOf({ name: 'A.HL7', size: 5_000_000 }),
    mistakeOf({ name: 'a.hl7', size: 5_000_001 }),
    mistakeOf({ name: 'a.hl7', size: 0 }),
  ]).toEqual([undefined, 'Larger than 5 MB', 'Empty'])
})
