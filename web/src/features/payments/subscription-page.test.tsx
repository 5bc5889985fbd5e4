import { facilityCalls } from '@dictara/contract/facilities'
import { paymentCalls } from '@dictara/contract/payments'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aFacility } from '../../testing/person.fixtures.ts'
import { type Calls, refused } from '../../testing/wire.ts'
import {
  aBillingServer,
  aCard,
  annex,
  aPaidPlan,
  aPendingPlan,
  aPlan,
  cardTokens,
  closed,
  main,
  subscription,
} from './payments.fixtures.ts'

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 900)
  server = aBillingServer()
  server.answer(facilityCalls.listUserFacilities, [main, closed])
})
afterEach(() => vi.restoreAllMocks())

const path = '/dashboard/billing/manage-subscription'
const open = (look?: 'light' | 'dark') => openPage(path, as('clinicAdmin'), look)
const plans = page.getByRole('table', { name: 'Plans', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const reads = (part: { element: () => Element }, words: string) =>
  until(() => expect(part.element().textContent).toContain(words))
const said = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()

/** Returns the table of plans as text, one line a row. */
const rows = () =>
  [...plans.element().querySelectorAll('tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(' | '),
  )

test('monthly plans are compared by price, features and limits [BILL-10, PRICE-02, PRICE-04]', async () => {
  server.answer(paymentCalls.getPlans, [aPaidPlan()])
  open()
  await expect.element(plans).toBeVisible()
  expect(rows()).toEqual([
    'Compared by | StandardYour plan | Essentials',
    'Price | $75.00 per month | $45.00 per month',
    'Subscription | Cancel Subscription | ',
    'Unlimited dictations | Included | Not included',
    'Customizable dictation templates | Included | Included',
    'Key to phrase | Included | Included',
    'AI inferencing and transcription | Included | Included',
    'Integration with a point-of-care EHR (may cost extra) | Included | Included',
    'Key to phrases of an author | No limit | 4',
    'Dictation templates | No limit | No limit',
    'Inference service | Included | Included',
  ])
})

test('the toggle shows the annual plan, and the offer names its discount [BILL-43, PRICE-03, PRICE-10]', async () => {
  open()
  await expect.element(plans).toBeVisible()
  await said('An annual subscription gives 10% off.')
  await userEvent.click(page.getByText('Annual', { exact: true }))
  expect(rows().slice(0, 2)).toEqual([
    'Compared by | Free trialYour plan | Standard annual',
    'Price | $0.00 | $810.00 per 12 months',
  ])
})

test('the table shows the limits, including a dictation limit if there is one, and the inference service [BILL-44]', async () => {
  const [trial, standard, annual, essentials] = aPaidPlan().plans
  const limited = {
    ...essentials!,
    secondsAvailable: 36_000,
    dictationTemplatesLimit: 2,
    accessInferenceService: false,
  }
  server.answer(paymentCalls.getPlans, [aPaidPlan({ plans: [trial!, standard!, annual!, limited] })])
  open()
  await expect.element(plans).toBeVisible()
  expect(rows().slice(-4)).toEqual([
    'Dictation in a period | No limit | 10 hours',
    'Key to phrases of an author | No limit | 4',
    'Dictation templates | No limit | 2',
    'Inference service | Included | Not included',
  ])
})

test('a facility on trial sees its end date and usage [BILL-26, PRICE-01]', async () => {
  open()
  const standing = page.getByRole('region', { name: main.facilityName })
  await reads(standing, 'Free trialTrialEnds on Dec 20, 2026')
  const facts = [...standing.element().querySelectorAll('dl div')].map(({ textContent }) => textContent)
  expect(facts).toEqual([
    'Dictation in this period12h 5m',
    'Key to phrases, of the author with most3',
    'Dictation templates7',
  ])
  expect(rows()[0]).toContain('Free trialYour plan')
})

test('usage is shown beside its limit', async () => {
  server.answer(paymentCalls.getPlans, [aPaidPlan({ planId: 3, transactionPlanId: 3 })])
  open()
  await said('3 of 4')
})

test('every plan that can be chosen has Choose Plan, but not the free one [BILL-31]', async () => {
  open()
  await expect.element(button('Choose Plan: Standard')).toBeVisible()
  await expect.element(button('Choose Plan: Essentials')).toHaveTextContent('Choose Plan')
  await expect.element(button('Choose Plan: Free trial')).not.toBeInTheDocument()
  await expect.element(button('Cancel Subscription')).not.toBeInTheDocument()
})

test('a plan is chosen with a saved card, and then the pending notice is shown [BILL-49, BILL-33]', async () => {
  const second = aCard({}, '0015', 'MasterCard')
  server.answer(paymentCalls.getCustomerProfile, [{ paymentProfiles: [aCard(), second], cardTokens }])
  server.answer(paymentCalls.choosePlan, { result: [aPendingPlan()] })
  open()
  await userEvent.click(button('Choose Plan: Standard'))
  const question = dialog('Subscribe to Standard?')
  await reads(question, 'Harbor Street Main pays $75.00 per month, until you cancel.')
  await userEvent.click(question.getByText('MasterCard ending in 0015'))
  server.answer(paymentCalls.getPlans, [aPendingPlan()])
  await userEvent.dblClick(question.getByRole('button', { name: 'Subscribe' }))
  await said(
    'We are awaiting payment confirmation from the Payment Gateway. If the matter is not resolved within 24 hours, please contact the Administrator.',
  )
  await said('Subscribed to Standard')
  const asked = server.asked(paymentCalls.choosePlan)
  expect(asked).toHaveLength(1)
  expect([...asked[0]!.search]).toEqual([
    ['paymentProfileId', '900015'],
    ['planId', '1'],
  ])
  await expect.element(button('Choose Plan: Essentials')).not.toBeInTheDocument()
})

test('without a card, Choose Plan opens Manage Cards with the facility and the plan [BILL-08]', async () => {
  server.answer(paymentCalls.getCustomerProfile, [{ paymentProfiles: [], cardTokens }])
  const { router } = open()
  await userEvent.click(button('Choose Plan: Essentials'))
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/billing/manage-cards'))
  expect(router.state.location.state).toEqual({ facilityId: main.facilityId, plan: 3 })
})

test('during a running plan, the question shows when the new one begins', async () => {
  const ended = { autoRenew: false, activeSubscriptionId: null, transactionStatus: 'CANCELLED' } as const
  server.answer(paymentCalls.getPlans, [aPaidPlan(ended)])
  open()
  await userEvent.click(button('Choose Plan: Essentials'))
  await reads(dialog('Subscribe to Essentials?'), 'It begins when the present plan has ended on Dec 28, 2026.')
})

test('after a refusal the question stays open, with a link to pay with another card', async () => {
  server.answer(paymentCalls.choosePlan, refused('The card was declined.'))
  open()
  await userEvent.click(button('Choose Plan: Standard'))
  await userEvent.click(dialog('Subscribe to Standard?').getByRole('button', { name: 'Subscribe' }))
  await said('The card was declined.')
  await expect
    .element(dialog('Subscribe to Standard?').getByRole('link', { name: 'Pay with another card' }))
    .toBeVisible()
})

test('if the cards cannot be loaded when a plan is chosen, “Payment Profile Fetch Failed” is shown [BILL-55]', async () => {
  server.answer(paymentCalls.getCustomerProfile, refused('The gateway rests.', 'payment-gateway-away', 503))
  open()
  await userEvent.click(button('Choose Plan: Standard'))
  await said('Payment Profile Fetch Failed')
  await said('The gateway rests.')
})

test('an active plan shows its renewal, and Cancel Subscription asks for confirmation [BILL-11, BILL-32, BILL-57]', async () => {
  server.answer(paymentCalls.getPlans, [aPaidPlan()])
  server.answer(paymentCalls.cancelSubscription, {
    result: [aPaidPlan()],
    message: 'Subscription cancelled succesfully',
  })
  open()
  await said('Renews automatically after Dec 28, 2026')
  await userEvent.click(button('Cancel Subscription'))
  const question = dialog('Cancel the subscription to Standard?')
  await reads(question, 'Harbor Street Main keeps the plan until Dec 28, 2026')
  expect(server.asked(paymentCalls.cancelSubscription)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Cancel Subscription' }))
  await said('Subscription cancelled succesfully')
  const [asked] = server.asked(paymentCalls.cancelSubscription)
  expect(asked!.what).toBe(`DELETE /api/clinic/facility/${main.facilityId}/payment/subscription`)
  expect([...asked!.search]).toEqual([['subscriptionId', subscription]])
})

test('an admin of several facilities sees each enabled facility’s plan, and the details of one below [BILL-09, BILL-20]', async () => {
  server.answer(facilityCalls.listUserFacilities, [main, closed, annex])
  server.answer(paymentCalls.getPlans, ({ what }) => [what.includes(annex.facilityId) ? aPaidPlan() : aPlan()])
  const { router } = open()
  const table = page.getByRole('table', { name: 'Plans of your facilities' })
  await until(() =>
    expect([...table.element().querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
      'Harbor Street MainFree trialTrialEnds on Dec 20, 2026',
      'AnnexStandardActiveRenews automatically after Dec 28, 2026',
    ]),
  )
  await userEvent.click(button('Annex'))
  await expect.element(page.getByRole('region', { name: 'Annex' })).toBeVisible()
  expect(router.state.location.search).toBe(`?facility=${annex.facilityId}`)
  await userEvent.click(page.getByRole('combobox', { name: 'Facility' }))
  await userEvent.click(document.querySelectorAll('.ant-select-item-option')[0]!)
  await expect.element(page.getByRole('region', { name: main.facilityName })).toBeVisible()
})

test('the page opens with the given facility, and lists ten facilities at a time [BILL-12]', async () => {
  const many = Array.from({ length: 12 }, (_, n) => aFacility(100 + n, `Facility ${n + 1}`))
  server.answer(facilityCalls.listUserFacilities, many)
  const { router } = openPage('/dashboard/billing', as('admin'))
  await router.navigate(path, { state: { currentFacilityId: many[10]!.facilityId } })
  await expect.element(page.getByRole('region', { name: 'Facility 11', exact: true })).toBeVisible()
  await expect.element(button('Facility 12')).toBeVisible()
  await expect.element(button('Facility 1')).not.toBeInTheDocument()
  expect(server.asked(paymentCalls.getPlans)).toHaveLength(2)
})

test('if the plans cannot be loaded, an error is shown with a retry', async () => {
  server.answer(paymentCalls.getPlans, refused('They rest.'))
  open()
  await said('Couldn’t load the plans')
  server.answer(paymentCalls.getPlans, [aPlan()])
  await userEvent.click(button('Retry'))
  await expect.element(plans).toBeVisible()
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('plans, notices and question pass axe in %s and fit %i pixels', async (look, width) => {
  await page.viewport(width, 900)
  const long = { ...main, facilityName: 'Harbor'.repeat(17) }
  server.answer(facilityCalls.listUserFacilities, [long, annex])
  server.answer(paymentCalls.getPlans, ({ what }) => [
    what.includes(annex.facilityId)
      ? aPlan({ hasExpired: true, onTrialPeriod: false })
      : aPaidPlan({
          failedPayment: { failedOn: '2026-12-29', nextTryOn: '2026-12-30' },
        }),
  ])
  const { host } = open(look)
  await expect.element(plans).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
  await userEvent.click(button('Annex'))
  await userEvent.click(button('Choose Plan: Standard'))
  await expect.element(dialog('Subscribe to Standard?')).toBeVisible()
  await expectNoViolations()
  delete document.documentElement.dataset['theme']
})
