import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GatewayAway, type GatewayPayment, type PaymentGateway } from '../../gateways/payments/index.ts'
import { movableClock } from '../../platform/clock.ts'
import { silentLog } from '../../platform/log.ts'
import { times } from '../../../../tools/src/times.ts'
import { FakeGateway } from '../../testing/fake-gateway.ts'
import { startAfter } from './choose-plan.ts'
import { addDays } from '../plans/index.ts'
import { dayOf } from './days.ts'
import { decide, type PlacedPayment } from './decide.ts'
import type { Payment } from './payments.store.ts'
import { readLedger } from './read-ledger.ts'
import { act, beginAtGateway } from './settle-facility.ts'
import { isLive, planPaidFor, type StandingOfPlan } from './standing.ts'
import type { PaidPlan, Subscription } from './subscriptions.store.ts'
import { meaningOf } from './transaction-status.ts'

const histories = times(100, 10_000)
const zone = 'America/Los_Angeles'
const hourMs = 3_600_000
const customerId = '7'

/** The database rows of a facility, and the actions of its people and of the gateway. */
class Facility {
  readonly clock = movableClock(new Date('2027-12-20T18:00:00Z'))
  readonly gateway = new FakeGateway(this.clock)
  subscriptions: Subscription[] = []
  readonly payments = new Map<string, Payment>()
  standings: StandingOfPlan<PaidPlan>[] = []
  readonly told = new Set<string>()
  #names = 0

  constructor() {
    for (const [id, isDeclined] of [
      ['good', false],
      ['bad', true],
    ] as const)
      this.gateway.cards.set(id, {
        id,
        customerId,
        isDeclined,
        firstName: 'Ada',
        lastName: 'Byron',
        cardNumber: 'XXXX1111',
        cardType: 'Visa',
      })
  }

  today = () => dayOf(this.clock.now(), zone)

  /**
   * The gateway for a server that is killed after this many calls: each further call succeeds at the gateway, but its
   * answer is lost.
   */
  #killedAfter(calls: number): PaymentGateway {
    let left = calls
    return new Proxy(this.gateway, {
      get(gateway, name: keyof FakeGateway) {
        const value = gateway[name]
        if (typeof value !== 'function') return value
        return async (...asked: unknown[]) => {
          const answer = await (value as (...asked: unknown[]) => unknown).apply(gateway, asked)
          left -= 1
          if (left < 0) throw new GatewayAway('killed after the gateway did it')
          return answer
        }
      },
    })
  }

  async choose(plan: PaidPlan, cardId: string) {
    if (this.subscriptions.some(({ status }) => isLive(status))) return
    const now = this.clock.now()
    const months = plan === 'STANDARD_ANNUAL' ? 12 : 1
    this.#names += 1
    const row: Subscription = {
      clinicId: 'clinic',
      id: `s${this.#names}`,
      facilityId: 'facility',
      plan,
      refId: `ref${this.#names}`,
      customerProfileId: customerId,
      paymentProfileId: cardId,
      amountCents: 7_500,
      currency: 'USD',
      months,
      gatewayId: null,
      status: 'PENDING',
      startsOn: startAfter(this.subscriptions, this.today()),
      paidThrough: null,
      createdAt: now,
      createdBy: 'ada',
      cancelledAt: null,
      stoppedAt: null,
      missedOn: null,
      missedNumber: null,
      tries: 0,
      nextTryOn: null,
      triedAt: null,
    }
    this.subscriptions = [row, ...this.subscriptions]
    const gatewayId = await beginAtGateway({ gateway: this.gateway }, row).catch(() => null)
    if (gatewayId) this.#save(row, { gatewayId })
  }

  #save(row: Pick<Subscription, 'id'>, columns: Partial<Subscription>) {
    this.subscriptions = this.subscriptions.map((one) => (one.id === row.id ? { ...one, ...columns } : one))
  }

  async cancel() {
    const live = this.subscriptions.find(({ status }) => isLive(status))
    if (!live) return
    this.#save(live, { status: 'CANCELLED', cancelledAt: this.clock.now() })
    if (live.gatewayId) await this.gateway.cancelSubscription(live.gatewayId).catch(() => {})
  }

  /** Does the same as `settleFacility`. A server that is killed in the middle starts again later. */
  async settle(killedAfter = Infinity) {
    const gateway = this.#killedAfter(killedAfter)
    try {
      for (let round = 0; round < 4; round += 1) {
        const known = { subscriptions: this.subscriptions, payments: [...this.payments.values()] }
        const ledger = await readLedger({ gateway, log: silentLog }, customerId, known, [], this.clock.now())
        const decision = decide(known, ledger, { now: this.clock.now(), timeZone: zone })
        this.subscriptions = decision.subscriptions
        this.standings = decision.standings
        for (const { placed, payment } of decision.payments)
          this.payments.set(placed.transId, this.#rowOf(placed, payment))
        for (const { event } of decision.told) this.told.add(event)
        const parts = { gateway, log: silentLog, clock: this.clock }
        const isStillWanted = async () => true
        const save = async (row: Subscription, columns: Partial<Subscription>) => this.#save(row, columns)
        if (!(await act(parts, decision.toDo, { save, isStillWanted }))) return
      }
    } catch (error) {
      if (!(error instanceof GatewayAway)) throw error
    }
  }

  #rowOf = (placed: PlacedPayment, { invoiceNumber, cardType, cardNumber, currency }: GatewayPayment): Payment => ({
    ...placed,
    clinicId: 'clinic',
    facilityId: 'facility',
    status: meaningOf(placed.gatewayStatus).shown,
    cardType,
    cardNumber,
    currency,
    invoiceNumber,
    readAt: this.clock.now(),
  })
}

