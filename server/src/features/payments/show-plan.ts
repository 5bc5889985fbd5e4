import type { FacilityPlan } from '@dictara/contract/payments'
import { offeredPlans, type Plan, planFeatures, type PlanFeature } from '@dictara/contract/plans'
import type { z } from 'zod'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { PlanLimits } from '../../platform/plan-limits.ts'
import { notFound } from '../../platform/refusal.ts'
import { findDictated } from '../plans/index.ts'
import { findHeldPlan, findUsage } from './held-plan.store.ts'
import { isLive } from './standing.ts'
import { listSubscriptions, type Subscription } from './subscriptions.store.ts'

/** A plan as it is compared. */
const offered = (plan: Plan, { seconds, templates }: PlanLimits = {}) => ({
  id: plan.id,
  title: plan.title,
  amount: plan.amountCents / 100,
  currencyCode: plan.currencyCode,
  secondsAvailable: seconds ?? null,
  duration: plan.duration,
  type: plan.type,
  interval: plan.interval,
  features: (Object.keys(planFeatures) as PlanFeature[]).map((feature) => ({
    name: planFeatures[feature],
    available: plan.features.includes(feature),
  })),
  cannedTextsLimit: plan.cannedTextsLimit,
  dictationTemplatesLimit: templates ?? null,
  accessInferenceService: plan.accessInferenceService,
})

const idOf = (code: string) => offeredPlans.find((plan) => plan.code === code)?.id ?? null

/** The last day that is paid for of the plan in force: the facility’s row counts days of grace in. */
const paidThroughOf = (subscriptions: readonly Subscription[], { plan, today }: { plan: string; today: string }) =>
  subscriptions
    .flatMap((one) => (one.plan === plan && one.startsOn <= today && one.paidThrough ? one.paidThrough : []))
    .toSorted()
    .at(-1)

/** The plan of a facility, its latest subscription, and what of the plan is used. */
export async function showPlan(work: ClinicWork, facilityId: string): Promise<z.input<typeof FacilityPlan>> {
  const held = await findHeldPlan(work, facilityId)
  if (!held) throw notFound()
  const subscriptions = await listSubscriptions(work, facilityId)
  const [latest] = subscriptions
  const live = subscriptions.find(({ status }) => isLive(status))
  const { plan, planEndDate, today } = held
  const { seconds, limits } = await findDictated(work, facilityId)
  const hasExpired = planEndDate !== null && planEndDate < today
  const paying = live?.status === 'ACTIVE' ? live : undefined
  const startsOn = live?.status === 'PENDING' && live.startsOn > today ? live.startsOn : null
  return {
    plans: offeredPlans.map((one) => offered(one, limits[one.code])),
    planId: idOf(plan),
    planEndDate: paidThroughOf(subscriptions, held) ?? planEndDate,
    subscriptionId: latest?.id ?? null,
    onTrialPeriod: plan === 'TRIAL' && !hasExpired,
    activeSubscriptionId: live?.id ?? null,
    transactionPlanId: latest ? idOf(latest.plan) : null,
    transactionStatus: latest?.status ?? null,
    autoRenew: paying !== undefined,
    hasExpired,
    startsOn,
    failedPayment: paying?.missedOn ? { failedOn: paying.missedOn, nextTryOn: paying.nextTryOn } : null,
    usage: { seconds, ...(await findUsage(work, facilityId)) },
  }
}
