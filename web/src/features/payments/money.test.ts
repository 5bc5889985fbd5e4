import { expect, test } from 'vitest'
import { money, priceOf } from './money.ts'
import { aPlan } from './payments.fixtures.ts'

test('amounts have two decimals [BILL-42]', () => {
  expect([75, 0.5, 1_234.56, 810].map((amount) => money(amount, 'USD'))).toEqual([
    '$75.00',
    '$0.50',
    '$1,234.56',
    '$810.00',
  ])
})

test('a price names its period', () => {
  expect(aPlan().plans.map(priceOf)).toEqual(['$0.00', '$75.00 per month', '$810.00 per 12 months', '$45.00 per month'])
})
