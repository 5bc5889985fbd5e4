import type * as z from 'zod/mini'
import { CustomerAnswer, SubscriptionAnswer, TransactionAnswer, TransactionsAnswer } from './authorize-net-answers.ts'
import { askForDone, type GatewayAccount, orUnknown } from './ask-gateway.ts'
import type { GatewayPayment, GatewaySubscription } from './port.ts'

/** The only currency of a merchant account. */
export const currency = 'USD'
/** How many transactions come at once. */
export const pageSize = 100
/** With these codes the gateway says that it doesn’t know something, or has it already. */
export const known = { nothing: 'E00040', noSubscription: 'E00035', duplicate: 'E00039' }

/** What the gateway has, read. */
export function readsOf(account: GatewayAccount) {
  const ask = <T>(name: string, fields: Record<string, unknown>, content: z.ZodMiniType<T>) =>
    askForDone(account, name, fields, content)
  return {
    readCustomer: (by: { customerProfileId: string } | { merchantCustomerId: string }) =>
      orUnknown(ask('getCustomerProfileRequest', by, CustomerAnswer), known.nothing),

    /** The newest first, page by page. */
    async listTransactions(customerProfileId: string, page: number) {
      const sorting = { orderBy: 'submitTimeUTC', orderDescending: true }
      const fields = { customerProfileId, sorting, paging: { limit: pageSize, offset: page + 1 } }
      const answer = await orUnknown(
        ask('getTransactionListForCustomerRequest', fields, TransactionsAnswer),
        known.nothing,
      )
      return answer?.transactions ?? []
    },

    async getSubscription(id: string): Promise<GatewaySubscription | undefined> {
      const answer = await orUnknown(
        ask('ARBGetSubscriptionRequest', { subscriptionId: id }, SubscriptionAnswer),
        known.noSubscription,
        known.nothing,
      )
      if (!answer) return undefined
      const { order, status } = answer.subscription
      return { id, refId: order?.invoiceNumber ?? null, status }
    },

    async getPayment(transId: string): Promise<GatewayPayment | undefined> {
      const answer = await orUnknown(ask('getTransactionDetailsRequest', { transId }, TransactionAnswer), known.nothing)
      return answer && paymentOf(answer.transaction)
    },
  }
}

function paymentOf(transaction: z.output<typeof TransactionAnswer>['transaction']): GatewayPayment {
  const { subscription, order, refTransId, settleAmount, authAmount } = transaction
  const isRefund = transaction.transactionType === 'refundTransaction'
  return {
    transId: transaction.transId,
    status: transaction.transactionStatus,
    submittedAt: new Date(transaction.submitTimeUTC),
    amountCents: settleAmount || authAmount || 0,
    currency,
    ...(transaction.payment?.creditCard ?? { cardType: '', cardNumber: '' }),
    customerId: transaction.profile?.customerProfileId ?? null,
    subscription: subscription ? { id: subscription.id, number: subscription.payNum } : null,
    // Charges of a subscription have the reference of the subscription there.
    invoiceNumber: subscription ? null : (order?.invoiceNumber ?? null),
    ...(isRefund && refTransId && { refundOf: refTransId }),
  }
}
