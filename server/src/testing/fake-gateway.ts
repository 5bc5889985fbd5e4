import { createHmac } from 'node:crypto'
import { dayOf } from '../features/payments/days.ts'
import { addMonths } from '../features/plans/index.ts'
import {
  GatewayAway,
  type GatewayPayment,
  GatewayRefusal,
  type GatewaySubscription,
  type NewSubscription,
  type PaymentGateway,
  type SavedCard,
} from '../gateways/payments/index.ts'
import type { Clock } from '../platform/clock.ts'

interface FakeSubscription extends GatewaySubscription {
  asked: NewSubscription
  /** The charged periods. */
  charged: number
}

/** The key with which the fake gateway signs its notifications. */
export const noticeKey = 'the key of the fake gateway'

/** Signs a notification as the gateway does. */
export const signatureOf = (body: string, key = noticeKey) =>
  `sha512=${createHmac('sha512', key).update(body).digest('hex').toUpperCase()}`

/**
 * A payment gateway in memory, whose faults are set by tests. A card saved with the token `declined` is declined at payment, and one
 * with `bad` is refused when it is saved.
 */
export class FakeGateway implements PaymentGateway {
  readonly timeZone = 'America/Los_Angeles'
  /** `away`: it does nothing; `lost`: it does what was requested, but its answer is lost. */
  mode: 'here' | 'away' | 'lost' = 'here'
  readonly customers = new Map<string, string>()
  readonly cards = new Map<string, SavedCard & { customerId: string; isDeclined: boolean }>()
  readonly subscriptions = new Map<string, FakeSubscription>()
  readonly payments = new Map<string, GatewayPayment>()
  readonly calls: string[] = []
  readonly #clock: Clock
  #last = 1000

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async #answer<T>(call: string, run: () => T): Promise<T> {
    this.calls.push(call)
    if (this.mode === 'away') throw new GatewayAway('no answer')
    const answer = run()
    if (this.mode === 'lost') throw new GatewayAway('the answer was lost')
    return answer
  }

  #next = () => String((this.#last += 1))

  cardTokens = () => ({ url: 'http://localhost:4999', apiLoginId: 'login', clientKey: 'client-key' })

  ensureCustomer = (merchantCustomerId: string) =>
    this.#answer('ensureCustomer', () => {
      const id = this.customers.get(merchantCustomerId) ?? this.#next()
      this.customers.set(merchantCustomerId, id)
      return id
    })

  addCard: PaymentGateway['addCard'] = (customerId, { dataValue }, name) =>
    this.#answer('addCard', () => {
      if (![...this.customers.values()].includes(customerId))
        throw new GatewayRefusal('E00040', 'The customer is not known.')
      if (dataValue === 'bad') throw new GatewayRefusal('E00114', 'The card could not be read. Enter it again.')
      const known = [...this.cards.values()].find(
        (card) => card.customerId === customerId && card.cardNumber === `XXXX${dataValue.slice(-4)}`,
      )
      if (known) return known.id
      const id = this.#next()
      const cardNumber = /\d{4}$/.test(dataValue) ? `XXXX${dataValue.slice(-4)}` : 'XXXX1111'
      this.cards.set(id, {
        id,
        customerId,
        ...name,
        cardNumber,
        cardType: 'Visa',
        isDeclined: dataValue.startsWith('declined'),
      })
      return id
    })

  listCards = (customerId: string) =>
    this.#answer('listCards', () =>
      [...this.cards.values()].flatMap(({ customerId: owner, id, firstName, lastName, cardNumber, cardType }) =>
        owner === customerId ? { id, firstName, lastName, cardNumber, cardType } : [],
      ),
    )

  removeCard = (_customerId: string, cardId: string) => this.#answer('removeCard', () => void this.cards.delete(cardId))

  createSubscription = (asked: NewSubscription) =>
    this.#answer('createSubscription', () => {
      if (!this.cards.has(asked.cardId)) throw new GatewayRefusal('E00040', 'The card is not known.')
      if ([...this.subscriptions.values()].some(({ refId }) => refId === asked.refId))
        throw new GatewayRefusal('E00012', 'The payment gateway already has this subscription.')
      const id = this.#next()
      this.subscriptions.set(id, { id, refId: asked.refId, status: 'active', asked, charged: 0 })
      return id
    })

  cancelSubscription = (id: string) =>
    this.#answer('cancelSubscription', () => {
      this.subscriptions.get(id)!.status = 'canceled'
    })

  getSubscription = (id: string) =>
    this.#answer('getSubscription', () => {
      const found = this.subscriptions.get(id)
      return found && { id, refId: found.refId, status: found.status }
    })

  listSubscriptionIds = (customerId: string) =>
    this.#answer('listSubscriptionIds', () =>
      [...this.subscriptions.values()].flatMap(({ id, asked }) => (asked.customerId === customerId ? id : [])),
    )

  listPayments = (customerId: string, page: number) =>
    this.#answer('listPayments', () =>
      [...this.payments.values()]
        .flatMap((payment) => (payment.customerId === customerId ? payment.transId : []))
        .toReversed()
        .slice(page * 100, page * 100 + 100),
    )

  getPayment = (transId: string) =>
    this.#answer('getPayment', () => {
      const found = this.payments.get(transId)
      return found && { ...found }
    })

  charge: PaymentGateway['charge'] = ({ customerId, cardId, amountCents, currency, invoiceNumber }) =>
    this.#answer('charge', () => {
      if ([...this.payments.values()].some((payment) => payment.invoiceNumber === invoiceNumber))
        throw new GatewayRefusal('11', 'A duplicate transaction has been submitted.')
      return this.#pay(customerId, cardId, amountCents, currency, { invoiceNumber, subscription: null })
    })

  #pay(
    customerId: string,
    cardId: string,
    amountCents: number,
    currency: string,
    what: Pick<GatewayPayment, 'invoiceNumber' | 'subscription'>,
  ): string {
    const transId = this.#next()
    const card = this.cards.get(cardId)
    this.payments.set(transId, {
      ...what,
      transId,
      customerId,
      amountCents,
      currency,
      status: !card || card.isDeclined ? 'declined' : 'capturedPendingSettlement',
      submittedAt: this.#clock.now(),
      cardType: card?.cardType ?? 'Visa',
      cardNumber: card?.cardNumber ?? 'XXXX0000',
    })
    return transId
  }

  /** Charges every subscription due by the gateway’s calendar, as each night. @returns the transactions */
  bill(): string[] {
    const today = dayOf(this.#clock.now(), this.timeZone)
    const made: string[] = []
    for (const one of this.subscriptions.values()) {
      const { asked } = one
      while (one.status === 'active' && addMonths(asked.startsOn, one.charged * asked.months) <= today) {
        one.charged += 1
        const subscription = { id: one.id, number: one.charged }
        const transId = this.#pay(asked.customerId, asked.cardId, asked.amountCents, asked.currency, {
          invoiceNumber: null,
          subscription,
        })
        made.push(transId)
        if (one.charged === 1 && this.payments.get(transId)!.status === 'declined') one.status = 'suspended'
      }
    }
    return made
  }

  /** Settles all captured payments, as each night. */
  settle(): void {
    for (const payment of this.payments.values())
      if (payment.status === 'capturedPendingSettlement') payment.status = 'settledSuccessfully'
  }

  readNotice(rawBody: Buffer, signature: string | undefined) {
    if (signature !== signatureOf(rawBody.toString())) return undefined
    const { notificationId, eventType, payload } = JSON.parse(rawBody.toString()) as {
      notificationId: string
      eventType: string
      payload: { entityName: string; id: string }
    }
    return { notificationId, eventType, entity: payload.entityName, entityId: payload.id }
  }
}
