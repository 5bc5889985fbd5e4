import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import {
  aDoctor,
  aFacility,
  aServer,
  button,
  clickOn,
  idOf,
  listDoctors,
  listFacilities,
  openDoctors,
  refused,
  toggle,
} from './people.fixtures.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import type { Calls } from '../../testing/wire.ts'

let server: Calls
beforeEach(() => {
  localStorage.clear()
  server = aServer()
})
afterEach(() => vi.restoreAllMocks())

const listed = (...people: ReturnType<typeof aDoctor>[]) => {
  server.answer(listDoctors, people)
}
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) })
const searched = () => server.asked(listDoctors).map(({ search }) => search.get('name'))

/** Checks that the tooltip opens by pointer and by keyboard. */
async function expectTipOn(words: ReturnType<typeof page.getByText>, whole: string) {
  const tip = page.getByRole('tooltip', { name: whole })
  await userEvent.hover(words)
  await expect.element(tip).toBeVisible()
  await userEvent.hover(page.getByRole('heading', { name: 'Doctors' }))
  await expect.element(tip).not.toBeInTheDocument()
  ;(words.element() as HTMLElement).focus()
  await expect.element(tip).toBeVisible()
}

test('an admin who dictates has a mark at the avatar, other people do not [PEOP-08]', async () => {
  listed(aDoctor(), aDoctor({ id: idOf(12), firstName: 'Ada', lastName: 'Byron', userType: 'admin' }))
  openDoctors()
  await expect.element(row('Ada Byron').getByText('Admin', { exact: true })).toBeVisible()
  await expect.element(row('Dana Okafor').getByText('Admin', { exact: true })).not.toBeInTheDocument()
  const flags = (name: string) => row(name).element().querySelectorAll('.ant-badge:has(.face) .ant-badge-dot')
  expect([flags('Ada Byron').length, flags('Dana Okafor').length]).toEqual([1, 0])
})

test('a name longer than 30 characters is cut with an ellipsis, and its tooltip shows all of it [PEOP-09]', async () => {
  const [fits, long] = ['B'.repeat(28), 'C'.repeat(29)]
  listed(aDoctor({ firstName: 'A', lastName: fits }), aDoctor({ id: idOf(12), firstName: 'A', lastName: long }))
  openDoctors()
  await expect.element(page.getByText(`A ${fits}`, { exact: true })).toBeVisible()
  const cut = page.getByText(`A ${long.slice(0, 28)}…`, { exact: true })
  await expect.element(cut).toBeVisible()
  await expectTipOn(cut, `A ${long}`)
})

test('two facilities are shown as chips, with the number of the others [PEOP-10]', async () => {
  listed(
    aDoctor({ facilities: ['North', 'South', 'East', 'West'].map((name, n) => aFacility(60 + n, name)) }),
    aDoctor({ id: idOf(12), firstName: 'Ada', facilities: [aFacility(60, 'North'), aFacility(61, 'South')] }),
  )
  openDoctors()
  await expect.element(row('Dana Okafor')).toBeVisible()
  const chips = (name: string) => [...row(name).element().querySelectorAll('.ant-tag')].map((chip) => chip.textContent)
  expect(chips('Dana Okafor')).toEqual(['North', 'South', '+2'])
  expect(chips('Ada Okafor')).toEqual(['North', 'South'])
  await expectTipOn(page.getByText('+2'), 'East, West')
})

test('facility names are shown in full at 1280 px, enabled facilities first', async () => {
  await page.viewport(1280, 800)
  const closed = { ...aFacility(60, 'Harbor Street Annex'), disabled: true }
  listed(aDoctor({ facilities: [closed, aFacility(61, 'Harbor Street East'), aFacility(62, 'Harbor Street Main')] }))
  openDoctors()
  await expect.element(row('Dana Okafor')).toBeVisible()
  const chips = [...row('Dana Okafor').element().querySelectorAll('.ant-tag')]
  expect(chips.map(({ textContent }) => textContent)).toEqual(['Harbor Street East', 'Harbor Street Main', '+1'])
  for (const chip of chips) expect(chip.scrollWidth).toBeLessThanOrEqual(chip.clientWidth)
})

test('an invitation whose link no longer works is shown as expired, and can be sent again', async () => {
  const { fullName: lost } = aDoctor({ firstName: 'Lost' })
  listed(
    aDoctor(),
    aDoctor({ id: idOf(12), firstName: 'Lost', isInvitationOpen: false }),
    aDoctor({ id: idOf(13), firstName: 'Ada', invited: false, isInvitationOpen: false }),
  )
  openDoctors()
  await expect.element(row('Dana Okafor').getByText('Invited', { exact: true })).toBeVisible()
  await expect.element(row(lost).getByText('Invitation expired', { exact: true })).toBeVisible()
  await expect.element(button(`Invite ${lost} again`)).toBeEnabled()
  await expect
    .element(row('Ada Okafor').getByRole('switch', { name: 'Ada Okafor is enabled', checked: true }))
    .toBeVisible()
})

