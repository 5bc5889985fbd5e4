import type { FacilityOption } from '@dictara/contract/facilities'
import type { PaymentProfile } from '@dictara/contract/payments'
import { Alert, Button, Skeleton } from 'antd'
import { CreditCard, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Failed } from '../../ui/failed.tsx'
import '../../ui/press-list.css'
import { focusOnceFree } from '../../ui/use-focus-back.ts'
import { BillingFrame } from './billing-frame.tsx'
import { CardForm } from './card-form.tsx'
import { ChoosePlan } from './choose-plan.tsx'
import { priceOf } from './money.ts'
import { useCards, useFacilityPlan } from './payment-calls.ts'
import { nameOfCard, SavedCard } from './saved-card.tsx'
import { useBillingFacility } from './use-billing-facility.ts'

/** The panel beside the list shows the form of a new card. */
const newCard = 'new'
const idOf = (card: PaymentProfile) => card.customerPaymentProfileId

interface CardsOfFacilityProps {
  facility: FacilityOption
  /** The id of the plan for which this page was opened. */
  planId: number | undefined
}

function CardsOfFacility({ facility: { facilityId, facilityName }, planId }: CardsOfFacilityProps) {
  const query = useCards(facilityId)
  const plans = useFacilityPlan(planId === undefined ? undefined : facilityId)
  const plan = plans.data?.plans.find(({ id }) => id === planId)
  const [chosen, setChosen] = useState<string>()
  /** The card that will pay for the plan as soon as the person confirms. */
  const [payer, setPayer] = useState<PaymentProfile>()
  const adder = useRef<HTMLButtonElement>(null)
  const isRemoved = useRef(false)
  const count = query.data?.paymentProfiles.length
  // Only after the card has left the page: until then the closing question returns the focus to its Remove button.
  useEffect(() => {
    if (isRemoved.current) focusOnceFree(() => adder.current)
    isRemoved.current = false
  }, [count])
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label="Loading the cards" />
  if (!query.data) return <Failed of={query} title="Payment Profile Fetch Failed" inServersWords />

  const { paymentProfiles: cards, cardTokens } = query.data
  const card = chosen === newCard ? undefined : (cards.find((one) => idOf(one) === chosen) ?? cards[0])
  function added(one: PaymentProfile) {
    setChosen(idOf(one))
    if (plan) setPayer(one)
    else focusOnceFree(() => adder.current)
  }
  function openForm() {
    flushSync(() => setChosen(newCard))
    document.querySelector<HTMLElement>('#card_number')?.focus()
  }
  return (
    <>
      <Failed of={query} title="Payment Profile Fetch Failed" inServersWords />
      {plan && (
        <Alert
          type="info"
          className="billing-notice"
          title={`${card ? 'Choose' : 'Add'} the card that pays for ${plan.title}, ${priceOf(plan)}, at ${facilityName}.`}
        />
      )}
      <div className="cards">
        <section aria-labelledby="saved-cards" className="billing-box">
          <h2 id="saved-cards">Saved cards</h2>
          {cards.length === 0 && <p className="billing-quiet">No card is saved for {facilityName}.</p>}
          <ul className="press-list card-list">
            {cards.map((one) => (
              <li key={idOf(one)}>
                <button type="button" aria-current={one === card} onClick={() => setChosen(idOf(one))}>
                  <span className="card-name">
                    <CreditCard size={18} aria-hidden />
                    <span>{nameOfCard(one)}</span>
                  </span>
                  {one.isInUse && <span className="billing-quiet">Pays for the subscription</span>}
                </button>
              </li>
            ))}
          </ul>
          <Button ref={adder} icon={<Plus size={16} aria-hidden />} onClick={openForm}>
            Add new Card
          </Button>
        </section>
        <section aria-labelledby="one-card" className="billing-box">
          <h2 id="one-card">{card ? nameOfCard(card) : 'New card'}</h2>
          {card ? (
            <SavedCard
              key={idOf(card)}
              facilityId={facilityId}
              card={card}
              plan={plan}
              onPay={() => setPayer(card)}
              onRemoved={() => {
                isRemoved.current = true
              }}
            />
          ) : (
            <CardForm
              facilityId={facilityId}
              cardTokens={cardTokens}
              onAdded={added}
              onCancel={cards.length > 0 ? () => setChosen(undefined) : undefined}
            />
          )}
        </section>
      </div>
      {plan && payer && plans.data && (
        <ChoosePlan
          facility={{ facilityId, facilityName }}
          of={plans.data}
          plan={plan}
          cards={[payer]}
          onClose={() => setPayer(undefined)}
        />
      )}
    </>
  )
}

/** Manage Cards (BILL-05 to BILL-08). */
export function CardsPage() {
  const of = useBillingFacility()
  return (
    <BillingFrame title="Manage Cards" of={of}>
      {(facility) => <CardsOfFacility key={facility.facilityId} facility={facility} planId={of.plan} />}
    </BillingFrame>
  )
}
