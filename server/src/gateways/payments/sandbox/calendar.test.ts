import { expect, test } from 'vitest'
import { chargeDay, dayAtGateway, isDay, momentOf } from './calendar.ts'

const months = (length: number) => ({ length, unit: 'months' as const })
const days = (startDate: string, interval: Parameters<typeof chargeDay>[1], count: number) =>
  Array.from({ length: count }, (_, index) => chargeDay(startDate, interval, index + 1))

test('a subscription is charged on its day of each month, or on the last day of a shorter month', () => {
  expect(days('2027-01-31', months(1), 5)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2027-05-31',
  ])
  expect(days('2027-12-30', months(1), 4)).toEqual(['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30'])
  expect(days('2028-02-29', months(12), 5)).toEqual([
    '2028-02-29',
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
  expect(days('2027-12-25', { length: 7, unit: 'days' }, 2)).toEqual(['2027-12-25', '2028-01-01'])
})

test('days follow Los Angeles time, even when its clocks change', () => {
  expect(dayAtGateway(Date.parse('2027-02-01T07:59:59Z'))).toBe('2027-01-31')
  expect(dayAtGateway(Date.parse('2027-02-01T08:00:00Z'))).toBe('2027-02-01')
  const at = (day: string, hour: number) => new Date(momentOf(day, hour)).toISOString()
  expect(at('2027-01-15', 2)).toBe('2027-01-15T10:00:00.000Z')
  expect(at('2027-07-15', 2)).toBe('2027-07-15T09:00:00.000Z')
  // In Los Angeles 2:00 does not exist on 14 March, when daylight saving time starts. It exists once on 7 November,
  // when it ends.
  expect(dayAtGateway(momentOf('2027-03-14', 2))).toBe('2027-03-14')
  expect(at('2027-03-14', 19)).toBe('2027-03-15T02:00:00.000Z')
  expect(at('2027-11-07', 19)).toBe('2027-11-08T03:00:00.000Z')
})

test.each(['2027-02-29', '2027-13-01', '27-01-01', '2027-1-1', '', 20270101, null])('%s is not a valid day', (text) => {
  expect(isDay(text)).toBe(false)
})