type Step =
  | { do: 'wait'; hours: number }
  | { do: 'choose'; plan: PaidPlan; card: 'good' | 'bad' }
  | { do: 'cancel' | 'bill' | 'settleGateway' }
  | { do: 'settle'; killedAfter: number }
  | { do: 'mode'; mode: FakeGateway['mode'] }
  | { do: 'card'; isDeclined: boolean }
  | { do: 'giveBack'; which: number; how: 'voided' | 'chargeback' | 'refund' }
  | { do: 'endAtGateway'; which: number; status: 'canceled' | 'terminated' | 'suspended' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: -30, max: 24 * 32 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('choose'),
      plan: fc.constantFrom('STANDARD', 'STANDARD_ANNUAL', 'ESSENTIALS'),
      card: fc.constantFrom('good', 'good', 'good', 'bad'),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('bill', 'bill', 'bill', 'settleGateway', 'cancel') }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('settle'),
      killedAfter: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 8 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('mode'), mode: fc.constantFrom('here', 'here', 'away', 'lost') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card'), isDeclined: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('giveBack'),
      which: fc.nat(20),
      how: fc.constantFrom('voided', 'chargeback', 'refund'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('endAtGateway'),
      which: fc.nat(20),
      status: fc.constantFrom('canceled', 'terminated', 'suspended'),
    }),
  },
)

let refunds = 0
async function take(facility: Facility, one: Step): Promise<void> {
  const { gateway, clock } = facility
  if (one.do === 'wait') clock.advance(one.hours * hourMs)
  else if (one.do === 'choose') await facility.choose(one.plan, one.card)
  else if (one.do === 'cancel') await facility.cancel()
  else if (one.do === 'bill') gateway.bill()
  else if (one.do === 'settleGateway') gateway.settle()
  else if (one.do === 'settle') await facility.settle(one.killedAfter)
  else if (one.do === 'mode') gateway.mode = one.mode
  else if (one.do === 'card') gateway.cards.get('good')!.isDeclined = one.isDeclined
  else if (one.do === 'giveBack') {
    const paid = [...gateway.payments.values()].filter(({ status }) => meaningOf(status).kind === 'paid')
    const chosen = paid[one.which % paid.length]
    if (!chosen) return
    if (one.how !== 'refund') chosen.status = one.how
    else {
      const transId = `refund${(refunds += 1)}`
      const { subscription: _of, ...rest } = chosen
      gateway.payments.set(transId, {
        ...rest,
        transId,
        subscription: null,
        invoiceNumber: null,
        status: 'refundPendingSettlement',
        submittedAt: clock.now(),
        refundOf: chosen.transId,
      })
    }
  } else if (one.do === 'endAtGateway') {
    const some = [...gateway.subscriptions.values()].filter(({ status }) => status === 'active')
    const chosen = some[one.which % some.length]
    if (chosen) chosen.status = one.status
  }
}

