/** Where a browser turns a card into a token, so that its number never reaches this server (S83). */
export interface CardTokenAddress {
  url: string
  apiLoginId: string
  clientKey: string
}

/** The one-time token of a card. */
export interface OpaqueData {
  dataDescriptor: string
  dataValue: string
}

export interface SavedCard {
  id: string
  firstName: string
  lastName: string
  /** The last four digits, e.g. `XXXX1111`. */
  cardNumber: string
  cardType: string
}

export interface NewSubscription {
  /** Our own reference, at most 20 characters, by which the subscription is found again. */
  refId: string
  name: string
  customerId: string
  cardId: string
  amountCents: number
  currency: string
  /** Months of a period. */
  months: number
  /** The day of the first charge in the gateway's calendar, `yyyy-mm-dd`. */
  startsOn: string
}

export interface GatewaySubscription {
  id: string
  refId: string | null
  status: 'active' | 'expired' | 'suspended' | 'canceled' | 'terminated'
}

export interface GatewayPayment {
  transId: string
  /** The gateway's own word, e.g. `settledSuccessfully`. */
  status: string
  submittedAt: Date
  amountCents: number
  currency: string
  cardType: string
  /** The last four digits, e.g. `XXXX1111`; empty of what was not paid by card. */
  cardNumber: string
  customerId: string | null
  /** The subscription and which of its payments this is, from 1; null for a charge that we asked for. */
  subscription: { id: string; number: number } | null
  /** What we called a charge of our own; null otherwise. */
  invoiceNumber: string | null
  /** The transaction that this one gives back; absent: it is no refund. */
  refundOf?: string
}

/** What the gateway told by itself; it only says what to look at. */
export interface GatewayNotice {
  notificationId: string
  eventType: string
  entity: string
  entityId: string
}

/** No answer, or none that makes sense: whether the gateway did what it was asked is unknown. */
export class GatewayAway extends Error {}

/** The gateway answered, but with something that we can’t read. */
export class UnreadableAnswer extends GatewayAway {}

/** The gateway said no, and did nothing. */
export class GatewayRefusal extends Error {
  readonly code: string
  /** @param code the gateway's own, e.g. `E00039` @param message in words for people */
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * A payment gateway. Every call may throw GatewayAway or GatewayRefusal. Amounts are whole cents.
 */
export interface PaymentGateway {
  cardTokens(): CardTokenAddress
  /** The gateway's calendar, in which subscriptions begin and are charged (an IANA zone). */
  readonly timeZone: string
  /** The customer of a merchant's id (at most 20 characters); makes one if there is none. @returns its id */
  ensureCustomer(merchantCustomerId: string, description: string): Promise<string>
  /** Saves a card. One that is saved already is answered as it is. @returns its id */
  addCard(customerId: string, token: OpaqueData, name: { firstName: string; lastName: string }): Promise<string>
  listCards(customerId: string): Promise<SavedCard[]>
  removeCard(customerId: string, cardId: string): Promise<void>
  createSubscription(subscription: NewSubscription): Promise<string>
  /** Stops the renewal; done already counts as done. */
  cancelSubscription(id: string): Promise<void>
  /** undefined: the gateway doesn't know it. */
  getSubscription(id: string): Promise<GatewaySubscription | undefined>
  /** Ids of all subscriptions of a customer, also of those that ended. */
  listSubscriptionIds(customerId: string): Promise<string[]>
  /** Payments of a customer, the newest first, from `offset` on (a whole number of pages of 100). */
  listPayments(customerId: string, page: number): Promise<string[]>
  /** @throws UnreadableAnswer also for one that is no payment as we know them */
  getPayment(transId: string): Promise<GatewayPayment | undefined>
  /**
   * Charges a saved card once. `invoiceNumber` (at most 20 characters) is ours; a second charge with the same one is refused.
   * A declined card is a payment with the status `declined`, not a refusal.
   * @returns the id of the transaction
   */
  charge(charge: {
    customerId: string
    cardId: string
    amountCents: number
    currency: string
    invoiceNumber: string
  }): Promise<string>
  /**
   * Reads what the gateway told by itself.
   * @returns undefined when the signature is wrong or it makes no sense
   */
  readNotice(rawBody: Buffer, signature: string | undefined): GatewayNotice | undefined
}
