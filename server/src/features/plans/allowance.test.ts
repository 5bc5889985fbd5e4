import { planCodes, planOf } from '@dictara/contract/plans'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { times } from '../../../../tools/src/times.ts'
import { readConfig } from '../../platform/config.ts'
import { readPlanLimits } from '../../platform/plan-limits.ts'
import { allowanceOf } from './allowance.ts'
import { addDays, addMonths, periodStart } from './periods.ts'

/** The model: a wall calendar whose leaves are torn off one by one. */
class WallCalendar {
  year: number
  month: number
  date: number
  constructor(year: number, month: number, date: number) {
    this.year = year
    this.month = month
    this.date = date
  }
  get length() {
    const isLeap = this.year % 4 === 0 && (this.year % 100 !== 0 || this.year % 400 === 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][this.month - 1]!
  }
  tear() {
    this.date += 1
    if (this.date <= this.length) return
    this.date = 1
    this.month += 1
    if (this.month <= 12) return
    this.month = 1
    this.year += 1
  }
  get day() {
    const two = (n: number) => String(n).padStart(2, '0')
    return `${this.year}-${two(this.month)}-${two(this.date)}`
  }
}

const calendars = fc.record({
  year: fc.integer({ min: 2023, max: 2029 }),
  month: fc.integer({ min: 1, max: 12 }),
  date: fc.integer({ min: 1, max: 31 }),
})

test('the remainder of a plan matches a day-by-day calendar, through short months and 29 February [Q154]', () => {
  const histories = fc.record({
    begins: calendars,
    plan: fc.constantFrom('STANDARD' as const, 'STANDARD_ANNUAL' as const, 'ESSENTIALS' as const),
    limit: fc.integer({ min: 0, max: 3000 }),
    dictated: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 30, maxLength: 800 }),
  })
  fc.assert(
    fc.property(histories, ({ begins, plan, limit, dictated }) => {
      const wall = new WallCalendar(begins.year, begins.month, 1)
      wall.date = Math.min(begins.date, wall.length)
      const anchor = { day: wall.day, date: wall.date }
      const { interval } = planOf(plan)
      let months = 0
      let [start, used] = [anchor.day, 0]
      const byDay = new Map<string, number>()
      for (const seconds of dictated) {
        if (wall.date === 1) months += 1
        const isPeriodsDay = wall.date === Math.min(anchor.date, wall.length)
        if (months > 0 && months % interval === 0 && isPeriodsDay) [start, used] = [wall.day, 0]
        used += seconds
        byDay.set(wall.day, seconds)
        const from = periodStart(anchor.day, interval, wall.day)
        expect(from).toBe(start)
        const counted = [...byDay].filter(([day]) => day >= from).reduce((sum, [, one]) => sum + one, 0)
        const { secondsLeft } = allowanceOf({ plan, planEndDate: null }, { seconds: counted }, wall.day, {
          [plan]: { seconds: limit },
        })
        expect(secondsLeft).toBe(used >= limit ? 0 : limit - used)
        wall.tear()
      }
    }),
    { numRuns: times(15, 500) },
  )
})

test('a plan can be used to the end of its last day in the facility’s time zone, wherever that changes to [Q153]', () => {
  const zones = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Pago_Pago']
  const hourMs = 3_600_000
  fc.assert(
    fc.property(
      calendars.map(({ year, month, date }) => Date.UTC(year, month - 1, date)),
      fc.constantFrom(...zones),
      fc.constantFrom(...planCodes),
      fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 20 }),
      (middle, zone, plan, moves) => {
        const clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
        const planEndDate = new Date(middle).toISOString().slice(0, 10)
        // Finds the first moment of the next day by asking the clock of the time zone every quarter of an hour.
        let over = middle - 15 * hourMs
        while (clock.format(over) <= planEndDate) over += hourMs / 4
        let now = middle
        for (const hours of moves) {
          now += hours * hourMs
          const allowed = allowanceOf({ plan, planEndDate }, { seconds: 0 }, clock.format(now))
          expect(allowed).toMatchObject({ hasExpired: now >= over, hasInference: now < over })
          expect(allowanceOf({ plan, planEndDate: null }, { seconds: 0 }, clock.format(now)).hasExpired).toBe(false)
        }
      },
    ),
    { numRuns: times(40, 2000) },
  )
})

test('an expired plan keeps its limits of phrases and templates, which do not affect existing ones', () => {
  const limits = { ESSENTIALS: { templates: 20 } }
  const allowanceOn = (today: string) =>
    allowanceOf({ plan: 'ESSENTIALS', planEndDate: '2026-11-30' }, { seconds: 9_000_000 }, today, limits)
  expect(allowanceOn('2026-11-30')).toEqual({
    hasExpired: false,
    hasInference: true,
    phrases: 4,
    templates: 20,
    secondsLeft: null,
  })
  expect(allowanceOn('2026-12-01')).toMatchObject({ hasExpired: true, hasInference: false, phrases: 4, templates: 20 })
})

test('adding months stops at the last day of a short month', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(addMonths('2027-03-31', -1)).toBe('2027-02-28')
  expect([addDays('2027-02-28', 1), addDays('2028-02-28', 1)]).toEqual(['2027-03-01', '2028-02-29'])
})

test('the operator can limit plans in one line, and sees which parts cannot be read [Q154]', () => {
  expect(readPlanLimits('essentials.seconds=36000, Essentials.templates=20 standard-annual.templates=0')).toEqual({
    ESSENTIALS: { seconds: 36_000, templates: 20 },
    STANDARD_ANNUAL: { templates: 0 },
  })
  for (const [text, message] of [
    [
      'essentials=5',
      'must be a list such as essentials.seconds=36000, essentials.templates=20; “essentials=5” can’t be read',
    ],
    ['gold.seconds=5', 'names the plan “gold”; there are trial, standard, standard_annual, essentials'],
    ['trial.notes=5', 'limits “notes”; it can limit seconds and templates'],
    ['trial.seconds=99999999999', 'has a limit above 1,000,000,000'],
    ['trial.seconds=5,trial.seconds=5', 'sets trial.seconds twice'],
  ] as const)
    expect(() => readConfig({ DICTARA_PLAN_LIMITS: text })).toThrow(`DICTARA_PLAN_LIMITS ${message}`)
})
