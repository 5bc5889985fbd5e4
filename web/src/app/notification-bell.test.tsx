import { storeUser } from '@dictara/browser/session'
import { type Notification, notificationCalls, type NotificationTarget } from '@dictara/contract/notifications'
import { patientCalls } from '@dictara/contract/patients'
import { defaultPreferences, preferenceCalls } from '@dictara/contract/preferences'
import type { UserType } from '@dictara/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../editor/testing/mount.tsx'
import { forgetPreferences } from '../platform/preferences.ts'
import { mountInShell } from '../testing/in-shell.tsx'
import { type LiveEnd, openLiveWire } from '../testing/live-wire.ts'
import { as } from '../testing/open-page.tsx'
import { idOf } from '../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, unreachable } from '../testing/wire.ts'
import { expectNoViolationsInBothLooks } from '../testing/accessible.ts'
import '@dictara/browser/theme.css'

const { listNotifications, markNotifications } = notificationCalls

const told = (n: number, facts: Partial<Notification> = {}): Notification => ({
  id: idOf(300 + n),
  readStatus: false,
  target: 'REVIEWER_REJECTED',
  type: 'REVIEWER_REJECTED',
  targetId: idOf(161),
  mayOpen: true,
  patientName: 'Greta Dubois',
  comment: 'Which side?',
  senderName: 'Ruth Amsel',
  body: `Job 0000${10 + n} was returned from review with a comment.`,
  createdDate: new Date(Date.now() - 4.5 * 60_000).toISOString(),
  profilePicture: null,
  facilities: { facilityName: 'Harbor Street Main', timeZone: 'Pacific/Kiritimati', emrVerificationUrl: null },
  ...facts,
})

let server: Calls
let rows: Notification[]
let ends: LiveEnd[]

/** Makes the stand-in server return the rows page by page, and keep which of them were marked as read. */
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
  forgetPreferences()
  server = openCalls()
  server.answer(patientCalls.checkRosterAccess, {})
  server.answer(preferenceCalls.getPreferences, [])
  ends = openLiveWire()
  rows = [1, 2, 3, 4, 5, 6, 7].map((n) => told(n))
  answerRows()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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
const address = ({ router }: { router: { state: { location: { pathname: string; search: string } } } }) =>
  router.state.location.pathname + router.state.location.search
const itsJob = `/dashboard/new-editor/${idOf(161)}`
const place = ({ router }: { router: { state: { location: { pathname: string } } } }) => router.state.location.pathname

test('the bell opens a panel of 400 px with five notifications per page, and older pages can be opened [NOTIF-02, NOTIF-03, NOTIF-05]', async () => {
  await open()
  expect(panel.element().getBoundingClientRect().width).toBe(400)
  expect(items()).toHaveLength(5)
  expect(Object.fromEntries(server.asked(listNotifications).at(-1)!.search)).toEqual({
    page: '0',
    size: '5',
    notificationType: 'WEB',
  })
  await expect.element(panel.getByText('1–5 of 7')).toBeVisible()
  await expectNoViolationsInBothLooks(panel.element() as HTMLElement)
  await userEvent.click(panel.getByRole('button', { name: 'Older' }))
  await until(() => expect(items()).toHaveLength(2))
  await expect.element(panel.getByText('6–7 of 7')).toBeVisible()
})

test('for a person without a clinic the bell is empty, and no request is sent', async () => {
  storeUser(as('dictaraGod', { clinicId: null }))
  mountInShell([{ path: '*', element: 'The page' }], '/dashboard')
  await userEvent.click(bell(0))
  await expect.element(panel.getByText(/^Nothing new\./)).toBeVisible()
  expect(server.asked(listNotifications)).toEqual([])
})

test('a notification shows what happened, who did it, where and when, and has a link [NOTIF-04]', async () => {
  rows = [
    told(3),
    told(4, {
      readStatus: true,
      profilePicture: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    }),
  ]
  await open()
  const [first, second] = items()
  expect(first!.textContent).toContain(
    'Unread: Greta Dubois. Job 000013 was returned from review with a comment.“Which side?”',
  )
  expect(first!.textContent).toContain('Ruth Amsel · Harbor Street Main · 4m ago')
  expect(second!.textContent).not.toContain('Unread')
  expect(second!.querySelector('img')).not.toBeNull()
})