test.each(['admin', 'clinicAdmin', 'reviewer'] as const)(
  'add, edit and re-invite are available to all users of the page, but only clinicAdmin can disable: %s [PEOP-51, PEOP-52]',
  async (userType) => {
    openDoctors(userType)
    for (const name of ['Add', 'Edit Dana Okafor', 'Invite Dana Okafor again'])
      await expect.element(button(name)).toBeEnabled()
    const isEnabled = page.getByRole('switch', { name: 'Dana Okafor is enabled' })
    if (userType === 'clinicAdmin') await expect.element(isEnabled).toBeEnabled()
    else await expect.element(isEnabled).toBeDisabled()
  },
)

test('a search is sent 400 ms after typing stops [PEOP-55]', async () => {
  openDoctors()
  await expect.element(row('Dana Okafor')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const box = document.querySelector<HTMLInputElement>('input[placeholder="Search Doctors"]')!
  const type = async (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, text)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  try {
    await type('ok')
    await vi.advanceTimersByTimeAsync(399)
    await type('oka')
    await vi.advanceTimersByTimeAsync(399)
    expect(searched()).toEqual([''])
    await vi.advanceTimersByTimeAsync(1)
  } finally {
    vi.useRealTimers()
  }
  await until(() => expect(searched()).toEqual(['', 'oka']))
})

test('the table has ten rows per page, a search by name and a filter by facility [PEOP-04, PEOP-53]', async () => {
  server.answer(listDoctors, { result: [aDoctor()], size: 25 })
  openDoctors()
  const last = () => Object.fromEntries(server.asked(listDoctors).at(-1)!.search)
  await expect.element(row('Dana Okafor')).toBeVisible()
  expect(last()).toMatchObject({ page: '0', size: '10', name: '' })
  await clickOn('Next page')
  await until(() => expect(last()).toMatchObject({ page: '1', size: '10' }))
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search Doctors' }), 'oka')
  await until(() => expect(last()).toMatchObject({ page: '0', name: 'oka' }))
  await clickOn('Facility')
  await userEvent.click(page.getByRole('checkbox', { name: 'Annex' }))
  await until(() => expect(last()).toMatchObject({ page: '0', name: 'oka', facilityIds: idOf(22) }))
})

test('a disabled doctor can be neither edited nor re-invited, and is enabled after a confirmation [PEOP-30, PEOP-31]', async () => {
  listed(aDoctor({ isEnabled: false }))
  openDoctors()
  await expect.element(button('Edit Dana Okafor')).toBeDisabled()
  await expect.element(button('Invite Dana Okafor again')).toBeDisabled()
  server.answer(toggle, [{ isEnabled: true }])
  const toggled = () => server.asked(toggle).length
  for (const [answer, times] of [
    ['No', 0],
    ['Yes', 1],
  ] as const) {
    await userEvent.click(page.getByRole('switch', { name: /^Dana Okafor is/ }))
    await expect.element(page.getByRole('dialog', { name: 'Enable Dana Okafor ?' })).toBeVisible()
    await clickOn(answer)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await until(() => expect(toggled()).toBe(times))
  }
})

test('the facility filter is at most 400 px high, and scrolls [PEOP-57]', async () => {
  server.answer(
    listFacilities,
    Array.from({ length: 40 }, (_, n) => aFacility(100 + n, `House ${n}`)),
  )
  openDoctors()
  await clickOn('Facility')
  const box = page.getByRole('checkbox', { name: 'House 39' })
  await expect.element(box).toBeInTheDocument()
  const list = document.querySelector('.ant-popover .ant-checkbox-group')!.parentElement!
  expect(list.clientHeight).toBe(400)
  expect(list.scrollHeight).toBeGreaterThan(400)
  await userEvent.click(box)
  await until(() => expect(server.asked(listDoctors).at(-1)?.search.get('facilityIds')).toBe(idOf(139)))
})

test('if the doctors cannot be loaded, an error is shown with Retry [PEOP-81]', async () => {
  server.answer(listDoctors, refused('No.'))
  openDoctors()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('ErrorSomething went wrong while fetching authors.Retry')
  listed(aDoctor())
  await clickOn('Retry')
  await expect.element(row('Dana Okafor')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('if the facilities cannot be loaded, the server’s message is shown with Retry [PEOP-82]', async () => {
  server.answer(listFacilities, refused('The facilities rest.'))
  openDoctors()
  await clickOn('Facility')
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('User Facilities Fetch FailedThe facilities rest.Retry')
  server.answer(listFacilities, [aFacility(21, 'Main')])
  await clickOn('Retry')
  await expect.element(page.getByRole('checkbox', { name: 'Main' })).toBeVisible()
})

test('the list of doctors passes axe in light and dark', async () => {
  listed(aDoctor(), aDoctor({ id: idOf(12), firstName: 'Ada', lastName: 'Byron', userType: 'admin' }))
  const { host } = openDoctors('clinicAdmin')
  await expect.element(row('Ada Byron')).toBeVisible()
  await expectNoViolationsInBothLooks(host)
})
