import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths } from '../plans/index.ts'
import { dayOf } from './days.ts'
import {
  type PaymentFacts,
  periodEnd,
  planPaidFor,
  standingOf,
  type StandingOfPlan,
  type SubscriptionFacts,
} from './standing.ts'

const monthly: SubscriptionFacts = { startsOn: '2026-01-31', months: 1, isCancelled: false, atGateway: 'active' }
const paid = (number: number, on = '2026-01-31'): PaymentFacts => ({ number, kind: 'paid', on })
const failed = (number: number, on: string): PaymentFacts => ({ number, kind: 'failed', on })
const standingAt = (today: string, payments: readonly PaymentFacts[], facts: Partial<SubscriptionFacts> = {}) =>
  standingOf({ ...monthly, ...facts }, payments, today)

test.each([
  ['2026-01-31', 1, ['2026-02-27', '2026-03-30', '2026-04-29', '2026-05-30']],
  ['2028-01-30', 1, ['2028-02-28', '2028-03-29']],
  ['2028-02-29', 12, ['2029-02-27', '2030-02-27', '2031-02-27', '2032-02-28']],
  ['2026-12-15', 1, ['2027-01-14', '2027-02-14']],
])('periods that begin on %s, of %i months, end on calendar days', (startsOn, months, ends) => {
  expect(ends.map((_, standingAt) => periodEnd({ startsOn, months }, standingAt + 1))).toEqual(ends)
})

test('the periods of a subscription neither overlap nor leave gaps, whatever the lengths of the months', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
  fc.assert(
    fc.property(day, fc.constantFrom(1, 12), fc.integer({ min: 1, max: 40 }), (startsOn, months, number) => {
      const next = addDays(periodEnd({ startsOn, months }, number), 1)
      expect(next).toBe(addMonths(startsOn, number * months))
      const [year, month, date] = next.split('-').map(Number) as [number, number, number]
      const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
      expect(date).toBe(Math.min(Number(startsOn.slice(8)), lastOfMonth))
    }),
  )
})

test('days follow the gateway’s time zone, even when its clocks change', () => {
  const zone = 'America/Los_Angeles'
  const days = ['2026-03-08T09:59Z', '2026-03-08T10:01Z', '2026-03-09T06:59Z', '2026-03-09T07:00Z', '2026-11-02T07:59Z']
  expect(days.map((moment) => dayOf(new Date(moment), zone))).toEqual([
    '2026-03-08',
    '2026-03-08',
    '2026-03-08',
    '2026-03-09',
    '2026-11-01',
  ])
})

test('a subscription is pending until its first payment, active with it, and failed without it', () => {
  expect(standingAt('2026-01-31', [])).toMatchObject({ status: 'PENDING', paidThrough: null, renews: false })
  expect(standingAt('2026-01-31', [{ number: 1, kind: 'waiting', on: '2026-01-31' }]).status).toBe('PENDING')
  expect(standingAt('2026-01-31', [paid(1)])).toMatchObject({
    status: 'ACTIVE',
    paidThrough: '2026-02-27',
    renews: true,
  })
  expect(standingAt('2026-01-31', [failed(1, '2026-01-31')])).toMatchObject({ status: 'FAILED', usableThrough: null })
  expect(standingAt('2026-01-31', [], { atGateway: 'suspended' }).status).toBe('FAILED')
})

test('a failed renewal is retried on days 1, 3 and 7 while the plan stays usable, and then the plan ends', () => {
  const days = ['2026-02-28', '2026-03-01', '2026-03-03', '2026-03-07']
  const seen = days.map((today, tries) => {
    const { status, usableThrough, missed } = standingAt(today, [
      paid(1),
      ...days.slice(0, tries + 1).map((on) => failed(2, on)),
    ])
    return [status, usableThrough, missed?.nextTryOn]
  })
  expect(seen).toEqual([
    ['ACTIVE', '2026-03-07', '2026-03-01'],
    ['ACTIVE', '2026-03-07', '2026-03-03'],
    ['ACTIVE', '2026-03-07', '2026-03-07'],
    ['EXPIRED', '2026-02-27', undefined],
  ])
  expect(standingAt('2026-03-03', [paid(1), failed(2, days[0]!), paid(2)])).toMatchObject({
    status: 'ACTIVE',
    paidThrough: '2026-03-30',
    missed: null,
  })
})

