import { storeUser } from '@dictara/browser/session'
import { type Notification, notificationCalls, type NotificationTarget } from '@dictara/contract/notifications'
import { patientCalls } from '@dictara/contract/patients'
import { preferenceCalls } from '@dictara/contract/preferences'
import type { UserType } from '@dictara/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, until } from '../editor/testing/mount.tsx'
import { mountInShell } from '../testing/in-shell.tsx'
import { openLiveWire } from '../testing/live-wire.ts'
import { as } from '../testing/open-page.tsx'
import { idOf } from '../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, unreachable } from '../testing/wire.ts'
import '@dictara/browser/theme.css'

const { listNotifications, markNotifications } = notificationCalls

const told = (n: number, facts: Partial<Notification> = {}): Notification => ({
  id: idOf(300 + n),
  readStatus: false,
  target: 'REVIEWER_REJECTED',
  type: 'REVIEWER_REJECTED',
  targetId: idOf(161),
  senderName: 'Ruth Amsel',
  body: `Job 0000${10 + n} came back from review with a comment.`,
  createdDate: new Date(Date.now() - 4.5 * 60_000).toISOString(),
  profilePicture: null,
  facilities: { facilityName: 'Harbor Street Main', timeZone: 'Pacific/Kiritimati' },
  ...facts,
})

let server: Calls
let rows: Notification[]

/** A page of the rows, as the server would tell it, also after some were read. */
function answerRows() {
  server.answer(listNotifications, ({ search }) => {
    const [at, size] = [Number(search.get('page') ?? 0), Number(search.get('size'))]
    const unReadCount = rows.filter(({ readStatus }) => !readStatus).length
    return { success: true, result: rows.slice(at * size, (at + 1) * size), size: rows.length, unReadCount }
  })
  server.answer(markNotifications, ({ search }) => {
    const id = search.get('notificationId')
    rows = rows.map((row) => (id === null || row.id === id ? { ...row, readStatus: true } : row))
    return []
  })
}

