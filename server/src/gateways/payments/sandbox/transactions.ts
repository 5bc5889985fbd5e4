import { dayAtGateway, localTime, momentOf } from './calendar.ts'
import { type Body, centsOf, type Context, dollarsOf, notFound, part, Refused, text } from './context.ts'
import { customerOf } from './customers.ts'
import { findCard, nextId, type Transaction } from './ledger.ts'

/** The hour of the day at which what was captured is settled. */
const settlementHour = 19
const dayMs = 86_400_000

/** For how long a charge that was made counts as the same one, unless a request says otherwise. */
const usualDuplicateSeconds = 120

function nextSettlement(now: number): number {
  const today = momentOf(dayAtGateway(now), settlementHour)
  return today > now ? today : momentOf(dayAtGateway(now + dayMs), settlementHour)
}

/** Charges a saved card, if it lets itself be charged. */
export function chargeCard(
  { ledger, now, tell }: Context,
  of: Pick<Transaction, 'customerId' | 'cardId' | 'cents' | 'invoiceNumber' | 'subscription'>,
): Transaction {
  const saved = findCard(ledger, of.customerId, of.cardId)
  const card = saved?.card
  const isGood =
    card !== undefined &&
    card.expires >= dayAtGateway(now).slice(0, 7) &&
    (card.behaviour === 'good' || (card.behaviour === 'declinedLater' && !saved!.wasCharged))
  const transaction: Transaction = {
    ...of,
    id: nextId(ledger),
    refTransId: null,
    type: 'authCaptureTransaction',
    status: isGood ? 'capturedPendingSettlement' : 'declined',
    submittedAt: now,
    lastFour: card?.lastFour ?? '0000',
    cardType: card?.cardType ?? '',
    firstName: saved?.firstName ?? '',
    lastName: saved?.lastName ?? '',
    settlesAt: isGood ? nextSettlement(now) : null,
  }
  ledger.transactions[transaction.id] = transaction
  if (isGood) {
    saved!.wasCharged = true
    tell('payment.authcapture.created', 'transaction', transaction.id, {
      responseCode: 1,
      authAmount: dollarsOf(of.cents),
      invoiceNumber: of.invoiceNumber,
    })
  }
  return transaction
}

export function createTransaction(context: Context, body: Body): Body {
  const { ledger, now } = context
  const request = part(body.transactionRequest)
  if (request.transactionType !== 'authCaptureTransaction')
    throw new Refused('E00003', 'The sandbox takes the transactionType authCaptureTransaction only.')
  const cents = centsOf(request.amount)
  const profile = part(request.profile)
  const customer = customerOf(context, profile.customerProfileId)
  const cardId = text(part(profile.paymentProfile).paymentProfileId)
  if (!findCard(ledger, customer.id, cardId)) throw notFound()
  const invoiceNumber = text(part(request.order).invoiceNumber)
  if (invoiceNumber.length > 20) throw new Refused('E00003', "The 'invoiceNumber' element is invalid: it is too long.")
  const since = now - duplicateSeconds(request) * 1000
  const isDuplicate = Object.values(ledger.transactions).some(
    (one) =>
      one.cardId === cardId && one.cents === cents && one.invoiceNumber === invoiceNumber && one.submittedAt > since,
  )
  if (isDuplicate)
    throw new Refused('E00027', 'The transaction was unsuccessful.', {
      transactionResponse: {
        responseCode: '3',
        transId: '0',
        errors: [{ errorCode: '11', errorText: 'A duplicate transaction has been submitted.' }],
      },
    })
  const made = chargeCard(context, { customerId: customer.id, cardId, cents, invoiceNumber, subscription: null })
  const isDeclined = made.status === 'declined'
  return {
    transactionResponse: {
      responseCode: isDeclined ? '2' : '1',
      transId: made.id,
      accountNumber: `XXXX${made.lastFour}`,
      accountType: made.cardType,
      ...(isDeclined
        ? { errors: [{ errorCode: '2', errorText: 'This transaction has been declined.' }] }
        : { messages: [{ code: '1', description: 'This transaction has been approved.' }] }),
    },
  }
}

function duplicateSeconds(request: Body): number {
  const settings = [part(request.transactionSettings).setting].flat().map(part)
  const wanted = settings.find(({ settingName }) => settingName === 'duplicateWindow')?.settingValue
  return wanted === undefined ? usualDuplicateSeconds : Math.min(Number(text(wanted)) || 0, 28_800)
}

