import { expect, test } from 'vitest'
import { cardRules, expiryProblem, expiryText, numberProblem, numberText, sentOf } from './card.ts'

test.each([
  ['', ''],
  ['4111', '4111'],
  ['41111', '4111 1'],
  ['4111-1111-1111-1111', '4111 1111 1111 1111'],
  ['4111 1111x', '4111 1111'],
])('a card number typed as “%s” reads “%s”', (typed, shown) => expect(numberText(typed)).toBe(shown))

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12/3'],
  ['1230', '12/30'],
  ['1/30', '01/30'],
  ['12/2030', '12/30'],
  ['12 / 30', '12/30'],
])('an expiry date typed or filled in as “%s” reads “%s”', (typed, shown) => expect(expiryText(typed)).toBe(shown))

test.each([
  ['4111 1111 1111 1111', null],
  ['5424000000000015', null],
  ['4111 1111 1111 1112', /isn’t a card number/],
  ['4111', /isn’t a card number/],
  ['3782 822463 10005', /American Express cards aren’t supported/],
])('the card number %s has this problem: %s', (number, problem) => {
  if (problem) expect(numberProblem(number)).toMatch(problem)
  else expect(numberProblem(number)).toBeNull()
})

test.each([
  ['10/29', '2029-11-01T12:00:00', 'Card Expired'],
  ['12/28', '2029-01-01T12:00:00', 'Card Expired'],
  ['11/29', '2029-11-30T12:00:00', null],
  ['01/30', '2029-12-31T12:00:00', null],
  ['13/29', '2029-11-01T12:00:00', 'Enter month and year as MM/YY, e.g. 08/29.'],
  ['1/29', '2029-11-01T12:00:00', 'Enter month and year as MM/YY, e.g. 08/29.'],
])('a card with the expiry date %s shows at %s: %s [BILL-39]', (expiry, now, problem) =>
  expect(expiryProblem(expiry, new Date(now))).toBe(problem),
)

test('the gateway gets the card number and CVV as digits only, and the year with 20 before it [BILL-41]', () => {
  const sent = sentOf({ number: '4111 1111 1111 1111', name: ' Ada Byron ', expiry: '08/30', cvv: '123' })
  expect(JSON.stringify(sent)).toBe(
    '{"cardNumber":"4111111111111111","expirationDate":"082030","cardCode":"123","fullName":"Ada Byron"}',
  )
})

test.each([
  ['12', false],
  ['123', true],
  ['1234', false],
  ['12a', false],
])('a CVV has three digits: %s [BILL-40]', (cvv, isRight) => {
  const pattern = cardRules.cvv.flatMap((rule) => ('pattern' in rule ? [rule.pattern] : []))
  expect(pattern.every((one) => one.test(cvv))).toBe(isRight)
})
