import { asVariable } from '@dictara/browser/stages'
import { paymentCalls, type PaymentStatus } from '@dictara/contract/payments'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { type Calls, refused } from '../../testing/wire.ts'
import { aBill, aBillingServer, annex, aPayment, main } from './payments.fixtures.ts'

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 900)
  server = aBillingServer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const open = (look?: 'light' | 'dark', search = '') =>
  openPage(`/dashboard/billing/payment-logs${search}`, as('admin'), look)
const reads = (part: { element: () => Element }, words: string) =>
  until(() => expect(part.element().textContent).toContain(words))
const said = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
const asked = () => server.asked(paymentCalls.listPayments)
const drawer = page.getByRole('dialog', { name: 'Transaction Details' })
const choose = async (status: string) => {
  await userEvent.click(page.getByRole('button', { name: /^Status/ }))
  await userEvent.click(page.getByRole('menuitem', { name: status }))
}

test('the breadcrumb is Billing > Manage Payment Logs [BILL-13]', async () => {
  open()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.element(crumbs.getByRole('link', { name: 'Billing' })).toHaveAttribute('href', '/dashboard/billing')
  expect([...crumbs.element().querySelectorAll('.ant-breadcrumb-link')].map(({ textContent }) => textContent)).toEqual([
    'Billing',
    'Manage Payment Logs',
  ])
})

test('the first facility is selected by default, and disabled ones cannot be chosen [BILL-14, BILL-20]', async () => {
  open()
  await until(() => expect(asked().at(-1)?.what).toContain(main.facilityId))
  await userEvent.click(page.getByRole('combobox', { name: 'Facility' }))
  await until(() => expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(2))
  await userEvent.click(document.querySelectorAll('.ant-select-item-option')[1]!)
  await until(() =>
    expect(asked().at(-1)?.what).toBe(`GET /api/clinic/facility/${annex.facilityId}/payment/transactions`),
  )
})

test('payments are listed with card, amount with two decimals and status, ten per page [BILL-17, BILL-42, BILL-52]', async () => {
  server.answer(paymentCalls.listPayments, { result: [aPayment({ settleAmount: 810.5 })], size: 23 })
  open()
  const row = page.getByRole('row', { name: /^40012345/ })
  await reads(row, 'Nov 20, 2026, 5:00 AM')
  await reads(row, 'Visa ending in 1111')
  await reads(row, '$810.50')
  await said('Page 1 of 3, 23 in all')
  expect(Object.fromEntries(asked()[0]!.search)).toMatchObject({ page: '0', size: '10', sortKey: 'submitTimeLocal' })
  await userEvent.click(page.getByRole('button', { name: 'Next page' }))
  await until(() => expect(asked().at(-1)!.search.get('page')).toBe('1'))
})

test('a payment that the gateway reports later appears in the list automatically', async () => {
  server.answer(paymentCalls.listPayments, [])
  open()
  await said('No payments yet.')
  server.answer(paymentCalls.listPayments, [aPayment({ settleAmount: 75 })])
  await expect.element(page.getByText('$75.00', { exact: true })).toBeVisible()
})

test.each([
  ['Success', 'Success', 'Green'],
  ['Processing', 'Processing', 'Amber'],
  ['Failed', 'Failed', 'Red'],
  ['Refund_processing', 'Refund Processing', 'Blue'],
] as const)('a payment with the status %s is shown as %s, in %s [BILL-36, Q162]', async (status, label, colour) => {
  server.answer(paymentCalls.listPayments, [aPayment({ uiStatus: status })])
  open()
  await said(label)
  const pill = document.querySelector<HTMLElement>('.stage-pill')!
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = asVariable(`stage${colour}`)
  expect(getComputedStyle(pill).color).toBe(getComputedStyle(probe).color)
  probe.remove()
})

test('the status filter has five choices, and choosing the current one again clears it [BILL-16, BILL-34, BILL-35]', async () => {
  open()
  await until(() => expect(asked()).toHaveLength(1))
  await userEvent.click(page.getByRole('button', { name: 'Status' }))
  const items = () => [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)
  await until(() => expect(items()).toEqual(['None', 'Success', 'Processing', 'Failed', 'Refund Processing']))
  await userEvent.keyboard('{Escape}')
  const wire: [string, PaymentStatus][] = [
    ['Refund Processing', 'Refund_processing'],
    ['Success', 'Success'],
    ['Processing', 'Processing'],
    ['Failed', 'Failed'],
  ]
  for (const [label, value] of wire) {
    await choose(label)
    await until(() => expect(asked().at(-1)!.search.get('filterKey')).toBe(value))
  }
  await expect.element(page.getByRole('button', { name: 'Status: Failed' })).toBeVisible()
  await choose('Failed')
  await until(() => expect(asked().at(-1)!.search.has('filterKey')).toBe(false))
  await choose('Success')
  await choose('None')
  await until(() => expect(asked().at(-1)!.search.has('filterKey')).toBe(false))
})

