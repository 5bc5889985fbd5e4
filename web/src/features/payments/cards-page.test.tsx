import { paymentCalls } from '@dictara/contract/payments'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { type Calls, refused } from '../../testing/wire.ts'
import {
  aBillingServer,
  aCard,
  annex,
  aPendingPlan,
  cardTokens,
  main,
  openGateway,
  token,
  tokenAnswer,
  tokenRefusal,
} from './payments.fixtures.ts'

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 900)
  server = aBillingServer()
})
afterEach(() => vi.restoreAllMocks())

const open = (look?: 'light' | 'dark') => openPage('/dashboard/billing/manage-cards', as('admin'), look)
const noCards = () => server.answer(paymentCalls.getCustomerProfile, [{ paymentProfiles: [], cardTokens }])
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const said = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()

/** Fills in the form of a card. Every field is valid unless the caller gives another value. */
async function fillIn({ number = '4111111111111111', name = 'Ada Byron', expiry = '0899', cvv = '123' } = {}) {
  await userEvent.fill(field('Card Number'), number)
  await userEvent.fill(field('Cardholder Name'), name)
  await userEvent.fill(field('Expiry Date'), expiry)
  await userEvent.fill(field('CVV'), cvv)
}
async function addCard(values = {}) {
  await fillIn(values)
  await userEvent.click(button('Add Card'))
}

test('saved cards are listed with the chosen one marked, and Add new Card [BILL-06, BILL-07]', async () => {
  const second = aCard({ isInUse: true, firstName: 'Grace', lastName: 'Hopper' }, '0015', 'Mastercard')
  server.answer(paymentCalls.getCustomerProfile, [{ paymentProfiles: [aCard(), second], cardTokens }])
  open()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Visa ending in 1111' })).toBeVisible()
  await said('Ada Byron')
  await userEvent.click(page.getByRole('button', { name: /^Mastercard ending in 0015/ }))
  await said('Grace Hopper')
  await said('Paid with this card')
  await expect.element(button('Remove')).toBeDisabled()
  await userEvent.click(button('Add new Card'))
  await expect.element(field('Card Number')).toHaveFocus()
  await userEvent.click(button('Cancel'))
  await expect.element(page.getByRole('heading', { level: 2, name: 'Visa ending in 1111' })).toBeVisible()
})

test('the facility filter has the enabled facilities, and loads the cards of the chosen one [BILL-05, BILL-20, BILL-46]', async () => {
  open()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Visa ending in 1111' })).toBeVisible()
  await userEvent.click(page.getByRole('combobox', { name: 'Facility' }))
  await until(() =>
    expect([...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)).toEqual([
      main.facilityName,
      annex.facilityName,
    ]),
  )
  await userEvent.click(document.querySelectorAll('.ant-select-item-option')[1]!)
  const asked = () => server.asked(paymentCalls.getCustomerProfile).map(({ what }) => what)
  await until(() =>
    expect(asked()).toEqual(
      [main, annex].map(({ facilityId }) => `GET /api/clinic/facility/${facilityId}/payment/customer-profile`),
    ),
  )
})

