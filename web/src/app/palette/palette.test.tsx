import { storeUser } from '@dictara/browser/session'
import type { UserType } from '@dictara/contract'
import { dashboardCalls } from '@dictara/contract/dashboards'
import { jobListCalls } from '@dictara/contract/job-lists'
import { notificationCalls } from '@dictara/contract/notifications'
import { type Patient, patientCalls } from '@dictara/contract/patients'
import { peopleCalls } from '@dictara/contract/people'
import { preferenceCalls } from '@dictara/contract/preferences'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Modal } from 'antd'
import { until } from '../../editor/testing/mount.tsx'
import { mountInShell } from '../../testing/in-shell.tsx'
import { aJobRow } from '../../testing/job.fixtures.ts'
import { openLiveWire } from '../../testing/live-wire.ts'
import { as } from '../../testing/open-page.tsx'
import { aPerson } from '../../testing/person.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import '@dictara/browser/theme.css'

let server: Calls
beforeEach(async () => {
  await page.viewport(1200, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(notificationCalls.listNotifications, { unReadCount: 0 })
  server.answer(patientCalls.checkRosterAccess, {})
  server.answer(preferenceCalls.getPreferences, [])
  for (const spec of [peopleCalls.listDoctors, peopleCalls.listReviewers, peopleCalls.listBillers])
    server.answer(spec, [])
  server.answer(jobListCalls.searchJobs, [])
  server.answer(dashboardCalls.listRecentJobs, [])
  server.answer(patientCalls.listPatients, [])
  openLiveWire()
})
afterEach(() => vi.restoreAllMocks())

const aPatient = (): Patient => ({
  id: idOf(71),
  firstName: 'Anna',
  lastName: 'Petrov',
  birthDate: '1971-03-05',
  gender: 'Female',
  medicalRecordNumber: 'HS10042',
  bedId: null,
  facility: { facilityId: idOf(21), facilityName: 'Main' },
  source: 'EHR',
  version: 1,
})

const box = page.getByRole('combobox')
const options = () => page.getByRole('option').elements()
const chosen = () => document.querySelector('[aria-selected=true] .palette-label')?.textContent

async function open(userType: UserType) {
  storeUser(as(userType))
  const field = <input aria-label="A field" />
  const mounted = mountInShell([{ path: '*', element: field }], '/dashboard')
  await userEvent.click(page.getByLabelText('A field'))
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
  return { ...mounted, address: () => mounted.router.state.location.pathname + mounted.router.state.location.search }
}

test('Ctrl+K opens the palette from a field, it works by keyboard, and Escape returns to the field', async () => {
  const { address } = await open('doctor')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByLabelText('A field')).toHaveFocus()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
  await until(() => expect(chosen()).toBe('Create Dictation'))
  await userEvent.keyboard('{ArrowDown}')
  await until(() => expect(chosen()).toBe('Switch to dark mode'))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await until(() => expect(chosen()).toBe(options().at(-1)!.querySelector('.palette-label')!.textContent))
  await userEvent.keyboard('in rev')
  await until(() => expect(chosen()).toBe('In Review'))
  expect(box.element().getAttribute('aria-activedescendant')).toBe(document.querySelector('[aria-selected=true]')!.id)
  await userEvent.keyboard('{Enter}')
  await until(() => expect(address()).toBe('/dashboard/jobs-list/my-jobs/in-review'))
  await expect.element(box).not.toBeInTheDocument()
})

test.each(['{Control>}{Shift>}{Enter}{/Shift}{/Control}', '{Alt>}{Enter}{/Alt}'])(
  '%s chooses nothing, unlike Enter alone',
  async (keys) => {
    const { address } = await open('doctor')
    await userEvent.keyboard(`in rev${keys}`)
    await until(() => expect(chosen()).toBe('In Review'))
    await userEvent.keyboard(keys)
    await expect.element(box).toHaveFocus()
    expect(address()).toBe('/dashboard')
  },
)

