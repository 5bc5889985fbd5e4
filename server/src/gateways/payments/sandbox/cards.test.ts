import { expect, test } from 'vitest'
import { cardFacts, isCardNumber, readExpiry, sandboxCards } from './cards.ts'

test('a number is a card number only with a valid check digit', () => {
  for (const number of Object.values(sandboxCards)) {
    expect(isCardNumber(number)).toBe(true)
    const last = (Number(number.at(-1)) + 1) % 10
    expect(isCardNumber(`${number.slice(0, -1)}${last}`)).toBe(false)
  }
  expect(isCardNumber('370000000000002')).toBe(true)
  for (const text of ['', '0', '411111111111', '41111111111111111111', '4111-1111-1111-1111'])
    expect(isCardNumber(text)).toBe(false)
})

test.each([
  ['122031', '2031-12'],
  ['12/31', '2031-12'],
  ['1231', '2031-12'],
  ['2031-01', '2031-01'],
  ['132031', 'month'],
  ['002031', 'month'],
  ['', 'month'],
  ['12/3', 'month'],
])('the expiry %s is read as %s', (text, read) => {
  expect(readExpiry(text)).toBe(read)
})

test('only the last digits and a hash of a card number are stored', () => {
  const facts = cardFacts('4111111111111111', '2031-12', 'key')
  expect(facts).toMatchObject({ lastFour: '1111', cardType: 'Visa', behaviour: 'good' })
  expect(JSON.stringify(facts)).not.toContain('11111')
  expect(cardFacts('4111111111111111', '2031-12', 'key').hash).toBe(facts.hash)
  expect(cardFacts('4111111111111111', '2031-12', 'other').hash).not.toBe(facts.hash)
  expect(cardFacts('378282246310005', '2031-12', 'key')).toMatchObject({
    cardType: 'AmericanExpress',
    lastFour: '0005',
  })
  expect(cardFacts('5424000000000015', '2031-12', 'key').cardType).toBe('MasterCard')
})