test('the time of a notification is shown in its facility’s time zone, as in the lists [Q183]', async () => {
  rows = [told(1, { createdDate: '2026-10-20T11:30:00Z' })]
  await open()
  const time = document.querySelector('.bell-item time')!
  expect(time.textContent).toMatch(/^\d+d( \d+h)? ago$/)
  expect(time.getAttribute('title')).toMatch(/^Oct 21, (2026, )?1:30 AM$/)
})

test('opening an unread notification follows its link, marks it read and lowers the unread count [NOTIF-12]', async () => {
  const mounted = await open()
  await userEvent.click(panel.getByRole('link', { name: /000011/ }))
  await expect.element(bell(6)).toBeVisible()
  expect(place(mounted)).toBe(itsJob)
  await expect.element(panel).not.toBeInTheDocument()
  const [asked] = server.asked(markNotifications)
  expect(asked!.what).toContain(`/clinic/user/${as('doctor').id}/notifications`)
  expect(asked!.search.get('notificationId')).toBe(rows[0]!.id)
})

test('opening a read notification follows its link and keeps the unread count [NOTIF-12]', async () => {
  rows = [told(1, { readStatus: true }), told(2)]
  const mounted = await open()
  await userEvent.click(panel.getByRole('link', { name: /000011/ }))
  await until(() => expect(place(mounted)).toBe(itsJob))
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
] as const)(
  'a %s who may not read the job of a %s notification goes to the list %s %s',
  async (userType, type, list, _ids) => {
    // The server sends both types as a new job; the type says whose work the job was before.
    const target: NotificationTarget = type === 'TRANSCRIPTIONIST_READY' ? 'NEW_JOB_AVAILABLE' : type
    rows = [told(1, { target, type, mayOpen: false })]
    const mounted = await open(userType)
    await userEvent.click(items()[0]!.querySelector('a')!)
    await until(() => expect(place(mounted)).toBe(`/dashboard/jobs-list/${list}`))
  },
)

test.each([
  ['doctor', 'REVIEWER_REJECTED', `/dashboard/new-editor/${idOf(161)}?jobStage=rejected&userRole=doctor`],
  ['reviewer', 'NEW_JOB_AVAILABLE', `/dashboard/new-editor/${idOf(161)}?jobStage=ready&userRole=reviewer`],
  [
    'transcriptionist',
    'NEW_JOB_AVAILABLE',
    `/dashboard/editor/${idOf(161)}?userType=transcriptionist&jobStage=available`,
  ],
] as const)(
  'a %s who may read the job of a %s notification opens it, and Back shows its list [Q208]',
  async (who, target, to) => {
    rows = [told(1, { target, type: target })]
    const mounted = await open(who)
    await userEvent.click(items()[0]!.querySelector('a')!)
    await until(() => expect(address(mounted)).toBe(to))
  },
)

