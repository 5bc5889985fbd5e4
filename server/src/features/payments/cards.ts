import { type PaymentProfile, paymentRefusals } from '@dictara/contract/payments'
import type { OpaqueData, SavedCard } from '../../gateways/payments/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { findFacility } from '../facilities/index.ts'
import { merchantIdOf, partsOfName } from './names.ts'
import { askForPerson, type PaymentParts } from './parts.ts'
import { isLive } from './standing.ts'
import { findCustomer, listSubscriptions, saveCustomer } from './subscriptions.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'payment.cardAdded': { customerPaymentProfileId: string }
    'payment.cardRemoved': { customerPaymentProfileId: string }
  }
}

type Parts = Pick<PaymentParts, 'doors' | 'gateway'>

const profileOf = (
  { id, firstName, lastName, cardNumber, cardType }: SavedCard,
  inUse: readonly string[],
): PaymentProfile => ({
  customerPaymentProfileId: id,
  firstName,
  lastName,
  payment: { creditCard: { cardNumber, cardType } },
  isInUse: inUse.includes(id),
})

/** The customer of a facility, and the cards by which it pays now. */
const findPayer = (doors: Doors, actor: Actor, facilityId: string) =>
  doors.inClinic(actor, async (work) => ({
    customer: await findCustomer(work, facilityId),
    inUse: (await listSubscriptions(work, facilityId)).flatMap(({ status, paymentProfileId }) =>
      isLive(status) ? paymentProfileId : [],
    ),
  }))

export async function listCards(
  { doors, gateway }: Parts,
  actor: Actor,
  facilityId: string,
): Promise<PaymentProfile[]> {
  const { customer, inUse } = await findPayer(doors, actor, facilityId)
  if (customer === null) return []
  const cards = await askForPerson(() => gateway.listCards(customer))
  return cards.map((card) => profileOf(card, inUse))
}

/** The customer of a facility. The gateway is always asked: with other keys it is another account, which doesn’t know the last one. */
async function ensureCustomer({ doors, gateway }: Parts, actor: Actor, facilityId: string): Promise<string> {
  const { known, name } = await doors.inClinic(actor, async (work) => {
    const facility = await findFacility(work, facilityId)
    if (!facility) throw notFound()
    return { known: await findCustomer(work, facilityId), name: facility.name }
  })
  const customer = await askForPerson(() => gateway.ensureCustomer(merchantIdOf(facilityId), name))
  if (customer !== known) await doors.inClinic(actor, (work) => saveCustomer(work, facilityId, customer))
  return customer
}

/** Saves a card by the token that the browser got for it from the gateway itself. */
export async function addCard(
  parts: Parts,
  actor: Actor,
  facilityId: string,
  card: { token: OpaqueData; fullName: string },
): Promise<PaymentProfile> {
  const { doors, gateway } = parts
  const customer = await ensureCustomer(parts, actor, facilityId)
  const saved = await askForPerson(async () => {
    const id = await gateway.addCard(customer, card.token, partsOfName(card.fullName))
    return (await gateway.listCards(customer)).find((one) => one.id === id)
  })
  refuseUnless(saved, paymentRefusals.gatewayAway)
  const detail = { customerPaymentProfileId: saved.id }
  await doors.inClinic(actor, (work) => work.audit({ event: 'payment.cardAdded', facilityId, detail }))
  const { inUse } = await findPayer(doors, actor, facilityId)
  return profileOf(saved, inUse)
}

/** Removes a card; one that is gone already counts as removed. */
export async function removeCard({ doors, gateway }: Parts, actor: Actor, facilityId: string, cardId: string) {
  const { customer, inUse } = await findPayer(doors, actor, facilityId)
  refuseUnless(!inUse.includes(cardId), paymentRefusals.cardInUse)
  if (customer === null) return
  const isSaved = await askForPerson(async () => {
    const cards = await gateway.listCards(customer)
    if (!cards.some(({ id }) => id === cardId)) return false
    await gateway.removeCard(customer, cardId)
    return true
  })
  if (!isSaved) return
  const detail = { customerPaymentProfileId: cardId }
  await doors.inClinic(actor, (work) => work.audit({ event: 'payment.cardRemoved', facilityId, detail }))
}
