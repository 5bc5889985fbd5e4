import { shownDay } from '@dictara/browser/moments'
import type { FacilityOption } from '@dictara/contract/facilities'
import { type FacilityPlan, paymentCalls, type PaymentProfile, type SubscriptionPlan } from '@dictara/contract/payments'
import { Modal, Radio } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useAction } from '../../ui/use-action.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { whileSending } from '../../ui/use-question.ts'
import { priceOf } from './money.ts'
import { paymentCall, paymentKey } from './payment-calls.ts'
import { nameOfCard } from './saved-card.tsx'
import type { BillingState } from './use-billing-facility.ts'

interface ChoosePlanProps {
  facility: Pick<FacilityOption, 'facilityId' | 'facilityName'>
  of: FacilityPlan
  plan: SubscriptionPlan
  /** The cards to choose from, at least one. */
  cards: readonly PaymentProfile[]
  onClose: () => void
}

/** The last question before a facility subscribes to a plan: which card pays (BILL-49). */
export function ChoosePlan({ facility: { facilityId, facilityName }, of, plan, cards, onClose }: ChoosePlanProps) {
  useFocusBack()
  const navigate = useNavigate()
  const act = useAction({ refreshes: paymentKey })
  const [paymentProfileId, setCard] = useState(cards[0]!.customerPaymentProfileId)
  const isLater = of.planId !== null && of.planId !== 0 && !of.hasExpired && of.planEndDate !== null
  async function subscribe() {
    const query = { paymentProfileId, planId: String(plan.id) }
    const send = () => paymentCall(paymentCalls.choosePlan, { params: { facilityId }, query })
    const answer = await act.run(send, { done: `Subscribed to ${plan.title}` })
    if (!answer) return
    onClose()
    void navigate(paths.manageSubscription, { state: { currentFacilityId: facilityId } as BillingState })
  }
  return (
    <Modal
      open
      title={`Subscribe to ${plan.title}?`}
      okText="Subscribe"
      confirmLoading={act.isBusy}
      {...whileSending(act.isBusy)}
      onOk={() => void subscribe()}
      onCancel={onClose}
    >
      <p>
        <strong>{facilityName}</strong> pays {priceOf(plan)}, until you cancel.
        {isLater && ` It begins when the present plan has ended on ${shownDay(of.planEndDate!)}.`}
      </p>
      <Radio.Group
        aria-label="Card"
        className="card-choice"
        value={paymentProfileId}
        options={cards.map((card) => ({ value: card.customerPaymentProfileId, label: nameOfCard(card) }))}
        onChange={({ target }) => setCard(String(target.value))}
      />
      <p>
        <Link to={paths.manageCards} state={{ facilityId, plan: plan.id } as BillingState} onClick={onClose}>
          Pay with another card
        </Link>
      </p>
    </Modal>
  )
}