test('a new card is sent only to the gateway, in its order of fields, and our server gets the token and the name [BILL-47, BILL-54]', async () => {
  noCards()
  server.answer(paymentCalls.addPaymentProfile, { result: [aCard()], message: 'Card added' })
  const gateway = openGateway(tokenAnswer)
  open()
  await addCard()
  await said('Card added')
  expect(gateway.map(({ body }) => body.replace(/"id":"[\w-]{36}"/, '"id":""'))).toEqual([
    '{"securePaymentContainerRequest":{"merchantAuthentication":{"name":"clinic-login","clientKey":"client-key"},' +
      '"data":{"type":"TOKEN","id":"","token":{"cardNumber":"4111111111111111","expirationDate":"082099",' +
      '"cardCode":"123","fullName":"Ada Byron"}}}}',
  ])
  expect(gateway[0]!.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' })
  const [added] = server.asked(paymentCalls.addPaymentProfile)
  expect(added).toMatchObject({
    what: `POST /api/clinic/facility/${main.facilityId}/payment/payment-profile`,
    body: { opaqueData: token },
  })
  expect([...added!.search]).toEqual([['fullName', 'Ada Byron']])
  expect(JSON.stringify(server.everything)).not.toContain('4111111111111111')
})

test('a card number exists only in its form, not in browser storage, the address, a log or a message [S83]', async () => {
  noCards()
  const logged = (['error', 'warn', 'info', 'log'] as const).map((level) => vi.spyOn(console, level))
  openGateway(() => tokenRefusal('The card 4111 1111 1111 1111 was refused.'))
  const { router } = open()
  await addCard()
  await said('The card … was refused.')
  const kept = [
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
    JSON.stringify(router.state.location),
    document.body.textContent,
    JSON.stringify(logged.map(({ mock }) => mock.calls)),
    JSON.stringify(server.everything),
  ].join(' ')
  expect(kept.replaceAll(/[ -]/g, '')).not.toContain('4111111111111111')
})

test('the browser can autofill every field of a card, and the CVV is masked [BILL-40]', async () => {
  noCards()
  open()
  for (const [name, autocomplete, type] of [
    ['Card Number', 'cc-number', 'text'],
    ['Cardholder Name', 'cc-name', 'text'],
    ['Expiry Date', 'cc-exp', 'text'],
    ['CVV', 'cc-csc', 'password'],
  ] as const) {
    await expect.element(field(name)).toHaveAttribute('autocomplete', autocomplete)
    await expect.element(field(name)).toHaveAttribute('type', type)
  }
})

test.each([
  ['BILL-37', 'Card Number', 'Card number is required'],
  ['BILL-38', 'Cardholder Name', 'Cardholder name is required'],
  ['BILL-39', 'Expiry Date', 'Expiry date is required'],
  ['BILL-40', 'CVV', 'CVV is required'],
])('[%s] an empty %s shows “%s”, and no request is sent', async (_, name, words) => {
  noCards()
  const gateway = openGateway(tokenAnswer)
  open()
  await fillIn()
  await userEvent.fill(field(name), '')
  await userEvent.click(button('Add Card'))
  await said(words)
  expect(gateway).toEqual([])
})

test('a name with digits, an invalid number and a short CVV show messages at their fields [BILL-38, BILL-40]', async () => {
  noCards()
  open()
  await addCard({ number: '4111111111111112', name: 'Ada 2', cvv: '12a' })
  await said('Please enter only alphabets')
  await said('This isn’t a card number. Check its digits.')
  await said('Enter the 3 digits on the back of the card.')
  await userEvent.fill(field('CVV'), '123')
  await expect.element(page.getByText('Enter the 3 digits')).not.toBeInTheDocument()
})

test('an expired card shows Card Expired and cannot be added until its date is changed [BILL-39]', async () => {
  noCards()
  open()
  await fillIn({ expiry: '0120' })
  await said('Card Expired')
  await expect.element(button('Add Card')).toBeDisabled()
  await userEvent.fill(field('Expiry Date'), '0199')
  await expect.element(button('Add Card')).toBeEnabled()
  await expect.element(page.getByText('Card Expired')).not.toBeInTheDocument()
})

test.each([
  [
    'the gateway refuses the card',
    () => tokenRefusal('The credit card number is invalid.'),
    'The credit card number is invalid.',
  ],
  [
    'the gateway answers in HTML',
    () => new Response('<html>Sorry</html>', { status: 503 }),
    /can’t be reached\. Nothing was saved/,
  ],
  [
    'the gateway cannot be reached',
    () => Promise.reject(new TypeError('Failed to fetch')),
    /can’t be reached\. Nothing was saved/,
  ],
  ['the server refuses the token', tokenAnswer, 'A duplicate of this card is saved already.'],
] as const)(
  'when %s, “Add card failed” is shown with the reason, and the input is kept [BILL-56]',
  async (_, answer, words) => {
    noCards()
    server.answer(paymentCalls.addPaymentProfile, refused('A duplicate of this card is saved already.'))
    openGateway(answer)
    open()
    await addCard()
    await said('Add card failed')
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(field('Card Number')).toHaveValue('4111 1111 1111 1111')
  },
)

test.each([
  ['refuses', refused('The gateway rests.')],
  ['has no gateway', refused('The gateway rests.', 'payment-gateway-away', 503)],
])(
  'if the server %s, “Payment Profile Fetch Failed” is shown with its message and a retry [BILL-55]',
  async (_, answer) => {
    server.answer(paymentCalls.getCustomerProfile, answer)
    open()
    await said('Payment Profile Fetch Failed')
    await said('The gateway rests.')
    server.answer(paymentCalls.getCustomerProfile, [{ paymentProfiles: [aCard()], cardTokens }])
    await userEvent.click(button('Retry'))
    await expect.element(page.getByRole('heading', { level: 2, name: 'Visa ending in 1111' })).toBeVisible()
  },
)

test('a card is removed after a confirmation, and the focus is not lost [BILL-48]', async () => {
  server.answer(paymentCalls.removePaymentProfile, { message: 'Card removed' })
  open()
  await userEvent.click(button('Remove'))
  const question = page.getByRole('dialog', { name: 'Remove the Visa ending in 1111?' })
  await expect.element(question).toBeVisible()
  noCards()
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await said('Card removed')
  const [asked] = server.asked(paymentCalls.removePaymentProfile)
  expect(asked!.what).toBe(`DELETE /api/clinic/facility/${main.facilityId}/payment/payment-profile`)
  expect([...asked!.search]).toEqual([['customerPaymentProfileId', '901111']])
  await said('No card is saved for Harbor Street Main.')
  await until(() => expect(document.activeElement?.textContent).toBe('Add new Card'))
})

test('a person who came to pay for a plan returns to it after adding the card [BILL-08, BILL-49]', async () => {
  noCards()
  server.answer(paymentCalls.addPaymentProfile, { result: [aCard()], message: 'Card added' })
  server.answer(paymentCalls.choosePlan, { result: [aPendingPlan()], message: 'Chosen' })
  openGateway(tokenAnswer)
  const { router } = open()
  await router.navigate('/dashboard/billing/manage-cards', { state: { facilityId: annex.facilityId, plan: 2 } })
  await said('Add the card that pays for Standard annual, $810.00 per 12 months, at Annex.')
  await addCard()
  const question = page.getByRole('dialog', { name: 'Subscribe to Standard annual?' })
  await userEvent.click(question.getByRole('button', { name: 'Subscribe' }))
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/billing/manage-subscription'))
  expect(router.state.location.state).toEqual({ currentFacilityId: annex.facilityId })
  const [asked] = server.asked(paymentCalls.choosePlan)
  expect(asked!.what).toBe(`POST /api/clinic/facility/${annex.facilityId}/payment/subscription`)
  expect([...asked!.search]).toEqual([
    ['paymentProfileId', '901111'],
    ['planId', '2'],
  ])
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('cards, form and messages pass axe in %s and fit %i pixels', async (look, width) => {
  await page.viewport(width, 900)
  const long = aCard({ firstName: 'Wolfeschlegel'.repeat(4), lastName: 'Hohenzollern'.repeat(4) })
  server.answer(paymentCalls.getCustomerProfile, [{ paymentProfiles: [long], cardTokens }])
  const { host } = open(look)
  await expect.element(button('Remove')).toBeVisible()
  await expectNoViolations(host)
  await userEvent.click(button('Add new Card'))
  await userEvent.click(button('Add Card'))
  await said('CVV is required')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
  delete document.documentElement.dataset['theme']
})
