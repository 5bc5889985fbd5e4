import { type Body, type Context, isSecret, part, Refused, text } from './context.ts'
import { createCustomer, deleteCard, readCustomer, saveCard } from './customers.ts'
import { isRequest, type RequestName, requests, schemaFault } from './fields.ts'
import { cancelSubscription, createSubscription, readSubscription } from './subscriptions.ts'
import { makeToken } from './tokens.ts'
import { createTransaction, listTransactions, readTransaction } from './transactions.ts'

const handlers: Record<RequestName, (context: Context, body: Body) => Body> = {
  securePaymentContainerRequest: makeToken,
  getCustomerProfileRequest: readCustomer,
  createCustomerProfileRequest: createCustomer,
  createCustomerPaymentProfileRequest: saveCard,
  deleteCustomerPaymentProfileRequest: deleteCard,
  ARBCreateSubscriptionRequest: createSubscription,
  ARBGetSubscriptionRequest: readSubscription,
  ARBCancelSubscriptionRequest: cancelSubscription,
  getTransactionListForCustomerRequest: listTransactions,
  getTransactionDetailsRequest: readTransaction,
  createTransactionRequest: createTransaction,
}

function checkCaller(name: RequestName, { keys }: Context, body: Body) {
  const given = part(body.merchantAuthentication)
  const isBrowser = name === 'securePaymentContainerRequest'
  const isKnown = isBrowser
    ? isSecret(given.clientKey, keys.clientKey)
    : isSecret(given.transactionKey, keys.transactionKey)
  if (given.name === keys.login && isKnown) return
  if (isBrowser) throw new Refused('E_WC_21', 'User authentication failed.')
  throw new Refused('E00007', 'User authentication failed due to invalid authentication values.')
}

const messages = (resultCode: 'Ok' | 'Error', code: string, words: string) => ({
  resultCode,
  message: [{ code, text: words }],
})

/** The name of a request; undefined: it is none. */
export function requestName(parsed: unknown): RequestName | undefined {
  const [name, ...more] = Object.keys(part(parsed))
  return more.length === 0 && isRequest(name) ? name : undefined
}

/** The answer to a request, as the gateway gives it: refusals are answers too. */
export function answerRequest(context: Context, parsed: unknown): Body {
  const name = requestName(parsed)
  if (!name) return { messages: messages('Error', 'E00003', 'The root element is invalid.') }
  const body = part(part(parsed)[name])
  const refId = body.refId === undefined ? {} : { refId: text(body.refId).slice(0, 20) }
  try {
    const fault = schemaFault(name, body, requests[name])
    if (fault) throw new Refused('E00003', fault)
    if (text(body.refId).length > 20) throw new Refused('E00003', "The 'refId' element is invalid: it is too long.")
    checkCaller(name, context, body)
    const content = handlers[name](context, body)
    const isBrowser = name === 'securePaymentContainerRequest'
    return { ...content, ...refId, messages: messages('Ok', isBrowser ? 'I_WC_01' : 'I00001', 'Successful.') }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { ...error.content, ...refId, messages: messages('Error', error.code, error.message) }
  }
}
