import { storeUser } from '@dictara/browser/session'
import { jobListCalls } from '@dictara/contract/job-lists'
import { peopleCalls } from '@dictara/contract/people'
import { reviewerGroupCalls } from '@dictara/contract/reviewer-groups'
import { afterEach, beforeEach, expect, test, vi, onTestFinished } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { until } from '../editor/testing/mount.tsx'
import { settled } from '../editor/testing/real-keys.ts'
import { mountInShell } from '../testing/in-shell.tsx'
import { aJobRow } from '../testing/job.fixtures.ts'
import { openLiveWire } from '../testing/live-wire.ts'
import { as } from '../testing/open-page.tsx'
import { aFacility, aPerson } from '../testing/person.fixtures.ts'
import { idOf } from '../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../testing/wire.ts'
import '@dictara/browser/theme.css'
import { routes } from './routes.tsx'

const facility = aFacility(70, 'Harbor Street South Wing')
const job = aJobRow({
  author: 'Piet van der Berghausen-Amsel',
  patientName: 'Wilhelmina von Hohenzollern',
  facility,
  heldBy: { id: idOf(5), fullName: 'Tamara Novakova-Lindqvist' },
  heldSince: '2026-11-20T22:00:00Z',
  currentLevelOfReview: 'LEVEL_2',
  comments: [
    {
      comment: 'Please check the dose in the plan.',
      userType: 'reviewer',
      userName: 'Ruth Amsel',
      level: 'LEVEL_1',
      createdDate: '2026-11-20T20:00:00Z',
    },
  ],
  allowedActions: ['resume', 'release', 'assign', 'delete'],
})
const person = aPerson({
  firstName: 'Wilhelmina-Konstantina',
  lastName: 'von Hohenzollern',
  email: 'wilhelmina.konstantina.von.hohenzollern@example-hospital.org',
  userType: 'biller',
  isInvitationOpen: false,
  facilities: [facility, aFacility(71, 'Riverside Rehabilitation'), aFacility(72, 'East')],
})

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = openCalls()
  server.answer(jobListCalls.listMyJobs, [job])
  server.answer(jobListCalls.listJobsToReview, [job])
  for (const spec of [peopleCalls.listDoctors, peopleCalls.listReviewers, peopleCalls.listBillers])
    server.answer(spec, [person])
  server.answer(reviewerGroupCalls.listGroups, [
    {
      id: idOf(80),
      groupName: 'A group with a name that is much too long',
      level: 'ALL_LEVELS',
      version: 1,
      reviewerIds: [person.id],
      reviewers: [1, 2, 3].map((n) => ({ id: idOf(90 + n), fullName: person.fullName, email: person.email })),
    },
  ])
  openLiveWire()
})
afterEach(() => vi.restoreAllMocks())

/** Opens the whole application at an address, signed in as the administrator of a clinic. */
async function open(address: string, width: number) {
  await page.viewport(width, 800)
  storeUser(as('clinicAdmin'))
  mountInShell(routes[0]!.children!.find(({ path }) => path === '/')!.children!, address)
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
}

const lists = [
  '/dashboard/jobs-list/my-jobs/in-progress',
  '/dashboard/jobs-list/my-jobs/in-review',
  '/dashboard/jobs-list/jobs-to-review/ready',
  '/dashboard/doctors',
  '/dashboard/reviewers',
  '/dashboard/reviewers?list=groups',
  '/dashboard/billers',
]

/** Returns the HTML of the elements that extend beyond the right edge of the page. */
const outside = () =>
  [...document.querySelectorAll('#content *')]
    .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth)
    .map((part) => part.outerHTML)

test.each(lists)('from 1920 to 360 px all of %s is visible, also with long names', async (address) => {
  await open(address, 1920)
  for (const width of [1920, 1280, 1024, 768, 360]) {
    await page.viewport(width, 800)
    await settled()
    expect(outside(), `at ${width} px`).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  }
})

const heightOf = () => page.getByRole('rowheader').first().element().closest('tr')!.getBoundingClientRect().height

test.each([
  // Rows of this list have two lines, and a third one for the comment.
  ['/dashboard/jobs-list/my-jobs/in-progress', 80],
  ['/dashboard/reviewers?list=groups', 56],
])('the rows of %s are low on a desktop, also with the longest names', async (address, most) => {
  await open(address, 1280)
  expect(heightOf()).toBeLessThanOrEqual(most)
})

/** Whether the element is the topmost one at its own centre, so that a click reaches it. */
function isUncovered(part: Element) {
  const { x, y, width, height } = part.getBoundingClientRect()
  return part.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test.each([375, 1280])('at %d px no notice covers the title and buttons of a drawer', async (width) => {
  server.answer(peopleCalls.editBiller, refused('You can’t use one of these facilities.', 'x', 422))
  await open('/dashboard/billers', width)
  await userEvent.click(page.getByRole('button', { name: `Edit ${person.fullName}` }))
  const drawer = page.getByRole('dialog', { name: 'Edit Biller' })
  await userEvent.fill(drawer.getByLabelText('First Name'), 'Ada')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('You can’t use one of these facilities.')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Submit' })).toBeVisible()
  // Ignore endless animations, such as the spinner of a pending call: they never finish.
  const moving = () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await until(() => expect(moving()).toEqual([]))
  const parts = [
    drawer.getByText('Edit Biller', { exact: true }),
    ...['Close', 'Cancel', 'Submit'].map((name) => drawer.getByRole('button', { name })),
  ]
  for (const part of parts) expect(isUncovered(part.element())).toBe(true)
})

test('a button stops spinning when its answer arrives, even without an animation end', async () => {
  const still = document.head.appendChild(document.createElement('style'))
  still.textContent = '.ant-btn * { transition: none !important }'
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.answer(peopleCalls.editBiller, promise)
  await open('/dashboard/billers', 1280)
  await userEvent.click(page.getByRole('button', { name: `Edit ${person.fullName}` }))
  const drawer = page.getByRole('dialog', { name: 'Edit Biller' })
  await userEvent.fill(drawer.getByLabelText('First Name'), 'Ada')
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer.getByRole('button', { name: 'loading Submit' })).toBeVisible()
  resolve(refused('You can’t use one of these facilities.', 'x', 422))
  await expect.element(drawer.getByRole('button', { name: 'Submit' })).toBeVisible()
  still.remove()
})