test('Ctrl+K does not open the palette over a dialog, and typing goes to the dialog', async () => {
  storeUser(as('doctor'))
  const question = (
    <Modal open title="Reject job 000042">
      <textarea aria-label="Comment" />
    </Modal>
  )
  mountInShell([{ path: '*', element: question }], '/dashboard')
  await userEvent.fill(page.getByLabelText('Comment'), 'Please listen again.')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('!')
  await expect.element(page.getByLabelText('Comment')).toHaveValue('Please listen again.!')
  await expect.element(box).not.toBeInTheDocument()
})

test('the box in the header opens the palette, and a choice by mouse is carried out', async () => {
  await open('doctor')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: /^Search everything/ }))
  await userEvent.click(page.getByRole('button', { name: 'Close', exact: true }))
  await expect.element(box).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: /^Search everything/ }))
  await userEvent.click(page.getByRole('option', { name: 'Switch to dark mode' }))
  await until(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
})

test('Ctrl+K opens the palette also on pages that hide the header, such as editors', async () => {
  storeUser(as('doctor'))
  mountInShell([{ path: '*', element: 'The page' }], '/dashboard')
  await expect.element(page.getByText('The page')).toBeVisible()
  document.querySelector<HTMLElement>('.shell-middle')!.style.display = 'none'
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
})

test('a manager finds people, and a choice opens the list with that person', async () => {
  const person = aPerson({ firstName: 'Ruth', lastName: 'Amsel' })
  server.answer(peopleCalls.listReviewers, [person])
  const { address } = await open('clinicAdmin')
  await userEvent.keyboard('ruth')
  await userEvent.click(page.getByRole('option', { name: new RegExp(person.fullName) }))
  await until(() => expect(address()).toBe(`/dashboard/reviewers?name=${encodeURIComponent(person.fullName)}`))
})

test('a job in any state is found by its details, shown with its stage, and opens [Q204]', async () => {
  const job = aJobRow({ jobNumber: '000013', status: 'READY', level: 'LEVEL_2', patientName: 'Quinn Ivanova' })
  server.answer(jobListCalls.searchJobs, [job])
  const { address } = await open('doctor')
  // Fill the box at once: slowly typed letters would start one search after another.
  await userEvent.fill(box, 'HS10017')
  const found = page.getByRole('option', { name: /Quinn Ivanova/ })
  await expect.element(found).toBeVisible()
  expect(found.element().textContent).toMatch(/^Review 2Quinn Ivanova000013 · MRN MRN-171 · Dana Okafor$/)
  const { search } = server.asked(jobListCalls.searchJobs)[0]!
  expect([search.get('searchValue'), search.get('state') ?? '']).toEqual(['HS10017', ''])
  await userEvent.keyboard('{Enter}')
  await until(() => expect(address()).toBe(`/dashboard/new-editor/${job.jobId}?jobStage=ready&userRole=doctor`))
})

