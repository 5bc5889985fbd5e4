import { describe, expect, test } from 'vitest'
import { dayOf, instantOf, readMoment, writeDay, writeInstant } from './dates.ts'

const newYork = 'America/New_York'

describe('a date keeps the precision in which it is written', () => {
  test.each([
    ['1942', { date: '1942' }],
    ['194208', { date: '1942-08' }],
    ['19420815', { date: '1942-08-15' }],
    ['1942081509', { date: '1942-08-15', time: '09:00:00.000' }],
    ['194208150930', { date: '1942-08-15', time: '09:30:00.000' }],
    ['19420815093015.1234', { date: '1942-08-15', time: '09:30:15.123' }],
    ['20250102153045-0500', { date: '2025-01-02', time: '15:30:45.000', offset: -300 }],
    ['198808181126+0215', { date: '1988-08-18', time: '11:26:00.000', offset: 135 }],
    [' 20240229 ', { date: '2024-02-29' }],
    ['1942-08-15', { date: '1942-08-15' }],
    ['2025-01-02T15:30:45Z', { date: '2025-01-02', time: '15:30:45.000', offset: 0 }],
  ])('%j', (written, moment) => expect(readMoment(written)).toEqual(moment))
})

test.each([
  'Aug 15, 1942',
  '08/15/1942',
  '15.08.1942',
  '19421315',
  '19420832',
  '20230229',
  '194208152400',
  '00000000',
  '1942081',
  '194208150960',
  '20250102+9900',
  '20250102153045-05',
  '2025-01',
  'now',
  '1942-13-01',
  '19420431',
])('%j is not a date', (written) => expect(readMoment(written)).toBeNull())

test.each([
  ['20250102153045-0500', '2025-01-02T20:30:45.000Z'],
  ['20250102153045', '2025-01-02T20:30:45.000Z'],
  ['20250702153045', '2025-07-02T19:30:45.000Z'],
  ['20250702', '2025-07-02T04:00:00.000Z'],
  // The clocks change at 2:00, both at the beginning and at the end of daylight saving time.
  ['20250309013000', '2025-03-09T06:30:00.000Z'],
  ['20250309023000', '2025-03-09T07:30:00.000Z'],
  ['20250309033000', '2025-03-09T07:30:00.000Z'],
  ['20251102003000', '2025-11-02T04:30:00.000Z'],
  ['20251102023000', '2025-11-02T07:30:00.000Z'],
])('%s is the instant %s, in the time zone of the facility if none is written', (written, instant) =>
  expect(instantOf(readMoment(written)!, newYork)).toBe(instant),
)

test('a year or a month alone gives no instant', () => {
  expect([instantOf({ date: '2025' }, newYork), instantOf({ date: '2025-01' }, newYork)]).toEqual([null, null])
})

test.each([
  ['20250102', '2025-01-02'],
  ['202501022330', '2025-01-02'],
  ['20250102033000+0000', '2025-01-01'],
  ['20250102+0500', '2025-01-02'],
  ['1942', '1942'],
])('%s is the day %s at the facility', (written, day) => expect(dayOf(readMoment(written)!, newYork)).toBe(day))

test('an instant is written in UTC, and a day without conversion', () => {
  expect(writeInstant(new Date('2026-01-15T12:00:05.678Z'))).toBe('20260115120005+0000')
  expect(['2026-01-15', '2026-01', '2026'].map(writeDay)).toEqual(['20260115', '202601', '2026'])
})