test('a search by transaction is sent 400 ms after typing stops [BILL-15, BILL-58]', async () => {
  open()
  await until(() => expect(asked()).toHaveLength(1))
  await expect.element(page.getByRole('row', { name: /^40012345/ })).toBeVisible()
  const sought = () => asked().map(({ search }) => search.get('transactionId'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const box = document.querySelector<HTMLInputElement>('input[type=search]')!
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, text)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  type('4')
  await vi.advanceTimersByTimeAsync(399)
  type('400')
  await vi.advanceTimersByTimeAsync(399)
  expect(sought()).toEqual([''])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await until(() => expect(sought()).toEqual(['', '400']))
})

test('a row opens the transaction and the summary of its bill [BILL-17, BILL-18, BILL-53]', async () => {
  server.answer(paymentCalls.getBill, [aBill({ moreJobs: 1_200 })])
  const { router } = open()
  await userEvent.click(page.getByRole('link', { name: '40012345' }))
  await expect.element(drawer).toBeVisible()
  for (const words of [
    'Harbor Street Clinic',
    'Dec 20, 2026',
    '000011',
    'Nov 3, 2026, 10:30 AM',
    '01:01',
    'And 1,200 more.',
  ])
    await expect.element(drawer.getByText(words, { exact: true })).toBeVisible()
  expect(server.asked(paymentCalls.getBill).map(({ what }) => what)).toEqual([
    `GET /api/clinic/facility/${main.facilityId}/payment/transactions/40012345/transcriptions`,
  ])
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }))
  await expect.element(drawer).not.toBeInTheDocument()
  expect(router.state.location.search).toBe('')
})

test('a bill without dictations says so [BILL-19]', async () => {
  server.answer(paymentCalls.getBill, [aBill({ jobs: [], nextTransactionTime: null })])
  open('light', '?open=40012345')
  await expect
    .element(drawer.getByText('No Transcriptions Completed during the selected period.', { exact: true }))
    .toBeVisible()
  await expect.element(drawer.getByText('None planned')).toBeVisible()
})

test('a row opens with Enter, and the focus returns to it afterwards', async () => {
  open()
  const row = page.getByRole('row', { name: /^40012345/ })
  await expect.element(row).toBeVisible()
  ;(row.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await until(() => expect(document.activeElement).toBe(row.element()))
})

test('Print Receipt prints the receipt', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  open('light', '?open=40012345')
  await userEvent.click(drawer.getByRole('button', { name: 'Print Receipt' }))
  await until(() => expect(print).toHaveBeenCalledOnce())
  const paper = document.querySelector('.on-paper')!.textContent
  for (const words of ['Receipt', 'Harbor Street Main', '40012345', '$75.00', 'Visa ending in 1111', '000011'])
    expect(paper).toContain(words)
  window.dispatchEvent(new Event('afterprint'))
  await until(() => expect(document.querySelector('.on-paper')).toBeNull())
})

test('an empty list, a filter without matches and a loading error show different messages', async () => {
  server.answer(paymentCalls.listPayments, [])
  const { router } = open()
  await said('No payments yet.')
  await router.navigate('?status=Failed')
  await said('No payments match.')
  server.answer(paymentCalls.listPayments, refused('They rest.'))
  await router.navigate('?status=Success')
  await said('Couldn’t load the payments')
  await said('They rest.')
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('list and drawer pass axe in %s and fit %i pixels', async (look, width) => {
  await page.viewport(width, 900)
  server.answer(paymentCalls.getBill, [aBill({ customerName: 'Harbor'.repeat(17) })])
  const { host } = open(look)
  await expect.element(page.getByRole('link', { name: '40012345' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
  await userEvent.click(page.getByRole('link', { name: '40012345' }))
  await expect.element(drawer.getByText('000011')).toBeVisible()
  await expectNoViolations(document.querySelector('.ant-drawer')!)
  delete document.documentElement.dataset['theme']
})