test.each([
  ['BILLED', '/dashboard/billers-jobs/JOB?jobStage=billed&userType=biller'],
  ['COMPLETED', '/dashboard/biller?name=000013'],
] as const)('for a biller a %s job opens where it can be read or taken [BILR-12, Q204]', async (status, to) => {
  const job = aJobRow({ jobNumber: '000013', status, patientName: 'Quinn Ivanova' })
  server.answer(jobListCalls.searchJobs, [job])
  const { address } = await open('biller')
  await userEvent.keyboard('000013')
  await expect.element(page.getByRole('option', { name: /Quinn Ivanova/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await until(() => expect(address()).toBe(to.replace('JOB', job.jobId)))
})

test('a late answer to an earlier search is never shown for a later one', async () => {
  let tellFirst: (rows: ReturnType<typeof aPerson>[]) => void = () => {}
  const first = new Promise<ReturnType<typeof aPerson>[]>((told) => (tellFirst = told))
  server.answer(peopleCalls.listDoctors, ({ search }) =>
    search.get('name') === 'an' ? first : [aPerson({ firstName: 'Anna', lastName: 'Later', fullName: 'Anna Later' })],
  )
  await open('clinicAdmin')
  await userEvent.keyboard('an')
  await until(() => expect(server.asked(peopleCalls.listDoctors)).toHaveLength(1))
  await userEvent.keyboard('na')
  await expect.element(page.getByRole('option', { name: /Anna Later/ })).toBeVisible()
  tellFirst([aPerson({ firstName: 'An', lastName: 'Earlier', fullName: 'An Earlier' })])
  await until(() => expect(server.asked(peopleCalls.listDoctors)).toHaveLength(2))
  expect(document.body.textContent).not.toContain('An Earlier')
})

test.each([jobListCalls.searchJobs, patientCalls.listPatients, peopleCalls.listDoctors])(
  'if a search fails, a message says so instead of no results, and local matches stay: $path',
  async (spec) => {
    const told = page.getByText('The server couldn’t be searched. Change a letter to try again.')
    await open('clinicAdmin')
    server.answer(spec, refused('The search is being mended.'))
    await userEvent.fill(box, 'zzz')
    await expect.element(told).toBeVisible()
    expect(document.body.textContent).not.toContain('No results')
    await userEvent.fill(box, 'doctors')
    await until(() => expect(chosen()).toBe('Doctors'))
    await expect.element(told).toBeVisible()
  },
)

test('before any typing a typist sees the last five jobs they worked on, and a manager the latest jobs of all', async () => {
  const jobs = ['1', '2', '3', '4', '5', '6'].map((number) =>
    aJobRow({ jobId: idOf(Number(number)), jobNumber: `00000${number}`, patientName: `Patient ${number}` }),
  )
  server.answer(dashboardCalls.listRecentJobs, jobs)
  const { host, render } = await open('transcriptionist')
  await expect.element(page.getByRole('group', { name: 'Last jobs' })).toBeVisible()
  expect(page.getByRole('option', { name: /^\D*Patient \d/ }).elements()).toHaveLength(5)
  expect(server.asked(jobListCalls.searchJobs)).toHaveLength(0)
  render(null)
  host.remove()
  server.answer(jobListCalls.searchJobs, [jobs[5]!])
  await open('clinicAdmin')
  await expect.element(page.getByRole('option', { name: /Patient 6/ })).toBeVisible()
  expect(server.asked(jobListCalls.searchJobs)[0]!.search.get('size')).toBe('5')
})

test('a patient without a job is found, and opens in the list of patients', async () => {
  server.answer(patientCalls.listPatients, ({ search }) => (search.get('searchValue') === 'petrov' ? [aPatient()] : []))
  const { address } = await open('doctor')
  await userEvent.fill(box, 'petrov')
  const found = page.getByRole('option', { name: /Anna Petrov/ })
  await expect.element(found).toBeVisible()
  expect(found.element().textContent).toBe('Anna PetrovMar 5, 1971 · MRN HS10042 · Main')
  await userEvent.keyboard('{Enter}')
  await until(() => expect(address()).toBe('/dashboard/patients?searchValue=HS10042'))
})

test('a person without access to the list of patients finds none', async () => {
  await open('reviewer')
  await userEvent.fill(box, 'petrov')
  await expect.element(page.getByText('No results for “petrov”.')).toBeVisible()
  expect(server.asked(patientCalls.listPatients)).toHaveLength(0)
})

test.each(['%', '\\', '🩺', '<b>', 'x'.repeat(200), '%%__\\\\'])('“%s” can be searched without harm', async (text) => {
  await open('clinicAdmin')
  await userEvent.fill(box, text)
  await expect.element(page.getByText(/^No results for/)).toBeVisible()
  expect((box.element() as HTMLInputElement).value).toBe(text)
  const asked = server.asked(peopleCalls.listDoctors).at(-1)
  if (text.length > 1) expect(asked!.search.get('name')).toBe(text)
})

test('the palette is accessible, in light and in dark', async () => {
  await open('clinicAdmin')
  await userEvent.fill(box, 'o')
  await until(() => expect(options().length).toBeGreaterThan(5))
  await expectNoViolationsInBothLooks(document.querySelector('dialog')!)
})
