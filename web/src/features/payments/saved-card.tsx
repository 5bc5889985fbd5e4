import { paymentCalls, type PaymentProfile, type SubscriptionPlan } from '@dictara/contract/payments'
import { Button, Flex } from 'antd'
import { useAction } from '../../ui/use-action.ts'
import { paymentCall, paymentKey } from './payment-calls.ts'

/**
 * "Visa ending in 1111". The gateway returns only the last digits of a card, as XXXX1111, and no number for other ways
 * of payment.
 */
export const cardName = (type: string, number: string): string =>
  number === '' ? 'Not a card' : `${type || 'Card'} ending in ${number.replaceAll(/\D/g, '').slice(-4)}`

export const nameOfCard = ({ payment: { creditCard } }: PaymentProfile): string =>
  cardName(creditCard.cardType, creditCard.cardNumber)

export const holderOf = ({ firstName, lastName }: PaymentProfile): string => `${firstName} ${lastName}`.trim()

interface SavedCardProps {
  facilityId: string
  card: PaymentProfile
  /** The plan that the person wants to pay for, if they chose one. */
  plan: SubscriptionPlan | undefined
  onPay: () => void
  onRemoved: () => void
}

/** A saved card and its actions (BILL-07, BILL-48). */
export function SavedCard({ facilityId, card, plan, onPay, onRemoved }: SavedCardProps) {
  const act = useAction({ refreshes: paymentKey })
  const name = nameOfCard(card)
  async function remove() {
    const { customerPaymentProfileId } = card
    const answer = await act.run(
      () =>
        paymentCall(paymentCalls.removePaymentProfile, { params: { facilityId }, query: { customerPaymentProfileId } }),
      {
        confirm: {
          title: `Remove the ${name}?`,
          content:
            'It is removed at the payment gateway too. To pay with it again, its number has to be entered again.',
          okText: 'Remove',
          cancelText: 'Keep',
          isDanger: true,
        },
      },
    )
    if (answer) onRemoved()
  }
  const facts = [
    ['Cardholder', holderOf(card)],
    ['Subscription', card.isInUse ? 'Paid with this card' : 'Not paid with this card'],
  ] as const
  return (
    <>
      <dl className="billing-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Flex gap="small" wrap>
        {plan && (
          <Button type="primary" onClick={onPay}>
            Pay for {plan.title}
          </Button>
        )}
        <Button danger disabled={card.isInUse} loading={act.isBusy} onClick={() => void remove()}>
          Remove
        </Button>
      </Flex>
      {card.isInUse && (
        <p className="billing-quiet">To remove it, cancel the subscription first. The plan then stays until its end.</p>
      )}
    </>
  )
}
