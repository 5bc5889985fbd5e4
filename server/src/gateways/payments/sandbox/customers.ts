import { type Body, type Context, notFound, part, Refused, text } from './context.ts'
import { type Customer, type Ledger, nextId } from './ledger.ts'
import { takeToken } from './tokens.ts'

const mostCards = 10

export function customerOf({ ledger }: Context, id: unknown): Customer {
  const found = Object.hasOwn(ledger.customers, text(id)) ? ledger.customers[text(id)] : undefined
  if (!found) throw notFound()
  return found
}

const byMerchantId = (ledger: Ledger, merchantCustomerId: string) =>
  Object.values(ledger.customers).find((one) => one.merchantCustomerId === merchantCustomerId)

export function createCustomer(context: Context, body: Body): Body {
  const { ledger, tell } = context
  const { merchantCustomerId, description } = part(body.profile)
  const given = text(merchantCustomerId)
  if (given === '') throw new Refused('E00041', 'One or more fields must contain a value.')
  if (given.length > 20) throw new Refused('E00003', "The 'merchantCustomerId' element is invalid: it is too long.")
  const known = byMerchantId(ledger, given)
  if (known) throw new Refused('E00039', `A duplicate record with ID ${known.id} already exists.`)
  const id = nextId(ledger)
  ledger.customers[id] = { id, merchantCustomerId: given, description: text(description), cards: [] }
  tell('customer.created', 'customerProfile', id)
  return {
    customerProfileId: id,
    customerPaymentProfileIdList: [],
    customerShippingAddressIdList: [],
    validationDirectResponseList: [],
  }
}

export function readCustomer(context: Context, body: Body): Body {
  const { ledger } = context
  const customer =
    body.customerProfileId === undefined
      ? byMerchantId(ledger, text(body.merchantCustomerId))
      : customerOf(context, body.customerProfileId)
  if (!customer) throw notFound()
  const subscriptions = Object.values(ledger.subscriptions).filter(({ customerId }) => customerId === customer.id)
  const paymentProfiles = customer.cards.map(({ id, firstName, lastName, card }) => ({
    customerPaymentProfileId: id,
    payment: {
      creditCard: { cardNumber: `XXXX${card.lastFour}`, expirationDate: 'XXXX', cardType: card.cardType },
    },
    customerType: 'individual',
    billTo: { firstName, lastName },
  }))
  const { id, merchantCustomerId, description } = customer
  return {
    profile: {
      ...(paymentProfiles.length > 0 && { paymentProfiles }),
      profileType: 'regular',
      customerProfileId: id,
      merchantCustomerId,
      description,
    },
    ...(subscriptions.length > 0 && { subscriptionIds: subscriptions.map((one) => one.id) }),
  }
}

export function saveCard(context: Context, body: Body): Body {
  const { ledger, tell } = context
  const customer = customerOf(context, body.customerProfileId)
  const { billTo, payment } = part(body.paymentProfile)
  const card = takeToken(context, part(payment).opaqueData)
  const of = { customerProfileId: customer.id }
  const known = customer.cards.find((one) => one.card.hash === card.hash && one.card.expires === card.expires)
  if (known)
    throw new Refused('E00039', 'A duplicate customer payment profile already exists.', {
      ...of,
      customerPaymentProfileId: known.id,
    })
  if (customer.cards.length >= mostCards)
    throw new Refused('E00042', `You cannot add more than ${mostCards} payment profiles.`)
  if (card.behaviour === 'refused' && body.validationMode === 'liveMode')
    throw new Refused('E00027', 'This transaction has been declined.', of)
  const id = nextId(ledger)
  const { firstName, lastName } = part(billTo)
  customer.cards.push({ id, firstName: text(firstName), lastName: text(lastName), card, wasCharged: false })
  tell('customer.paymentProfile.created', 'customerPaymentProfile', id)
  return { ...of, customerPaymentProfileId: id }
}

export function deleteCard(context: Context, body: Body): Body {
  const customer = customerOf(context, body.customerProfileId)
  const cardId = text(body.customerPaymentProfileId)
  const index = customer.cards.findIndex(({ id }) => id === cardId)
  if (index < 0) throw notFound()
  customer.cards.splice(index, 1)
  context.tell('customer.paymentProfile.deleted', 'customerPaymentProfile', cardId)
  return {}
}