test('a notification about the EHR links to the verification address of its facility [NOTIF-13]', async () => {
  const asks = (n: number, emrVerificationUrl: string | null) =>
    told(n, {
      target: 'VERIFY_EMR',
      type: 'VERIFY_EMR',
      body: 'The EHR needs you to verify who you are.',
      facilities: { ...told(n).facilities, emrVerificationUrl },
    })
  rows = [asks(1, 'https://ehr.example/here'), asks(2, null)]
  await open('doctor', { emrHandlingData: { emrVerificationUrl: 'https://ehr.example/verify' } })
  expect(
    panel
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://ehr.example/here', 'https://ehr.example/verify'])
})

test('a notification about an EHR that fails or works again links to the facilities', async () => {
  rows = (['EHR_FAILING', 'EHR_WORKS_AGAIN'] as const).map((target, at) => told(at + 1, { target, type: target }))
  await open('clinicAdmin', { emrHandlingData: { emrVerificationUrl: 'https://ehr.example/verify' } })
  expect(
    panel
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/dashboard/settings/facility', '/dashboard/settings/facility'])
})

test('a notification about a plan links to the subscription of its facility', async () => {
  rows = (['TRIAL_ENDS', 'PAYMENT_FAILED', 'PLAN_ENDED'] as const).map((target, at) =>
    told(at + 1, { target, type: target, targetId: idOf(7) }),
  )
  await open('clinicAdmin')
  expect(
    panel
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(rows.map(() => `/dashboard/billing/manage-subscription?facility=${idOf(7)}`))
})

test('a notification shows its sender’s photo, or the initials if there is none or it does not load', async () => {
  const photo = (n: number) => `/api/clinic/user/${idOf(9)}/photo/${idOf(n)}`
  const drawn = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  rows = [told(1), told(2, { profilePicture: drawn }), told(3, { profilePicture: photo(1) })]
  await open()
  const faces = () => items().map((item) => item.querySelector('.face')!)
  const of = (face: Element) => face.querySelector('img')?.getAttribute('src') ?? face.getAttribute('data-initials')
  // A photo that does not load is replaced by the initials.
  await until(() => expect(faces().map(of)).toEqual(['RA', drawn, 'RA']))
})

test('all notifications can be marked read together', async () => {
  await open()
  await userEvent.click(panel.getByRole('button', { name: 'Mark all read' }))
  await expect.element(bell(0)).toBeInTheDocument()
  expect(server.asked(markNotifications)[0]!.search.get('readAll')).toBe('true')
  await expect.element(panel.getByRole('button', { name: 'Mark all read' })).not.toBeInTheDocument()
})

test('by keyboard the panel opens with the focus, and Escape returns to the bell', async () => {
  await open()
  expect(document.activeElement).toBe(panel.element())
  await userEvent.keyboard('{Tab}{Tab}')
  expect(document.activeElement).toBe(items()[0]!.querySelector('a'))
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(bell(7)).toHaveFocus()
})

test('a loading error is shown once, with Retry', async () => {
  rows = []
  server.answer(listNotifications, ({ search }) => (search.get('size') === '1' ? { unReadCount: 2 } : unreachable))
  storeUser(as('doctor'))
  mountInShell([{ path: '*', element: 'The page' }], '/dashboard')
  await userEvent.click(bell(2))
  await expect.element(panel.getByText('Couldn’t load your notifications')).toBeVisible()
  expect(page.getByRole('alert').elements()).toHaveLength(1)
})

describe('a desktop notification', () => {
  interface Shown {
    title: string
    body: string
    tag: string
    click: () => void
    isClosed: boolean
  }
  let shown: Shown[]
  let asked: number

  /**
   * Replaces the browser's Notification class. `allowed` is the current permission, `answer` what the person chooses
   * when asked.
   */
  function standInForNotices(allowed: NotificationPermission, answer: NotificationPermission = allowed) {
    shown = []
    asked = 0
    class Notice extends EventTarget {
      static permission = allowed
      static async requestPermission() {
        asked += 1
        return (Notice.permission = answer)
      }
      readonly of: Shown
      constructor(title: string, { body = '', tag = '' }: NotificationOptions) {
        super()
        this.of = { title, body, tag, click: () => this.dispatchEvent(new Event('click')), isClosed: false }
        shown.push(this.of)
      }
      close() {
        this.of.isClosed = true
      }
    }
    vi.stubGlobal('Notification', Notice)
  }
  /** Each test uses a new notification, because the page shows each one only once. */
  let news: Notification
  let count = 20
  beforeEach(() => {
    count += 1
    news = told(count)
  })
  const hide = (isHidden = true) =>
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  const wants = (userType: UserType = 'doctor') =>
    localStorage.setItem(`dictara.preferences.${as(userType).id}`, JSON.stringify({ kept: { noticesOutside: true } }))
  const push = async (of: Notification) => {
    await until(() => expect(ends.at(-1)?.heard).toContainEqual(expect.objectContaining({ type: 'subscribe' })))
    ends.at(-1)!.push({ type: 'message', notification: of, counts: { unReadCount: 8 } })
  }
  const mountAway = () => {
    storeUser(as('doctor'))
    server.answer(preferenceCalls.getPreferences, [{ ...defaultPreferences, noticesOutside: true }])
    return mountInShell([{ path: '*', element: 'The page' }], '/dashboard')
  }
  /** Takes a lock as another tab of this browser would. Returns a function that releases it. */
  async function holdLock(name: string, mode: LockMode = 'exclusive') {
    const { promise, resolve } = Promise.withResolvers<void>()
    await new Promise<void>((has) => {
      void navigator.locks.request(name, { mode }, () => {
        has()
        return promise
      })
    })
    return resolve
  }
  /** Waits until everything that was started has finished: the browser grants locks in the order of the requests. */
  const settled = () => new Promise((later) => setTimeout(later, 300))

  test('is requested only by a click in the bell, and the person’s choice is saved', async () => {
    standInForNotices('default', 'granted')
    server.answer(preferenceCalls.savePreferences, ({ body }) => [{ ...defaultPreferences, ...(body as object) }])
    await open()
    await push(news)
    expect([asked, shown]).toEqual([0, []])
    await expectNoViolationsInBothLooks(panel.element() as HTMLElement)
    await userEvent.click(panel.getByRole('button', { name: 'Turn on desktop notifications' }))
    await until(() =>
      expect(server.asked(preferenceCalls.savePreferences)).toMatchObject([{ body: { noticesOutside: true } }]),
    )
    expect(asked).toBe(1)
    await expect.element(panel.getByText('Desktop notifications')).not.toBeInTheDocument()
  })

  test('that the browser blocks has instructions on how to allow it', async () => {
    standInForNotices('default', 'denied')
    await open()
    await userEvent.click(panel.getByRole('button', { name: 'Turn on desktop notifications' }))
    await expect
      .element(panel.getByText(/^This browser blocks notifications from Dictara\. To allow them, press/))
      .toBeVisible()
    expect(server.asked(preferenceCalls.savePreferences)).toEqual([])
    await expectNoViolationsInBothLooks(panel.element() as HTMLElement)
  })

  test('appears once while no page is visible, in the bell’s words, and a click marks it read and follows its link', async () => {
    standInForNotices('granted')
    wants()
    hide()
    const mounted = mountAway()
    await push(news)
    await push(news)
    await push(told(count + 100, { readStatus: true, target: 'JOB_READY_INPROGRESS', type: 'JOB_READY_INPROGRESS' }))
    await until(() => expect(shown).toHaveLength(1))
    await settled()
    expect(shown).toMatchObject([{ title: 'Dictara', body: `${news.body}\nHarbor Street Main`, tag: news.id }])
    const focused = vi.spyOn(window, 'focus').mockImplementation(() => {})
    shown[0]!.click()
    await until(() => expect(place(mounted)).toBe(itsJob))
    expect([focused.mock.calls.length, shown[0]!.isClosed]).toEqual([1, true])
    expect(server.asked(markNotifications)[0]!.search.get('notificationId')).toBe(news.id)
  })

  test.each([
    ['this page is visible', () => hide(false), null],
    ['another tab is visible', () => hide(), () => holdLock('dictara-in-sight', 'shared')],
    ['another tab shows it', () => hide(), () => holdLock(`dictara-told ${news.id}`)],
  ])('is not shown while %s', async (_, sight, hold) => {
    standInForNotices('granted')
    wants()
    sight()
    const leave = await hold?.()
    mountAway()
    await push(news)
    await settled()
    expect(shown).toEqual([])
    leave?.()
  })

  test('is not shown to a person who did not turn it on, even if the browser allows it', async () => {
    standInForNotices('granted')
    hide()
    storeUser(as('doctor'))
    mountInShell([{ path: '*', element: 'The page' }], '/dashboard')
    await push(news)
    await settled()
    expect(shown).toEqual([])
  })
})

test('after a lost connection the count is loaded again, and a notification pushed twice counts once [NOTIF-16]', async () => {
  storeUser(as('doctor'))
  mountInShell([{ path: '*', element: 'The page' }], '/dashboard')
  await expect.element(bell(7)).toBeVisible()
  await until(() => expect(ends[0]?.heard).toContainEqual(expect.objectContaining({ type: 'subscribe' })))
  rows = [...rows, told(8)]
  for (let time = 0; time < 2; time += 1)
    ends[0]!.push({ type: 'message', notification: told(8), counts: { unReadCount: 8 } })
  await expect.element(bell(8)).toBeVisible()
  // Two more notifications arrived while the live channel was closed.
  rows = [...rows, told(9), told(10)]
  ends[0]!.close(1006)
  await until(() => expect(ends[1]?.heard).toContainEqual(expect.objectContaining({ type: 'subscribe' })))
  await expect.element(bell(10)).toBeVisible()
})
