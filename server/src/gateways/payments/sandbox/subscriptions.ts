import { chargeDay, dayAtGateway, isDay, momentOf } from './calendar.ts'
import { type Body, centsOf, type Context, dollarsOf, notFound, part, Refused, text } from './context.ts'
import { customerOf } from './customers.ts'
import { findCard, type Ledger, nextId, type Subscription } from './ledger.ts'
import { chargeCard } from './transactions.ts'

/** The hour of the day at which subscriptions are charged. */
const chargeHour = 2

function readInterval(value: unknown): Subscription['interval'] {
  const { length, unit } = part(value)
  const number = Number(text(length))
  if (unit === 'months' && Number.isInteger(number) && number >= 1 && number <= 12) return { length: number, unit }
  if (unit === 'days' && Number.isInteger(number) && number >= 7 && number <= 365) return { length: number, unit }
  throw new Refused('E00023', 'Interval length is invalid.')
}

export function createSubscription(context: Context, body: Body): Body {
  const { ledger, now, tell } = context
  const wanted = part(body.subscription)
  const { interval, startDate, totalOccurrences } = part(wanted.paymentSchedule)
  const name = text(wanted.name)
  const invoiceNumber = text(part(wanted.order).invoiceNumber)
  if (name.length > 50 || invoiceNumber.length > 20)
    throw new Refused('E00003', "The element 'subscription' is invalid: a text is too long.")
  if (!isDay(startDate)) throw new Refused('E00003', "The 'startDate' element is invalid.")
  if (startDate < dayAtGateway(now)) throw new Refused('E00017', 'Start Date must not occur in the past.')
  const occurrences = Number(text(totalOccurrences))
  if (!Number.isInteger(occurrences) || occurrences < 1 || occurrences > 9_999)
    throw new Refused('E00018', 'Total Occurrences is invalid.')
  const profile = part(wanted.profile)
  const customer = customerOf(context, profile.customerProfileId)
  const cardId = text(profile.customerPaymentProfileId)
  if (!findCard(ledger, customer.id, cardId)) throw notFound()
  const subscription: Subscription = {
    id: nextId(ledger),
    name,
    invoiceNumber,
    customerId: customer.id,
    cardId,
    cents: centsOf(wanted.amount),
    interval: readInterval(interval),
    startDate,
    occurrences,
    status: 'active',
    createdAt: now,
    lastNumber: 0,
  }
  const known = Object.values(ledger.subscriptions).find((one) => isSame(one, subscription))
  if (known)
    throw new Refused(
      'E00012',
      `You have submitted a duplicate of Subscription ${known.id}. A duplicate subscription will not be created.`,
    )
  ledger.subscriptions[subscription.id] = subscription
  tell('customer.subscription.created', 'subscription', subscription.id)
  const of = { customerProfileId: customer.id, customerPaymentProfileId: cardId }
  return { subscriptionId: subscription.id, profile: of }
}

const running = new Set<Subscription['status']>(['active', 'suspended'])

const isSame = (one: Subscription, other: Subscription) =>
  running.has(one.status) &&
  one.customerId === other.customerId &&
  one.cardId === other.cardId &&
  one.cents === other.cents &&
  one.startDate === other.startDate &&
  one.interval.length === other.interval.length &&
  one.interval.unit === other.interval.unit &&
  one.invoiceNumber === other.invoiceNumber

function subscriptionOf({ ledger }: Context, id: unknown): Subscription {
  const found = Object.hasOwn(ledger.subscriptions, text(id)) ? ledger.subscriptions[text(id)] : undefined
  if (!found) throw new Refused('E00035', 'The subscription cannot be found.')
  return found
}

export function readSubscription(context: Context, body: Body): Body {
  const one = subscriptionOf(context, body.subscriptionId)
  return {
    subscription: {
      name: one.name,
      paymentSchedule: { interval: one.interval, startDate: one.startDate, totalOccurrences: one.occurrences },
      amount: dollarsOf(one.cents),
      status: one.status,
      profile: { customerProfileId: one.customerId, paymentProfile: { customerPaymentProfileId: one.cardId } },
      order: { invoiceNumber: one.invoiceNumber },
    },
  }
}

export function cancelSubscription(context: Context, body: Body): Body {
  const one = subscriptionOf(context, body.subscriptionId)
  if (one.status === 'canceled') return {}
  if (!running.has(one.status)) throw new Refused('E00038', 'The subscription cannot be canceled.')
  one.status = 'canceled'
  context.tell('customer.subscription.cancelled', 'subscription', one.id)
  return {}
}

/**
 * When a subscription is charged next; undefined: not any more. One that begins on the day it is made is charged at once, so that people
 * who try the product need not wait for the night.
 */
export function nextChargeAt(one: Subscription, firstAfterMs: number): number | undefined {
  if (!running.has(one.status) || one.lastNumber >= one.occurrences) return undefined
  const beginsAtOnce = one.lastNumber === 0 && one.startDate <= dayAtGateway(one.createdAt)
  const planned = beginsAtOnce ? 0 : momentOf(chargeDay(one.startDate, one.interval, one.lastNumber + 1), chargeHour)
  return Math.max(planned, one.createdAt + firstAfterMs)
}

/** Only a first payment that fails suspends a subscription; nobody attending to it, the next one ends it. */
export function chargeSubscription(context: Context, one: Subscription) {
  const { tell } = context
  if (one.status === 'suspended') {
    one.status = 'terminated'
    return tell('customer.subscription.terminated', 'subscription', one.id)
  }
  one.lastNumber += 1
  const { customerId, cardId, cents, invoiceNumber } = one
  const subscription = { id: one.id, payNum: one.lastNumber }
  const { status } = chargeCard(context, { customerId, cardId, cents, invoiceNumber, subscription })
  if (status === 'declined') {
    tell('customer.subscription.failed', 'subscription', one.id)
    if (one.lastNumber === 1) {
      one.status = 'suspended'
      tell('customer.subscription.suspended', 'subscription', one.id)
    }
  }
  if (one.lastNumber === one.occurrences && one.status === 'active') {
    one.status = 'expired'
    tell('customer.subscription.expired', 'subscription', one.id)
  }
}

/** The subscription that is charged first, and when; undefined: none is charged any more. */
export function firstCharge(ledger: Ledger, firstAfterMs: number): { at: number; one: Subscription } | undefined {
  let first: { at: number; one: Subscription } | undefined
  for (const one of Object.values(ledger.subscriptions)) {
    const at = nextChargeAt(one, firstAfterMs)
    if (at !== undefined && (!first || at < first.at)) first = { at, one }
  }
  return first
}