beforeEach(async () => {
  await page.viewport(1200, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(patientCalls.checkRosterAccess, {})
  server.answer(preferenceCalls.getPreferences, [])
  openLiveWire()
  rows = [1, 2, 3, 4, 5, 6, 7].map((n) => told(n))
  answerRows()
})
afterEach(() => vi.restoreAllMocks())

const panel = page.getByRole('dialog', { name: 'Notifications' })
const bell = (unread: number) => page.getByRole('button', { name: `Notifications, ${unread} unread` })
const items = () => panel.getByRole('listitem').elements()

async function open(userType: UserType = 'doctor', facts: object = {}) {
  storeUser(as(userType, facts))
  const mounted = mountInShell([{ path: '*', element: 'The page' }], '/dashboard')
  await userEvent.click(bell(rows.filter(({ readStatus }) => !readStatus).length))
  await until(() => expect(items().length).toBeGreaterThan(0))
  return mounted
}
const place = ({ router }: { router: { state: { location: { pathname: string } } } }) => router.state.location.pathname

test('the bell opens 400 px of notifications, five to a page, and leafs through them [NOTIF-02, NOTIF-03, NOTIF-05]', async () => {
  await open()
  expect(panel.element().getBoundingClientRect().width).toBe(400)
  expect(items()).toHaveLength(5)
  expect(Object.fromEntries(server.asked(listNotifications).at(-1)!.search)).toEqual({
    page: '0',
    size: '5',
    notificationType: 'WEB',
  })
  await expect.element(panel.getByText('1–5 of 7')).toBeVisible()
  await expectAccessible(panel.element() as HTMLElement)
  await userEvent.click(panel.getByRole('button', { name: 'Older' }))
  await until(() => expect(items()).toHaveLength(2))
  await expect.element(panel.getByText('6–7 of 7')).toBeVisible()
})

test('a notification says what happened, who did it, where and when, and where it leads [NOTIF-04]', async () => {
  rows = [told(3), told(4, { readStatus: true, profilePicture: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })]
  await open()
  const [first, second] = items()
  expect(first!.textContent).toContain('Unread: Job 000013 came back from review with a comment.')
  expect(first!.textContent).toContain('Ruth Amsel · Harbor Street Main · 4 min')
  expect(first!.textContent).toContain('Open Rejected')
  expect(second!.textContent).not.toContain('Unread')
  expect(second!.querySelector('img')).not.toBeNull()
})

test('when it happened is told in the zone of its facility, as lists tell it [Q183]', async () => {
  rows = [told(1, { createdDate: '2026-10-20T11:30:00Z' })]
  await open()
  const time = document.querySelector('.bell-item time')!
  expect([time.textContent, time.getAttribute('title')]).toEqual([
    'Oct 21',
    expect.stringMatching(/^Oct 21, 2026,? (at )?1:30\s?AM$/),
  ])
})

test('who chooses an unread one is led on, has read it, and one less is unread [NOTIF-12]', async () => {
  const mounted = await open()
  await userEvent.click(panel.getByRole('link', { name: /000011/ }))
  await expect.element(bell(6)).toBeVisible()
  expect(place(mounted)).toBe('/dashboard/jobs-list/rejected')
  await expect.element(panel).not.toBeInTheDocument()
  const [asked] = server.asked(markNotifications)
  expect(asked!.what).toContain(`/clinic/user/${as('doctor').id}/notifications`)
  expect(asked!.search.get('notificationId')).toBe(rows[0]!.id)
})

test('who chooses a read one is led on, and as many are unread as before [NOTIF-12]', async () => {
  rows = [told(1, { readStatus: true }), told(2)]
  const mounted = await open()
  await userEvent.click(panel.getByRole('link', { name: /000011/ }))
  await until(() => expect(place(mounted)).toBe('/dashboard/jobs-list/rejected'))
  await expect.element(bell(1)).toBeVisible()
  expect(server.asked(markNotifications)).toEqual([])
})

test.each([
  ['doctor', 'REVIEWER_REJECTED', 'rejected', '[NOTIF-06, NOTIF-15]'],
  ['doctor', 'TRANSCRIPTIONIST_REJECTED', 'rejected', '[NOTIF-11, NOTIF-15]'],
  ['doctor', 'TRANSCRIPTIONIST_COMPLETED', 'completed', '[NOTIF-11, NOTIF-15]'],
  ['reviewer', 'TRANSCRIPTIONIST_READY', 'ready', '[NOTIF-11, NOTIF-15]'],
  ['admin', 'TRANSCRIPTIONIST_READY', 'ready', '[NOTIF-11, NOTIF-15]'],
  ['transcriptionist', 'NEW_JOB_AVAILABLE', 'available', '[NOTIF-15]'],
  ['reviewer', 'NEW_JOB_AVAILABLE', 'ready', '[NOTIF-15]'],
  ['admin', 'NEW_JOB_AVAILABLE', 'available', '[NOTIF-15]'],
  ['doctor', 'TRANSCRIPTION_WRITE_FAILED', 'incomplete', '[NOTIF-14]'],
] as const)('%s, who is told %s, is led to the list %s %s', async (userType, type, list, _ids) => {
  // As the server tells it: a new job, of the type that says whose work it was.
  const target: NotificationTarget = type === 'TRANSCRIPTIONIST_READY' ? 'NEW_JOB_AVAILABLE' : type
  rows = [told(1, { target, type })]
  const mounted = await open(userType)
  await userEvent.click(items()[0]!.querySelector('a')!)
  await until(() => expect(place(mounted)).toBe(`/dashboard/jobs-list/${list}`))
})

test('one about the EHR leads to the address of its verification [NOTIF-13]', async () => {
  rows = [told(1, { target: 'VERIFY_EMR', type: 'VERIFY_EMR', body: 'The EHR wants you to confirm your account.' })]
  await open('doctor', { emrHandlingData: { emrVerificationUrl: 'https://ehr.example/verify' } })
  await expect.element(panel.getByRole('link')).toHaveAttribute('href', 'https://ehr.example/verify')
})

test('all can be marked read at once', async () => {
  await open()
  await userEvent.click(panel.getByRole('button', { name: 'Mark all read' }))
  await expect.element(bell(0)).toBeInTheDocument()
  expect(server.asked(markNotifications)[0]!.search.get('readAll')).toBe('true')
  await expect.element(panel.getByRole('button', { name: 'Mark all read' })).not.toBeInTheDocument()
})

test('by keyboard: it opens on its first line, and Escape leads back to the bell', async () => {
  await open()
  expect(document.activeElement).toBe(panel.element())
  await userEvent.keyboard('{Tab}{Tab}')
  expect(document.activeElement).toBe(items()[0]!.querySelector('a'))
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(bell(7)).toHaveFocus()
})

test('what cannot be fetched says so once, with Retry', async () => {
  rows = []
  server.answer(listNotifications, ({ search }) => (search.get('size') === '1' ? { unReadCount: 2 } : unreachable))
  storeUser(as('doctor'))
  mountInShell([{ path: '*', element: 'The page' }], '/dashboard')
  await userEvent.click(bell(2))
  await expect.element(panel.getByText('The notifications could not be fetched')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(1)
})