test('a focused field is marked, also when its value is invalid', async () => {
  await open('/dashboard/billers', 1280)
  await userEvent.click(page.getByRole('button', { name: 'Add' }))
  const firstName = page.getByRole('dialog').getByLabelText('First Name')
  await expect.element(firstName).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('First Name is required')).toBeVisible()
  await until(() => expect(getComputedStyle(firstName.element()).boxShadow).toContain('rgb(197, 34, 31)'))
})

/** Says whether the person wants movement; without a value it is as the browser of the tests was started: reduced. */
const preferMotion = (value: 'no-preference' | 'reduce' | '') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

/** Lets drawers move, until `finish` is called, however slow the machine is. */
async function slowDrawers() {
  await preferMotion('no-preference')
  const slowly = document.head.appendChild(document.createElement('style'))
  slowly.textContent = '.ant-drawer * { transition-duration: 60s !important }'
  onTestFinished(async () => {
    slowly.remove()
    await preferMotion('')
  })
  return {
    hasBegun: () => until(() => expect(document.querySelector('[class*=drawer-panel-motion]')).not.toBeNull()),
    async finish() {
      for (const movement of document.getAnimations()) movement.finish()
      await until(() => expect(document.querySelector('[class*=drawer-panel-motion]')).toBeNull())
    },
  }
}

test('focusing another field while a drawer opens keeps the focus there', async () => {
  const drawers = await slowDrawers()
  await open('/dashboard/billers', 1280)
  await userEvent.click(page.getByRole('button', { name: 'Add' }))
  const lastName = page.getByRole('dialog').getByLabelText('Last Name')
  await drawers.hasBegun()
  ;(lastName.element() as HTMLElement).focus()
  await drawers.finish()
  await expect.element(lastName).toHaveFocus()
})

test('while a drawer still opens, the focus stays on the chosen answer of the question above it', async () => {
  const drawers = await slowDrawers()
  await open('/dashboard/billers', 1280)
  await userEvent.click(page.getByRole('button', { name: 'Add' }))
  await drawers.hasBegun()
  await userEvent.fill(page.getByRole('dialog').getByLabelText('Last Name'), 'Byron')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Stay here' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  const focused: string[] = []
  const note = ({ target }: Event) => focused.push((target as HTMLElement).outerHTML)
  addEventListener('focusin', note)
  await drawers.finish()
  await expect.element(page.getByRole('button', { name: 'Leave', exact: true })).toHaveFocus()
  expect(focused).toEqual([])
  removeEventListener('focusin', note)
})

test('the theme changes immediately, without a fade through unreadable colours', async () => {
  await open('/dashboard/billers', 1280)
  const name = page.getByRole('rowheader').first().element()
  const light = getComputedStyle(name).color
  const seen: string[] = []
  const watch = new MutationObserver(() => seen.push(getComputedStyle(name).color))
  watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  await userEvent.click(page.getByRole('button', { name: /^Profile of/ }))
  await until(() => expect(document.getAnimations()).toEqual([]))
  await userEvent.click(page.getByRole('menuitem', { name: 'Switch to dark mode' }))
  await until(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  const [now] = seen
  expect(now).not.toBe(light)
  expect(now).toBe(getComputedStyle(name).color)
  watch.disconnect()
})

/** Whether an element lies completely within the viewport. */
function isOnScreen(part: Element) {
  const { left, top, right, bottom } = part.getBoundingClientRect()
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
}

test('with reduced motion, a menu opens in its final place', async () => {
  await preferMotion('reduce')
  try {
    await open('/dashboard/jobs-list/my-jobs/in-progress', 1280)
    await userEvent.click(page.getByRole('button', { name: /^Profile of/ }))
    await expect.element(page.getByRole('menuitem', { name: 'Switch to dark mode' })).toBeVisible()
    await until(() => expect(isOnScreen(document.querySelector('.ant-dropdown')!)).toBe(true))
  } finally {
    await preferMotion('')
  }
})

test('on the smallest phone the waiting time does not cut the patient’s details', async () => {
  const soon = new Date(Date.now() + 15 * 60_000).toISOString()
  const submissionTime = new Date(Date.now() - 25 * 3_600_000).toISOString()
  server.answer(jobListCalls.listMyJobs, [
    { ...job, patientName: 'Ines Haddad', submissionTime, waitingSince: submissionTime, dueAt: soon },
  ])
  await open('/dashboard/jobs-list/my-jobs/in-progress', 320)
  const isCut = (part: Element) => part.scrollWidth > part.clientWidth
  expect([...document.querySelectorAll('.list-patient .list-second, td.list-submitted')].filter(isCut)).toEqual([])
  expect(outside()).toEqual([])
})
