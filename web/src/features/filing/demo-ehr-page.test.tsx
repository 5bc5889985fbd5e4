import { storeUser } from '@dictara/browser/session'
import type { EhrBehaviour, FiledNote } from '@dictara/contract/filing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { darkTheme, lightTheme } from '../../app/antd-theme.ts'
import '@dictara/browser/theme.css'
import { DemoEhrPage } from './demo-ehr-page.tsx'

const facility = {
  facilityId: '019a0000-0000-7000-8000-000000000001',
  facilityName: 'Harbor Street Main',
  disabled: false,
  isParent: true,
}
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

/** The server, as far as this page asks it. */
let ehr: { behaviour: EhrBehaviour; notes: FiledNote[]; status: number }
let root: Root | undefined

function answer(url: string, init: RequestInit) {
  if (url.startsWith('/api/clinic/user/facilities')) return { status: 200, body: { result: [facility] } }
  if (init.method === 'PUT') {
    ehr.behaviour = (JSON.parse(String(init.body)) as { behaviour: EhrBehaviour }).behaviour
    return { status: 200, body: { result: [] } }
  }
  const { behaviour, notes, status } = ehr
  if (status !== 200) return { status, body: { code: 'not-found', message: 'This was not found.' } }
  return { status, body: { result: notes, size: notes.length, behaviour, timeZone: 'Pacific/Kiritimati' } }
}

beforeEach(() => {
  ehr = { behaviour: 'accept', notes: [], status: 200 }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { status, body } = answer(url, init)
    return Response.json({ success: status === 200, message: '', ...body }, { status })
  })
})
afterEach(() => {
  root?.unmount()
  vi.unstubAllGlobals()
  storeUser(null)
})

function open({ demo = true, isDark = false } = {}) {
  storeUser({ userType: 'clinicAdmin', demo, clinicConfigured: true } as never)
  document.documentElement.lang = 'en'
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  document.body.replaceChildren()
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(
    <ConfigProvider theme={{ ...(isDark ? darkTheme : lightTheme), cssVar: { key: 'test' } }}>
      <AntApp>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <MemoryRouter initialEntries={['/dashboard/demo-ehr']}>
            <Routes>
              <Route path="/dashboard/demo-ehr" element={<DemoEhrPage />} />
              <Route path="/dashboard" element={<p>The dashboard</p>} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>,
  )
}

const shows = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible()
const view = (number: number) => page.getByRole('button', { name: `View the note of job 00000${number}` })

async function violations() {
  // Dialogs fade in; half-faded words have no contrast.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  const { violations: found } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

describe('the demo EHR page', () => {
  test('shows what arrived and each note as it arrived [Q192]', async () => {
    ehr.notes = [aNote(2, { struckOut: true }), aNote(1)]
    open()
    await expect.element(page.getByRole('row', { name: /000002/ }).getByText('Struck Out')).toBeVisible()
    await expect.element(page.getByRole('row', { name: /000001/ }).getByText('Nov 21, 2026, 10:00 PM')).toBeVisible()
    await view(1).click()
    await shows(/Text of note 1/)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('makes the EHR refuse, by keyboard, and says what follows [Q192]', async () => {
    open()
    await shows('Nothing has arrived yet. Approve a note of this facility and it appears here.')
    page.getByRole('radio', { name: 'Accept', exact: true }).element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await shows(/No note is taken. Its job becomes incomplete/)
    await vi.waitFor(() => expect(ehr.behaviour).toBe('refuse'))
  })

  test('says when fetching failed, and tries again', async () => {
    ehr.status = 500
    open()
    await shows('Failed to fetch the received notes')
    expect(page.getByText(/Nothing has arrived yet/).query()).toBeNull()
    ehr = { ...ehr, status: 200, notes: [aNote(1)] }
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(view(1)).toBeVisible()
  })

  test('says when a facility writes to another EHR', async () => {
    ehr.status = 404
    open()
    await shows('This facility does not write to the demo EHR.')
  })

  test('sends people of other clinics away [Q021]', async () => {
    open({ demo: false })
    await shows('The dashboard')
  })

  for (const isDark of [false, true])
    test(`has no violation of WCAG 2.2 AA, wide and narrow, ${isDark ? 'dark' : 'light'}`, async () => {
      ehr.notes = [aNote(2, { struckOut: true }), aNote(1)]
      open({ isDark })
      for (const width of [1200, 360]) {
        await page.viewport(width, 800)
        await expect.element(view(2)).toBeVisible()
        expect(await violations()).toEqual([])
      }
      await page.viewport(1200, 800)
      await view(2).click()
      await shows(/Text of note 2/)
      expect(await violations()).toEqual([])
    })
})
