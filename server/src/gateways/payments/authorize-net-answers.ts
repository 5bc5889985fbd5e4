import * as z from 'zod/mini'

/** What the gateway answers, as far as it is read. */

const text = z.string()
/** Ids come as texts and, of some calls, as numbers. */
const id = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,20}$/)), z.int()]),
  z.transform((value: string | number) => String(value)),
)

/** Amounts come as numbers or texts in dollars; inside they are whole cents. */
const cents = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d{1,4})?$/))]),
  z.transform((value: number | string) => Math.round(Number(value) * 100)),
)

/** Only the last four digits of a card are taken over, whatever comes. */
const card = z.object({
  cardNumber: z.string().check(z.regex(/^X*\d{4}$/)),
  cardType: z._default(text, ''),
})

export const Done = z.object({})

export const CustomerAnswer = z.object({
  profile: z.object({
    customerProfileId: id,
    paymentProfiles: z.optional(
      z.array(
        z.object({
          customerPaymentProfileId: id,
          billTo: z.optional(z.object({ firstName: z.optional(text), lastName: z.optional(text) })),
          payment: z.optional(z.object({ creditCard: z.optional(card) })),
        }),
      ),
    ),
  }),
  subscriptionIds: z.optional(z.array(id)),
})

export const NewCustomerAnswer = z.object({ customerProfileId: id })
export const NewCardAnswer = z.object({ customerPaymentProfileId: id })
export const NewSubscriptionAnswer = z.object({ subscriptionId: id })

export const subscriptionStatuses = ['active', 'expired', 'suspended', 'canceled', 'terminated'] as const
export const SubscriptionAnswer = z.object({
  subscription: z.object({
    status: z.enum(subscriptionStatuses),
    order: z.optional(z.object({ invoiceNumber: z.optional(text) })),
  }),
})

export const TransactionsAnswer = z.object({
  transactions: z.optional(z.array(z.object({ transId: id, invoiceNumber: z.optional(text) }))),
})

export const TransactionAnswer = z.object({
  transaction: z.object({
    transId: id,
    refTransId: z.optional(id),
    submitTimeUTC: z.iso.datetime({ offset: true }),
    transactionType: z.optional(text),
    transactionStatus: text.check(z.minLength(1), z.maxLength(100)),
    subscription: z.optional(z.object({ id, payNum: z.int().check(z.positive()) })),
    order: z.optional(z.object({ invoiceNumber: z.optional(text) })),
    authAmount: z.optional(cents),
    settleAmount: z.optional(cents),
    /** Absent of what was not paid by card. */
    payment: z.optional(z.object({ creditCard: z.optional(card) })),
    profile: z.optional(z.object({ customerProfileId: id })),
  }),
})

export const ChargeAnswer = z.object({
  transactionResponse: z.object({
    /** 1 approved, 2 declined, 3 not done, 4 under review. */
    responseCode: z.enum(['1', '2', '3', '4']),
    transId: id,
    errors: z.optional(z.array(z.object({ errorCode: text, errorText: text }))),
  }),
})