/** The transactions for each period of each subscription, according to the gateway’s own records. */
function periodsCharged({ gateway }: Facility): Map<string, GatewayPayment[]> {
  const periods = new Map<string, GatewayPayment[]>()
  for (const payment of gateway.payments.values()) {
    if (payment.refundOf) continue
    const name = payment.subscription
      ? `${gateway.subscriptions.get(payment.subscription.id)!.refId} ${payment.subscription.number}`
      : payment.invoiceNumber!.split('-').slice(0, 2).join(' ')
    periods.set(name, [...(periods.get(name) ?? []), payment])
  }
  return periods
}

/** The last day that is paid for, found by counting days on the calendar. */
function lastPaidDay(facility: Facility, { refId, startsOn, months }: Subscription): string | null {
  const refunded = new Set([...facility.gateway.payments.values()].flatMap(({ refundOf }) => refundOf ?? []))
  const isPaid = ({ transId, status }: GatewayPayment) =>
    !refunded.has(transId) && (status === 'capturedPendingSettlement' || status === 'settledSuccessfully')
  const numbers = [...periodsCharged(facility)].flatMap(([name, payments]) =>
    name.startsWith(`${refId} `) && payments.some(isPaid) ? Number(name.split(' ')[1]) : [],
  )
  if (numbers.length === 0) return null
  let left = Math.max(...numbers) * months
  let day = startsOn
  const anchor = Number(startsOn.slice(8))
  while (left > 0) {
    day = addDays(day, 1)
    const isLastOfMonth = addDays(day, 1).slice(8) === '01'
    const date = Number(day.slice(8))
    if (date === anchor || (isLastOfMonth && date < anchor)) left -= 1
  }
  return addDays(day, -1)
}

async function check(steps: readonly Step[]) {
  const facility = new Facility()
  const { gateway, clock } = facility
  for (const one of steps) await take(facility, one)
  // At the end the gateway is up, and enough time passes to find lost payments and late returns.
  gateway.mode = 'here'
  for (let time = 0; time < 3; time += 1) {
    clock.advance(25 * hourMs)
    await facility.settle()
  }

  for (const [name, payments] of periodsCharged(facility)) {
    const paid = payments.filter(({ status }) => meaningOf(status).kind !== 'failed')
    expect(paid.length, `${name} was charged once`).toBeLessThanOrEqual(1)
    const days = payments.map(({ submittedAt }) => dayOf(submittedAt, zone))
    if (payments.some(({ submittedAt }, at) => at > 0 && submittedAt < payments[at - 1]!.submittedAt)) continue
    for (const [at, wait] of [1, 2, 4].entries())
      if (days[at + 1]) expect(days[at + 1]! >= addDays(days[at]!, wait), `${name} was not tried too soon`).toBe(true)
    expect(payments.length).toBeLessThanOrEqual(4)
  }
  for (const subscription of facility.subscriptions)
    expect(subscription.paidThrough, subscription.refId).toBe(lastPaidDay(facility, subscription))
  const running = [...gateway.subscriptions.values()].filter(({ status }) => status === 'active')
  const live = facility.subscriptions.filter(({ status }) => isLive(status))
  expect(live.length).toBeLessThanOrEqual(1)
  expect(live.filter(({ gatewayId }) => gatewayId === null)).toEqual([])
  expect(running.map(({ refId }) => refId)).toEqual(
    live.map(({ refId }) => refId).filter((refId) => running.some((one) => one.refId === refId)),
  )
  // A plan that is paid for today can be used today.
  const today = facility.today()
  const isPaidFor = facility.subscriptions.some(
    ({ startsOn, paidThrough }) => paidThrough !== null && startsOn <= today && today <= paidThrough,
  )
  if (isPaidFor) expect(planPaidFor(facility.standings, today)!.endsOn >= today).toBe(true)

  // A server that reads the gateway for the first time reaches the same result.
  const { subscriptions } = facility
  const payments: Payment[] = []
  const ledger = await readLedger({ gateway, log: silentLog }, customerId, { subscriptions, payments }, [], clock.now())
  ledger.payments.reverse()
  const again = decide({ subscriptions, payments }, ledger, { now: clock.now(), timeZone: zone })
  expect(again.subscriptions.map(({ status, paidThrough }) => [status, paidThrough])).toEqual(
    subscriptions.map(({ status, paidThrough }) => [status, paidThrough]),
  )
}

test(`in ${histories} random histories of a facility and its gateway every period is charged once and nothing is lost`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), check), { numRuns: histories })
}, 1_200_000)
