import { facilityCalls } from '@dictara/contract/facilities'
import { type LineCount, lineCountCalls as calls, type LineCounts } from '@dictara/contract/line-counts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const aRow = (row: Partial<LineCount>): LineCount => ({
  id: idOf(31),
  name: 'Tova Doe',
  userType: 'transcriptionist',
  jobs: 12,
  lines: 1234.5,
  seconds: 5400,
  payCents: 11_789,
  rate: 955,
  hasOwnRate: false,
  ...row,
})
const counted = (rows: LineCount[], more: Partial<LineCounts> = {}): LineCounts => ({
  rows,
  totals: { jobs: 13, lines: 1236.5, seconds: 5430, payCents: 11_789 },
  usualRate: 955,
  ...more,
})
const ada = aRow({
  id: idOf(32),
  name: 'Ada Doe',
  userType: 'doctor',
  jobs: 1,
  lines: 2,
  seconds: 30,
  payCents: null,
  rate: null,
})

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  vi.useFakeTimers({ now: new Date('2026-11-29T12:00:00'), toFake: ['Date'] })
  server = openCalls()
  server.answer(facilityCalls.listUserFacilities, [])
  server.answer(calls.countLines, [counted([aRow({}), ada])])
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const open = (who: 'admin' | 'clinicAdmin' = 'clinicAdmin', look?: 'light' | 'dark') =>
  openPage('/dashboard/line-counts', as(who), look)
const rowTexts = () =>
  [...document.querySelectorAll('.line-table tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(' | '),
  )
const button = (name: string) => page.getByRole('button', { name })
const asked = () => Object.fromEntries(server.asked(calls.countLines).at(-1)!.search)
const dollars = page.getByRole('spinbutton', { name: 'Dollars a line' })

test('last month is counted by transcriptionist, with pay and totals, and one click changes the grouping', async () => {
  open()
  await until(() =>
    expect(rowTexts()).toEqual([
      'Transcriptionist | Dictations | Lines | Minutes | Rate per line | Pay',
      'Tova Doe | 12 | 1,234.50 | 90.0 | $0.0955 | $117.89',
      'Ada DoeDoctor | 1 | 2.00 | 0.5 | Set | –',
      'Total | 13 | 1,236.50 | 90.5 |  | $117.89',
    ]),
  )
  expect(asked()).toMatchObject({ from: '2026-10-01', to: '2026-10-31', by: 'typist' })
  expect(document.title).toBe('Line counts | Dictara')
  await expect
    .element(page.getByText(/^Transcriptionists without a rate of their own are paid \$0.0955 a line. A dictation/))
    .toBeVisible()
  await expectNoViolations()
  server.answer(calls.countLines, [counted([aRow({ name: 'Main', userType: null, rate: null })])])
  await userEvent.click(page.getByText('Facility', { exact: true }).first())
  await until(() => expect(rowTexts()[0]).toBe('Facility | Dictations | Lines | Minutes | Pay'))
  expect(asked()).toMatchObject({ by: 'facility' })
})

test('a rate is entered in dollars and sent with the rate it replaces, and an invalid rate shows a message at its field', async () => {
  server.answer(calls.setUsualRate, { result: [{ rate: 800 }], message: 'Pay rate saved' })
  server.answer(calls.setOwnRate, { result: [{ rate: 1000 }], message: 'Pay rate saved' })
  open()
  await userEvent.click(button('Pay rate'))
  await userEvent.fill(dollars, '12')
  await userEvent.click(button('Save'))
  await expect.element(page.getByText('Enter a rate from $0 to $10 a line, in steps of $0.0001.')).toBeVisible()
  await userEvent.fill(dollars, '0.08')
  await expectNoViolations()
  await userEvent.click(button('Save'))
  await until(() => expect(server.asked(calls.setUsualRate)[0]?.body).toEqual({ rate: 800, seen: 955 }))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(button('$0.0955: change the pay rate of Tova Doe'))
  await expect.element(page.getByText(/^Empty: \$0.0955, as for everybody/)).toBeVisible()
  await userEvent.fill(dollars, '0.1')
  await userEvent.click(button('Save'))
  await until(() => expect(server.asked(calls.setOwnRate)[0]?.body).toEqual({ rate: 1000, seen: null }))
})

test('an admin of facilities sees the rates but cannot change them', async () => {
  open('admin')
  await expect.element(page.getByText('$0.0955').first()).toBeVisible()
  expect(page.getByRole('button', { name: /pay rate/i }).elements()).toEqual([])
})

test('an empty period is reported, a loading error shows Retry, and a phone needs no sideways scrolling', async () => {
  server.answer(calls.countLines, refused('Choose at most a year.'))
  open('clinicAdmin', 'dark')
  await expect.element(page.getByText('Choose at most a year.')).toBeVisible()
  const nobody = { jobs: 0, lines: 0, seconds: 0, payCents: null }
  server.answer(calls.countLines, [counted([], { totals: nobody })])
  await userEvent.click(button('Retry'))
  await expect.element(page.getByText('Nothing was typed in this period.')).toBeVisible()
  server.answer(calls.countLines, [counted([aRow({ name: 'A'.repeat(60) }), ada])])
  await page.viewport(360, 740)
  await userEvent.click(page.getByText('Author', { exact: true }).first())
  await until(() => expect(rowTexts()).toHaveLength(4))
  expect(document.documentElement.scrollWidth).toBe(360)
  await expectNoViolations()
})
