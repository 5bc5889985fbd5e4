import { facilityCalls } from '@dictara/contract/facilities'
import { type EhrBehaviour, type FiledNote, filingCalls } from '@dictara/contract/filing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aFacility } from '../../testing/person.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const { listFiledNotes, setEhrBehaviour } = filingCalls
const aNote = (number: number, more: Partial<FiledNote> = {}): FiledNote => ({
  id: `019a0000-0000-7000-8000-0000000000${10 + number}`,
  jobId: `019a0000-0000-7000-8000-0000000000${30 + number}`,
  jobNumber: `00000${number}`,
  noteVersion: 1,
  patientName: 'Amara Abbott',
  medicalRecordNumber: 'HS10001',
  author: 'Dana Okafor',
  workType: 'Progress Note',
  dateOfEncounter: '2026-11-20',
  text: `Assessment\nText of note ${number}.\n`.repeat(40),
  receivedAt: '2026-11-21T08:00:00.000Z',
  deliveries: number,
  struckOut: false,
  ...more,
})

let server: Calls
let behaviour: EhrBehaviour
const arrived = (...notes: FiledNote[]) =>
  server.answer(listFiledNotes, () => ({
    result: notes,
    size: notes.length,
    behaviour,
    timeZone: 'Pacific/Kiritimati',
  }))

beforeEach(() => {
  behaviour = 'accept'
  server = openCalls()
  server.answer(facilityCalls.listUserFacilities, [aFacility(1, 'Harbor Street Main'), aFacility(2, 'Annex')])
  server.answer(setEhrBehaviour, ({ body }) => {
    behaviour = (body as { behaviour: EhrBehaviour }).behaviour
    return []
  })
  arrived()
})
afterEach(() => vi.restoreAllMocks())

const open = (address = '/dashboard/demo-ehr') => openPage(address, as('clinicAdmin', { demo: true }))
const shows = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible()
const view = (number: number) => page.getByRole('button', { name: `View the note of job 00000${number}` })

describe('the demo EHR page', () => {
  test('shows what arrived and each note as it arrived [Q192]', async () => {
    arrived(aNote(2, { struckOut: true }), aNote(1))
    open()
    await expect.element(page.getByRole('row', { name: /000002/ }).getByText('Struck Out')).toBeVisible()
    await expect
      .element(page.getByRole('row', { name: /000001/ }).getByText(/^Nov 21, (2026, )?10:00 PM$/))
      .toBeVisible()
    await view(1).click()
    await shows(/Text of note 1/)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('makes the EHR refuse by keyboard, and explains what happens then [Q192]', async () => {
    open()
    await shows('Nothing has arrived yet. Approve a note of this facility and it appears here.')
    page.getByRole('radio', { name: 'Accept', exact: true }).element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await shows(/Refuses every note. The job becomes incomplete/)
    await until(() => expect(behaviour).toBe('refuse'))
    await expect.element(page.getByRole('radio', { name: 'Refuse', exact: true })).toBeChecked()
  })

  test('shows a loading error, with Retry', async () => {
    server.answer(listFiledNotes, refused('', '', 500))
    open()
    await shows('Failed to fetch the received notes')
    expect(page.getByText(/Nothing has arrived yet/).query()).toBeNull()
    arrived(aNote(1))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(view(1)).toBeVisible()
  })

  test('says so if a facility writes to another EHR', async () => {
    server.answer(listFiledNotes, refused('Not found.', 'not-found', 404))
    open()
    await shows('This facility doesn’t use the demo EHR.')
  })

  test('redirects people of other clinics [Q021]', async () => {
    const { router } = openPage('/dashboard/demo-ehr', as('clinicAdmin'))
    await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
  })

  test('the address selects a page of a facility’s list, and choosing another facility starts at its first page', async () => {
    server.answer(listFiledNotes, { result: [aNote(1)], size: 25, behaviour, timeZone: 'UTC' })
    const annex = aFacility(2, 'Annex').facilityId
    const { router } = open(`/dashboard/demo-ehr?facility=${annex}&page=1`)
    await shows('Page 2 of 3, 25 in all')
    const asked = () =>
      server.asked(listFiledNotes).map(({ what, search }) => [what.split('/').at(-2), search.get('page')])
    expect(asked()).toEqual([[annex, '1']])
    await userEvent.click(page.getByRole('button', { name: 'Last page' }))
    await until(() => expect(router.state.location.search).toBe(`?facility=${annex}&page=2`))
  })

  test('has no violation of WCAG 2.2 AA, wide and narrow, light and dark', async () => {
    arrived(aNote(2, { struckOut: true }), aNote(1))
    open()
    for (const width of [1200, 360]) {
      await page.viewport(width, 800)
      await expect.element(view(2)).toBeVisible()
      await expectNoViolationsInBothLooks()
    }
    await page.viewport(1200, 800)
    await view(2).click()
    await shows(/Text of note 2/)
    await expectNoViolationsInBothLooks()
  })
})
