import { failureOf } from '@dictara/browser/call'
import { shownDay } from '@dictara/browser/moments'
import type { FacilityOption } from '@dictara/contract/facilities'
import { paymentCalls, type PaymentProfile, type SubscriptionPlan } from '@dictara/contract/payments'
import { useQueryClient } from '@tanstack/react-query'
import { App, Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { Failed } from '../../ui/failed.tsx'
import { useAction } from '../../ui/use-action.ts'
import { BillingFrame } from './billing-frame.tsx'
import { ChoosePlan } from './choose-plan.tsx'
import { FacilityPlans } from './facility-plans.tsx'
import { cardsQuery, paymentCall, paymentKey, useFacilityPlan } from './payment-calls.ts'
import { PlanStanding } from './plan-standing.tsx'
import { PlanTable } from './plan-table.tsx'
import { type BillingState, useBillingFacility } from './use-billing-facility.ts'

interface Choice {
  plan: SubscriptionPlan
  cards: readonly PaymentProfile[]
}

/** Continues with a chosen plan: asks which card pays, or opens Manage Cards if there is none (BILL-08). */
function usePlanChoice({ facilityId }: FacilityOption) {
  const { notification } = App.useApp()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [choice, setChoice] = useState<Choice>()
  const [isBusy, setBusy] = useState(false)
  async function choose(plan: SubscriptionPlan) {
    setBusy(true)
    try {
      const { paymentProfiles: cards } = await client.fetchQuery({ ...cardsQuery(facilityId), staleTime: 0 })
      if (cards.length > 0) setChoice({ plan, cards })
      else await navigate(paths.manageCards, { state: { facilityId, plan: plan.id } as BillingState })
    } catch (error) {
      const failure = failureOf(error)
      if (!failure) throw error
      notification.error({ title: 'Payment Profile Fetch Failed', description: failure.message })
    } finally {
      setBusy(false)
    }
  }
  return { choice, isBusy, choose, close: () => setChoice(undefined) }
}

function Subscription({ facility }: { facility: FacilityOption }) {
  const { facilityId, facilityName } = facility
  const query = useFacilityPlan(facilityId)
  const act = useAction({ refreshes: paymentKey })
  const choosing = usePlanChoice(facility)
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 10 }} aria-label="Loading the plans" />
  if (!query.data) return <Failed of={query} title="Couldn’t load the plans" inServersWords />

  const of = query.data
  function cancel(plan: SubscriptionPlan) {
    const { activeSubscriptionId: subscriptionId, planEndDate, planId } = of
    if (subscriptionId === null) return
    const isPaid = planEndDate !== null && planId === plan.id
    void act.run(
      () => paymentCall(paymentCalls.cancelSubscription, { params: { facilityId }, query: { subscriptionId } }),
      {
        confirm: {
          title: `Cancel the subscription to ${plan.title}?`,
          content: isPaid
            ? `${facilityName} keeps the plan until ${shownDay(planEndDate)}. It isn’t renewed, and nothing more is charged.`
            : `${facilityName} is charged nothing more for it.`,
          okText: 'Cancel Subscription',
          cancelText: 'Keep it',
          isDanger: true,
        },
      },
    )
  }
  return (
    <>
      <Failed of={query} title="Couldn’t load the plans" inServersWords />
      <PlanStanding facility={facility} of={of} />
      <PlanTable
        of={of}
        isBusy={act.isBusy || choosing.isBusy}
        onChoose={(plan) => void choosing.choose(plan)}
        onCancel={cancel}
      />
      {choosing.choice && <ChoosePlan {...choosing.choice} facility={facility} of={of} onClose={choosing.close} />}
    </>
  )
}

/** Manage Subscription (BILL-09 to BILL-12). */
export function SubscriptionPage() {
  const of = useBillingFacility()
  return (
    <BillingFrame title="Manage Subscription" of={of}>
      {(facility) => (
        <>
          {of.enabled && of.enabled.length > 1 && (
            <FacilityPlans facilities={of.enabled} shown={facility} onShow={of.choose} />
          )}
          <Subscription key={facility.facilityId} facility={facility} />
        </>
      )}
    </BillingFrame>
  )
}
