import type { CardBehaviour, CardFacts } from './cards.ts'

/** All that the sandbox keeps. It is plain JSON, and holds no card number. */
export interface Ledger {
  /** How far its clock was moved ahead. */
  aheadMs: number
  lastId: number
  tokens: Record<string, Token>
  customers: Record<string, Customer>
  subscriptions: Record<string, Subscription>
  transactions: Record<string, Transaction>
  /** Notices that were not taken yet. */
  notices: Notice[]
}

export interface Token {
  card: CardFacts
  until: number
}

export interface SavedCard {
  id: string
  firstName: string
  lastName: string
  card: CardFacts
  wasCharged: boolean
}

export interface Customer {
  id: string
  merchantCustomerId: string
  description: string
  cards: SavedCard[]
}

export interface Subscription {
  id: string
  name: string
  invoiceNumber: string
  customerId: string
  cardId: string
  cents: number
  interval: { length: number; unit: 'days' | 'months' }
  startDate: string
  occurrences: number
  status: 'active' | 'expired' | 'suspended' | 'canceled' | 'terminated'
  createdAt: number
  /** The payments that were tried; the number of the last one. */
  lastNumber: number
}

export interface Transaction {
  id: string
  refTransId: string | null
  type: 'authCaptureTransaction' | 'refundTransaction'
  status: string
  submittedAt: number
  cents: number
  customerId: string
  cardId: string
  lastFour: string
  cardType: string
  firstName: string
  lastName: string
  invoiceNumber: string
  subscription: { id: string; payNum: number } | null
  /** When it is settled; null: it is not going to be, or was. */
  settlesAt: number | null
}

export interface Notice {
  notificationId: string
  body: string
  tries: number
  nextTryAt: number
}

export const emptyLedger = (): Ledger => ({
  aheadMs: 0,
  lastId: 900_000_000,
  tokens: {},
  customers: {},
  subscriptions: {},
  transactions: {},
  notices: [],
})

export function nextId(ledger: Ledger): string {
  ledger.lastId += 1
  return String(ledger.lastId)
}

export const findCard = (ledger: Ledger, customerId: string, cardId: string) =>
  ledger.customers[customerId]?.cards.find(({ id }) => id === cardId)

/** Has a saved card behave in another way from now on. */
export function setBehaviour(ledger: Ledger, cardId: string, behaviour: CardBehaviour) {
  const cards = Object.values(ledger.customers).flatMap((customer) => customer.cards)
  const saved = cards.find(({ id }) => id === cardId)
  if (!saved) throw new Error('The sandbox has no such card.')
  saved.card.behaviour = behaviour
}
