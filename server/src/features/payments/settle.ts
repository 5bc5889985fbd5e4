import type { Work } from '../../platform/database/index.ts'
import { updatePlan } from '../facilities/index.ts'
import { decide, type Decision, type ToDo } from './decide.ts'
import { findHeldPlan } from './held-plan.store.ts'
import { listAllPayments, savePayment } from './payments.store.ts'
import type { Ledger } from './read-ledger.ts'
import { planPaidFor, planUnpaid } from './standing.ts'
import { lockSubscriptions, updateSubscription } from './subscriptions.store.ts'

/**
 * Brings a facility’s subscriptions, payments and plan in line with what the gateway says, in one transaction.
 * @returns what is to be done at the gateway
 */
export async function settle(work: Work, facilityId: string, ledger: Ledger, timeZone: string): Promise<ToDo> {
  const subscriptions = await lockSubscriptions(work, facilityId)
  const known = { subscriptions, payments: await listAllPayments(work, facilityId) }
  const decision = decide(known, ledger, { now: work.now, timeZone })
  for (const { placed, payment } of decision.payments) await savePayment(work, facilityId, placed, payment)
  for (const subscription of decision.subscriptions) await updateSubscription(work, subscription.id, subscription)
  for (const told of decision.told) await work.record('payment.told', { ...told, facilityId })
  await givePlan(work, facilityId, decision)
  return decision.toDo
}

async function givePlan(work: Work, facilityId: string, { standings }: Decision): Promise<void> {
  const held = (await findHeldPlan(work, facilityId))!
  const plan = planPaidFor(standings, held.today) ?? planUnpaid(standings, held)
  if (plan) await updatePlan(work, facilityId, { plan: plan.plan, planEndDate: plan.endsOn, planRenews: plan.renews })
}
