import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayName, firstDayOfWeek, noonIn, weekOf } from './roster-days.ts'
import { dayIn } from '@dictara/browser/moments'

const zones = Intl.supportedValuesOf('timeZone')
const years = [2026, 2030] as const
const days = fc
  .integer({ min: Date.UTC(years[0], 0, 1) / 86_400_000, max: Date.UTC(years[1], 11, 31) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))

/** Returns the days of a year on which the clocks of a time zone change, and the days next to them. */
function daysOfChange(timeZone: string, year: number): string[] {
  const zone = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (moment: number) => zone.format(moment).replace(/^.*GMT/, '')
  const found: string[] = []
  for (let day = `${year}-01-01`; day < `${year + 1}-01-01`; day = addDays(day, 1))
    if (offsetAt(Date.parse(day)) !== offsetAt(Date.parse(addDays(day, 1))))
      found.push(addDays(day, -1), day, addDays(day, 1))
  return found
}

test('noon of a day is on that day in every time zone, also on days when clocks change [Q042, ROST-24]', () => {
  expect(zones.length).toBeGreaterThan(400)
  const wrong = zones.flatMap((timeZone) => {
    const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' })
    return [...daysOfChange(timeZone, 2027), '2026-12-31'].flatMap((day) => {
      const noon = noonIn(day, timeZone) * 1000
      const hour = clock.format(noon)
      return dayIn(noon, timeZone) === day && hour === '12' ? [] : [`${timeZone} ${day} ${hour}`]
    })
  })
  expect(wrong).toEqual([])
}, 60_000)

test('a day sent from any time zone is the same day at the facility [Q042]', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), days, (facility, day) => {
      expect(dayIn(noonIn(day, facility) * 1000, facility)).toBe(day)
    }),
    { numRuns: 300 },
  )
})

test('the requested days include the whole week of every facility, from any time zone [Q043]', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.constantFrom(...zones), days, (viewer, facility, day) => {
      const at = (moment: number) => dayIn(moment * 1000, facility)
      const last = addDays(day, 6)
      expect(at(noonIn(addDays(day, -1), viewer)) <= day).toBe(true)
      expect(at(noonIn(addDays(last, 1), viewer)) >= last).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('the week starts on the first day of the person’s locale [ROST-04]', () => {
  expect(['en-US', 'en-GB', 'ar-EG', 'de-DE'].map(firstDayOfWeek)).toEqual([0, 1, 6, 1])
  expect(weekOf('2026-11-24', 0)).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
  ])
  expect(weekOf('2026-11-22', 1)[0]).toBe('2026-11-16')
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 6 }), (day, first) => {
      const week = weekOf(day, first)
      expect(week).toContain(day)
      expect(new Date(week[0]!).getUTCDay()).toBe(first)
      expect(new Set(week).size).toBe(7)
    }),
  )
})

test('days have their names, and are counted across months and years', () => {
  expect(dayName('2026-11-23')).toBe('Monday')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})
