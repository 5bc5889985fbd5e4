import { setTimeout as wait } from 'node:timers/promises'
import { paymentRefusals } from '@dictara/contract/payments'
import { offeredPlans } from '@dictara/contract/plans'
import { GatewayAway } from '../../gateways/payments/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/refusal.ts'
import { findFacility } from '../facilities/index.ts'
import { addDays } from '../plans/index.ts'
import { dayOf } from './days.ts'
import { newRefId } from './names.ts'
import { askForPerson, type PaymentParts } from './parts.ts'
import { beginAtGateway, ComparedByAnother, settleFacility } from './settle-facility.ts'
import { isLive } from './standing.ts'
import {
  findCustomer,
  insertSubscription,
  isPaidPlan,
  listSubscriptions,
  type PaidPlan,
  type Subscription,
  updateSubscription,
} from './subscriptions.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'payment.planChosen': { planId: number; subscriptionId: string; startsOn: string }
    'payment.subscriptionCancelled': { subscriptionId: string }
  }
}

interface Choice {
  facilityId: string
  planId: string
  cardId: string
}

/** After this time what became of a lost answer is looked up. */
const lookAgainSeconds = 11 * 60

function paidPlanOf(planId: string) {
  const plan = offeredPlans.find(({ id }) => String(id) === planId)
  refuseUnless(plan && isPaidPlan(plan.code), paymentRefusals.planUnknown)
  return plan
}

/** @throws Refusal where one runs already */
async function listEnded(work: Work, facilityId: string): Promise<Subscription[]> {
  const subscriptions = await listSubscriptions(work, facilityId)
  refuseUnless(!subscriptions.some(({ status }) => isLive(status)), paymentRefusals.hasSubscription)
  return subscriptions
}

/** Today, or the day after the last one that is paid for already: nothing is paid twice (Q158). */
export function startAfter(subscriptions: readonly Pick<Subscription, 'paidThrough'>[], today: string): string {
  const paidDays = subscriptions.flatMap(({ paidThrough }) => (paidThrough ? addDays(paidThrough, 1) : []))
  return [today, ...paidDays].toSorted().at(-1)!
}

/** Whose card it is to be; it may be gone. */
async function findPayer(parts: PaymentParts, actor: Actor, { facilityId, cardId }: Choice): Promise<string> {
  const customer = await parts.doors.inClinic(actor, async (work) => {
    const facility = await findFacility(work, facilityId)
    if (!facility) throw notFound()
    refuseUnless(facility.isEnabled, paymentRefusals.facilityDisabled)
    await listEnded(work, facilityId)
    return findCustomer(work, facilityId)
  })
  refuseUnless(customer !== null, paymentRefusals.cardUnknown)
  const cards = await askForPerson(() => parts.gateway.listCards(customer))
  refuseUnless(
    cards.some(({ id }) => id === cardId),
    paymentRefusals.cardUnknown,
  )
  return customer
}

/** How often a person’s choice waits for a run that compares the facility with the gateway, and how long each time. */
const waits = 10
const waitMs = 300

/** Reads what the gateway charged and nobody read yet, e.g. last night: the plan begins after all that is paid for (Q158). */
async function readPayments(parts: PaymentParts, facility: { clinicId: string; facilityId: string }): Promise<void> {
  const run = { id: newId(), signal: new AbortController().signal }
  for (let time = 0; time < waits; time += 1) {
    try {
      return await askForPerson(() => settleFacility(parts, facility, run))
    } catch (error) {
      if (!(error instanceof ComparedByAnother)) throw error
      await wait(waitMs)
    }
  }
  throw new Refusal(paymentRefusals.beingCompared)
}

/**
 * Subscribes a facility to a plan. It is written before the gateway is asked, so that an answer that is lost is found later, and of two
 * who choose at once one wins.
 */
export async function choosePlan(parts: PaymentParts, actor: Actor, choice: Choice): Promise<void> {
  const { doors, gateway, settling } = parts
  const { facilityId, cardId } = choice
  const plan = paidPlanOf(choice.planId)
  const customerProfileId = await findPayer(parts, actor, choice)
  const id = newId()
  const settled = { clinicId: actor.clinicId!, facilityId }
  await readPayments(parts, settled)
  const subscription = await doors.inClinic(actor, async (work) => {
    const startsOn = startAfter(await listEnded(work, facilityId), dayOf(work.now, gateway.timeZone))
    const row = {
      id,
      facilityId,
      plan: plan.code as PaidPlan,
      refId: newRefId(),
      customerProfileId,
      paymentProfileId: cardId,
      amountCents: plan.amountCents,
      currency: plan.currencyCode,
      months: plan.interval,
      startsOn,
      createdBy: actor.userId,
    }
    refuseUnless(await insertSubscription(work, row), paymentRefusals.hasSubscription)
    await work.audit({
      event: 'payment.planChosen',
      facilityId,
      detail: { planId: plan.id, subscriptionId: id, startsOn },
    })
    await work.enqueue(settling, settled, { key: `${facilityId} later`, startAfterSeconds: lookAgainSeconds })
    return row
  })
  const gatewayId = await begin(parts, actor, subscription)
  if (gatewayId === undefined) return
  await doors.inClinic(actor, async (work) => {
    await updateSubscription(work, id, { gatewayId })
    await work.enqueue(settling, settled, { key: facilityId })
  })
}

/** @returns undefined where it is unknown what the gateway did: that is found out later. */
async function begin(
  parts: PaymentParts,
  actor: Actor,
  subscription: Parameters<typeof beginAtGateway>[1] & { id: string },
) {
  try {
    return await beginAtGateway(parts, subscription)
  } catch (error) {
    if (error instanceof GatewayAway) return undefined
    await parts.doors.inClinic(actor, (work) =>
      updateSubscription(work, subscription.id, { status: 'FAILED', stoppedAt: work.now }),
    )
    return askForPerson(() => Promise.reject(error))
  }
}