export function listTransactions(context: Context, body: Body): Body {
  const customer = customerOf(context, body.customerProfileId)
  const { limit, offset } = part(body.paging)
  const [size, page] = [Number(text(limit) || 1000), Number(text(offset) || 1)]
  if (!Number.isInteger(size) || size < 1 || size > 1000 || !Number.isInteger(page) || page < 1)
    throw new Refused('E00003', "The element 'paging' is invalid.")
  const isDescending = part(body.sorting).orderDescending === true
  const all = Object.values(context.ledger.transactions)
    .filter(({ customerId }) => customerId === customer.id)
    .toSorted((one, other) => one.submittedAt - other.submittedAt || Number(one.id) - Number(other.id))
  const inOrder = isDescending ? all.toReversed() : all
  const transactions = inOrder.slice((page - 1) * size, page * size).map((one) => ({
    ...summaryOf(one),
    firstName: one.firstName,
    lastName: one.lastName,
    accountType: one.cardType,
    accountNumber: `XXXX${one.lastFour}`,
    settleAmount: dollarsOf(one.cents),
  }))
  return { ...(transactions.length > 0 && { transactions }), totalNumInResultSet: transactions.length }
}

const summaryOf = (one: Transaction) => ({
  transId: one.id,
  submitTimeUTC: new Date(one.submittedAt).toISOString(),
  submitTimeLocal: localTime(one.submittedAt),
  transactionStatus: one.status,
  ...(one.invoiceNumber && { invoiceNumber: one.invoiceNumber }),
  ...(one.subscription && { subscription: one.subscription }),
  profile: { customerProfileId: one.customerId, customerPaymentProfileId: one.cardId },
})

export function readTransaction({ ledger }: Context, body: Body): Body {
  const id = text(body.transId)
  const one = Object.hasOwn(ledger.transactions, id) ? ledger.transactions[id]! : undefined
  if (!one) throw notFound()
  const { invoiceNumber, ...summary } = summaryOf(one)
  const isDeclined = one.status === 'declined'
  return {
    transaction: {
      ...summary,
      ...(one.refTransId && { refTransId: one.refTransId }),
      transactionType: one.type,
      responseCode: isDeclined ? 2 : 1,
      responseReasonCode: isDeclined ? 2 : 1,
      responseReasonDescription: isDeclined ? 'Decline' : 'Approval',
      ...(invoiceNumber && { order: { invoiceNumber } }),
      authAmount: dollarsOf(one.cents),
      settleAmount: dollarsOf(one.cents),
      payment: {
        creditCard: { cardNumber: `XXXX${one.lastFour}`, expirationDate: 'XXXX', cardType: one.cardType },
      },
      billTo: { firstName: one.firstName, lastName: one.lastName },
      recurringBilling: one.subscription !== null,
    },
  }
}

/** What was captured is settled at its time, and so is what was given back. */
export function settle(transaction: Transaction) {
  transaction.settlesAt = null
  if (transaction.status === 'capturedPendingSettlement') transaction.status = 'settledSuccessfully'
  if (transaction.status === 'refundPendingSettlement') transaction.status = 'refundSettledSuccessfully'
}

/** What happens to a payment after it was made, and nobody asked the gateway for. */
export type Reversal = 'refund' | 'void' | 'chargeback' | 'returnedItem'

/** @returns the id of the transaction that tells of it */
export function reverse({ ledger, now, tell }: Context, transId: string, reversal: Reversal): string {
  const paid = ledger.transactions[transId]
  if (!paid) throw notFound()
  if (reversal === 'refund') {
    const id = nextId(ledger)
    const type = 'refundTransaction'
    const status = 'refundPendingSettlement'
    const refund = { ...paid, id, refTransId: transId, type, status, submittedAt: now, settlesAt: nextSettlement(now) }
    // A refund is of its payment, not of the subscription.
    ledger.transactions[id] = { ...refund, type, subscription: null }
    tell('payment.refund.created', 'transaction', id)
    return id
  }
  paid.status = reversal === 'void' ? 'voided' : reversal
  paid.settlesAt = null
  // Nobody is told of the others: they are seen when the payment is read again.
  if (reversal === 'void') tell('payment.void.created', 'transaction', transId)
  return transId
}
