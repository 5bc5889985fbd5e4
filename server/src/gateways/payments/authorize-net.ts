import type * as z from 'zod/mini'
import { ChargeAnswer, Done, NewCardAnswer, NewCustomerAnswer, NewSubscriptionAnswer } from './authorize-net-answers.ts'
import { askForDone, askGateway, type GatewayAccount, orUnknown, requestAddress } from './ask-gateway.ts'
import { GatewayAway, GatewayRefusal, type NewSubscription, type PaymentGateway } from './port.ts'
import { currency, known, pageSize, readsOf } from './read-gateway.ts'
import { readNotice } from './read-notice.ts'
import { refusalInWords } from './refusal-in-words.ts'

const dollars = (cents: number) => (cents / 100).toFixed(2)
/** A subscription without end. */
const unending = 9_999

type Charge = Parameters<PaymentGateway['charge']>[0]

/** Authorize.Net, or what speaks its JSON protocol. Every field stands in the order of its schema. */
export function authorizeNet(account: GatewayAccount): PaymentGateway {
  const ask = <T>(name: string, fields: Record<string, unknown>, content: z.ZodMiniType<T>) =>
    askForDone(account, name, fields, content)

  const { readCustomer, listTransactions, getSubscription, getPayment } = readsOf(account)

  return {
    timeZone: 'America/Los_Angeles',
    cardTokens: () => ({
      url: requestAddress(account.url),
      apiLoginId: account.login,
      clientKey: account.clientKey,
    }),

    async ensureCustomer(merchantCustomerId, description) {
      const find = async () => (await readCustomer({ merchantCustomerId }))?.profile.customerProfileId
      const made = async () => {
        const fields = { profile: { merchantCustomerId, description: description.slice(0, 255) } }
        const answer = await orUnknown(ask('createCustomerProfileRequest', fields, NewCustomerAnswer), known.duplicate)
        return answer?.customerProfileId
      }
      // Looked for again: another call may have made it meanwhile.
      const id = (await find()) ?? (await made()) ?? (await find())
      if (!id) throw new GatewayAway('The payment gateway has a customer that it doesn’t show.')
      return id
    },

    async addCard(customerProfileId, { dataDescriptor, dataValue }, { firstName, lastName }) {
      const payment = { opaqueData: { dataDescriptor, dataValue } }
      const answer = await askGateway(
        account,
        'createCustomerPaymentProfileRequest',
        { customerProfileId, paymentProfile: { billTo: { firstName, lastName }, payment }, validationMode: 'liveMode' },
        NewCardAnswer,
      )
      // A card that is saved already is refused, with its id.
      if (answer.content && (answer.isOk || answer.code === known.duplicate))
        return answer.content.customerPaymentProfileId
      throw refusalInWords(answer.code, answer.text)
    },

    async listCards(customerId) {
      const profiles = (await readCustomer({ customerProfileId: customerId }))?.profile.paymentProfiles ?? []
      return profiles.flatMap(({ customerPaymentProfileId: id, billTo, payment }) =>
        payment?.creditCard
          ? [{ id, firstName: billTo?.firstName ?? '', lastName: billTo?.lastName ?? '', ...payment.creditCard }]
          : [],
      )
    },

    async removeCard(customerProfileId, customerPaymentProfileId) {
      const fields = { customerProfileId, customerPaymentProfileId }
      await orUnknown(ask('deleteCustomerPaymentProfileRequest', fields, Done), known.nothing)
    },

    async createSubscription(wanted) {
      checkCurrency(wanted.currency)
      const fields = { subscription: subscriptionFields(wanted) }
      return (await ask('ARBCreateSubscriptionRequest', fields, NewSubscriptionAnswer)).subscriptionId
    },

    async cancelSubscription(id) {
      try {
        await ask('ARBCancelSubscriptionRequest', { subscriptionId: id }, Done)
      } catch (error) {
        if (!(error instanceof GatewayRefusal)) throw error
        const status = (await getSubscription(id))?.status
        if (status === undefined || status === 'active' || status === 'suspended') throw error
      }
    },

    getSubscription,
    listSubscriptionIds: async (customerId) =>
      (await readCustomer({ customerProfileId: customerId }))?.subscriptionIds ?? [],
    listPayments: async (customerId, page) => (await listTransactions(customerId, page)).map(({ transId }) => transId),

    getPayment,
    charge: (charge) => chargeOnce(account, listTransactions, charge),
    readNotice: (rawBody, signature) => readNotice(rawBody, signature, account.signatureKey),
  }
}

/** The gateway refuses a second charge for some hours only, so what it has is looked through before. */
async function wasCharged(
  listTransactions: ReturnType<typeof readsOf>['listTransactions'],
  customerId: string,
  invoiceNumber: string,
): Promise<boolean> {
  for (let page = 0; ; page += 1) {
    const transactions = await listTransactions(customerId, page)
    if (transactions.some((one) => one.invoiceNumber === invoiceNumber)) return true
    if (transactions.length < pageSize) return false
  }
}

/** The longest time for which the gateway itself refuses a charge that it had before. */
const duplicateWindowSeconds = 28_800
async function chargeOnce(
  account: GatewayAccount,
  listTransactions: ReturnType<typeof readsOf>['listTransactions'],
  { customerId, cardId, amountCents, currency: of, invoiceNumber }: Charge,
): Promise<string> {
  checkCurrency(of)
  if (await wasCharged(listTransactions, customerId, invoiceNumber)) throw refusalInWords('11', '')
  const { code, text, content } = await askGateway(
    account,
    'createTransactionRequest',
    {
      transactionRequest: {
        transactionType: 'authCaptureTransaction',
        amount: dollars(amountCents),
        profile: { customerProfileId: customerId, paymentProfile: { paymentProfileId: cardId } },
        order: { invoiceNumber },
        transactionSettings: {
          setting: [{ settingName: 'duplicateWindow', settingValue: String(duplicateWindowSeconds) }],
        },
      },
    },
    ChargeAnswer,
  )
  const { responseCode, transId, errors } = content?.transactionResponse ?? {}
  if (responseCode && responseCode !== '3' && transId) return transId
  const [reason] = errors ?? []
  throw reason ? refusalInWords(reason.errorCode, reason.errorText) : refusalInWords(code, text)
}

function checkCurrency(wanted: string) {
  if (wanted !== currency) throw new GatewayRefusal('currency', `The payment gateway takes ${currency} only.`)
}

const subscriptionFields = ({ name, months, startsOn, amountCents, refId, customerId, cardId }: NewSubscription) => ({
  name: name.slice(0, 50),
  paymentSchedule: {
    interval: { length: String(months), unit: 'months' },
    startDate: startsOn,
    totalOccurrences: String(unending),
  },
  amount: dollars(amountCents),
  order: { invoiceNumber: refId },
  profile: { customerProfileId: customerId, customerPaymentProfileId: cardId },
})
