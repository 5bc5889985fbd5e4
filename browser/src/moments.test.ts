import { expect, test } from 'vitest'
import {
  ageText,
  agoText,
  bornWords,
  dayIn,
  fullMomentIn,
  lastUpdated,
  momentIn,
  shownBirth,
  shownDay,
} from './moments.ts'

const newYork = 'America/New_York'
const now = '2026-11-20T20:30:00Z'

test('a moment shows a short month, day and 12-hour time in the facility’s time zone, and the year only of another year', () => {
  expect(momentIn('2026-11-20T01:05:00Z', newYork, now)).toBe('Nov 19, 8:05 PM')
  expect(momentIn('2026-11-20T01:05:00Z', 'Asia/Tokyo', now)).toBe('Nov 20, 10:05 AM')
  expect(momentIn('2026-01-01T01:05:00Z', newYork, now)).toBe('Dec 31, 2025, 8:05 PM')
})

test('the submitted time shows a short month, day, year and 12-hour time in the facility’s time zone [JOBS-21]', () => {
  expect(fullMomentIn('2026-11-21T01:05:00Z', newYork)).toBe('Nov 20, 2026, 8:05 PM')
  expect(fullMomentIn('2026-11-21T01:05:00Z', 'Asia/Tokyo')).toBe('Nov 21, 2026, 10:05 AM')
})

test('a day is taken in the facility’s time zone and shown with month, day and year', () => {
  expect(dayIn('2026-11-21T01:05:00Z', newYork)).toBe('2026-11-20')
  expect(['2026-11-26', '2026-11-26T23:59:00Z', '1967-05-09'].map(shownDay)).toEqual([
    'Nov 26, 2026',
    'Nov 26, 2026',
    'May 9, 1967',
  ])
})

test('a time of today that is at most twelve hours old is shown as “Today” with the time, any other as a full date [JOBS-60]', () => {
  const shown = (at: string, timeZone = newYork) => lastUpdated(at, timeZone, now)
  expect(shown('2026-11-20T20:29:59Z')).toBe('Today 15:29:59')
  expect(shown('2026-11-20T08:30:00Z')).toBe('Today 03:30:00')
  expect(shown('2026-11-20T08:29:59Z')).toBe('Nov 20, 2026, 3:29 AM')
  expect(shown('2026-11-20T14:59:00Z', 'Asia/Tokyo')).toBe('Nov 20, 2026, 11:59 PM')
  expect(shown('2026-11-20T15:00:00Z', 'Asia/Tokyo')).toBe('Today 00:00:00')
})

test('a duration is shown in its two largest units', () => {
  const minutes = [0, 1, 59, 60, 130, 1439, 1440, 3000, -3]
  expect(minutes.map((n) => ageText(n * 60_000))).toEqual(
    ['<1m', '1m', '59m', '1h', '2h 10m', '23h 59m', '1d', '2d 2h', '<1m'], // the last: a clock behind the server's
  )
  expect([20_000, 18 * 60_000].map(agoText)).toEqual(['just now', '18m ago'])
})

test('an unknown date of birth is shown as “date of birth not known”, after a name and alone [Q185]', () => {
  expect(['1967-05-09', null].map(bornWords)).toEqual(['born May 9, 1967', 'date of birth not known'])
  expect(['1967-05-09', null].map(shownBirth)).toEqual(['May 9, 1967', 'date of birth not known'])
})
