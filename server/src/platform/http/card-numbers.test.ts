import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasCardNumber } from './card-numbers.ts'

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  'Ada 4111-1111-1111-1111 Byron',
  'card:5500005555555559;',
  '378282246310005',
  4111111111111111,
  ['a', { b: '6011000990139424' }],
  { '4111111111111111': '' },
])('the card number in %j is found', (sent) => {
  expect(hasCardNumber(sent)).toBe(true)
})

test.each([
  'Ada Byron',
  '4111111111111112',
  '94714715709590630050019471471570959063',
  '41111111111111111111',
  '01991111-4111-7111-8111-111111111111',
  'COMMON.ACCEPT.INAPP.PAYMENT',
  null,
  undefined,
  true,
  12,
])('%j contains no card number', (sent) => {
  expect(hasCardNumber(sent)).toBe(false)
})

test('no id is taken for a card number, whatever its digits', () => {
  fc.assert(fc.property(fc.uuid(), (id) => !hasCardNumber(id)))
})