test('a refunded payment pays for nothing, ends the renewal, and is never charged again', () => {
  const reversed = (number: number): PaymentFacts => ({ number, kind: 'reversed', on: '2026-03-02' })
  expect(standingAt('2026-03-02', [paid(1), reversed(2)])).toMatchObject({
    status: 'EXPIRED',
    usableThrough: '2026-02-27',
  })
  expect(standingAt('2026-03-02', [reversed(1)])).toMatchObject({ status: 'EXPIRED', usableThrough: null })
  expect(standingAt('2026-03-02', [paid(1), failed(2, '2026-02-28'), reversed(2)]).missed).toBeNull()
  expect(standingAt('2026-03-02', [reversed(1), paid(2)])).toMatchObject({
    status: 'ACTIVE',
    paidThrough: '2026-03-30',
  })
})

test('a plan lasts until its last paid day after it is cancelled, by the person or by the gateway', () => {
  expect(standingAt('2026-02-10', [paid(1)], { isCancelled: true })).toMatchObject({
    status: 'CANCELLED',
    usableThrough: '2026-02-27',
    renews: false,
  })
  expect(standingAt('2026-02-10', [paid(1)], { atGateway: 'canceled' }).status).toBe('CANCELLED')
  expect(standingAt('2026-03-01', [paid(1), failed(2, '2026-02-28')], { atGateway: 'terminated' }).status).toBe(
    'EXPIRED',
  )
})

test('a renewal that the gateway refuses to retry is given up after two weeks', () => {
  const stuck = [paid(1), failed(2, '2026-02-28')]
  expect(standingAt('2026-03-15', stuck).status).toBe('ACTIVE')
  expect(standingAt('2026-03-16', stuck).status).toBe('EXPIRED')
})

test('after some days of downtime the server catches up on missed retries', () => {
  const late = [paid(1), failed(2, '2026-02-28'), failed(2, '2026-03-13')]
  expect(standingAt('2026-03-16', late)).toMatchObject({
    status: 'ACTIVE',
    missed: { retries: 1, nextTryOn: '2026-03-15' },
  })
})

test('the order in which payments become known makes no difference', () => {
  const payment = fc.record({
    number: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom('paid', 'waiting', 'failed', 'reversed'),
    on: fc.integer({ min: 0, max: 120 }).map((days) => addDays('2026-01-31', days)),
  })
  fc.assert(
    fc.property(
      fc
        .array(payment, { maxLength: 8 })
        .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
      ([some, shuffled]) => {
        expect(standingAt('2026-04-01', shuffled)).toEqual(standingAt('2026-04-01', some))
      },
    ),
  )
})

test('of several subscriptions the one paid for today counts, and the earlier one remains until the next is charged', () => {
  const old: StandingOfPlan<string> = {
    plan: 'STANDARD',
    startsOn: '2026-01-31',
    status: 'CANCELLED',
    paidThrough: '2026-02-27',
    usableThrough: '2026-02-27',
    renews: false,
    missed: null,
  }
  const next: StandingOfPlan<string> = { ...old, plan: 'ESSENTIALS', startsOn: '2026-02-28' }
  const waiting = { ...next, status: 'PENDING', paidThrough: null, usableThrough: null } as const
  const charged = { ...next, status: 'ACTIVE', usableThrough: '2026-04-05', renews: true } as const
  expect(planPaidFor([], '2026-02-10')).toBeUndefined()
  expect(planPaidFor([waiting], '2026-02-10')).toBeUndefined()
  expect(planPaidFor([waiting, old], '2026-02-10')).toEqual({ plan: 'STANDARD', endsOn: '2026-03-01', renews: false })
  expect(planPaidFor([charged, old], '2026-02-28')).toEqual({ plan: 'ESSENTIALS', endsOn: '2026-04-05', renews: true })
  expect(planPaidFor([old], '2026-05-01')).toEqual({ plan: 'STANDARD', endsOn: '2026-02-27', renews: false })
})
