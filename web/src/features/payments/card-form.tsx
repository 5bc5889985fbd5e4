import { type CardTokens, paymentCalls, type PaymentProfile } from '@dictara/contract/payments'
import { Button, Flex, Form, Input } from 'antd'
import { type ChangeEvent, useState } from 'react'
import { useAction } from '../../ui/use-action.ts'
import { useRefusal } from '../../ui/use-refusal.ts'
import { cardExpired, cardRules, type CardValues, expiryProblem, expiryText, numberText } from './card.ts'
import { tokenOf } from './card-token.ts'
import { paymentCall, paymentKey } from './payment-calls.ts'

/** Formats the typed text. Does nothing while somebody edits in the middle, so that the caret stays. */
const ordered =
  (order: (typed: string) => string) =>
  ({ target }: ChangeEvent<HTMLInputElement>) =>
    target.selectionEnd === target.value.length ? order(target.value) : target.value

interface CardFormProps {
  facilityId: string
  cardTokens: CardTokens
  onAdded: (card: PaymentProfile) => void
  /** Absent: there is nothing to return to. */
  onCancel: (() => void) | undefined
}

/**
 * The form of a new card (BILL-37 to BILL-41). Number and CVV are only in this form, and are sent only to the payment
 * gateway: no query, address, store or message of Dictara contains them.
 */
export function CardForm({ facilityId, cardTokens, onAdded, onCancel }: CardFormProps) {
  const [form] = Form.useForm<CardValues>()
  const [today] = useState(() => new Date())
  const isExpired = expiryProblem(Form.useWatch('expiry', form) ?? '', today) === cardExpired
  const act = useAction({ refreshes: paymentKey })
  const refusal = useRefusal(form, 'card', {}, 'Add card failed')

  async function add(card: CardValues) {
    refusal.forget()
    const send = async () => {
      const opaqueData = await tokenOf(card, cardTokens)
      const [params, query] = [{ facilityId }, { fullName: card.name.trim() }]
      return paymentCall(paymentCalls.addPaymentProfile, { params, query, body: { opaqueData } })
    }
    const answer = await act.run(send, { onRefused: refusal.tell })
    if (!answer) return
    form.resetFields()
    onAdded(answer.result[0]!)
  }

  /** After an invalid field was left, each key checks it again; a date is also checked as soon as it is complete. */
  function recheck(changed: Partial<CardValues>) {
    const names = (Object.keys(changed) as (keyof CardValues)[]).filter(
      (name) => form.getFieldError(name).length > 0 || changed.expiry?.length === 5,
    )
    if (names.length > 0) form.validateFields(names).catch(() => {})
  }

  return (
    <Form<CardValues>
      form={form}
      id="card"
      name="card"
      layout="vertical"
      validateTrigger="onBlur"
      inert={act.isBusy}
      scrollToFirstError={{ focus: true }}
      onValuesChange={recheck}
      onFinish={(card) => void add(card)}
    >
      <Form.Item
        name="number"
        label="Card Number"
        rules={cardRules.number}
        validateFirst
        getValueFromEvent={ordered(numberText)}
        extra="Visa, Mastercard, Discover and others. American Express isn’t supported."
      >
        <Input inputMode="numeric" autoComplete="cc-number" maxLength={23} />
      </Form.Item>
      <Form.Item name="name" label="Cardholder Name" rules={cardRules.name} validateFirst>
        <Input autoComplete="cc-name" maxLength={100} />
      </Form.Item>
      <div className="card-form-pair">
        <Form.Item
          name="expiry"
          label="Expiry Date"
          rules={cardRules.expiry}
          validateFirst
          getValueFromEvent={ordered(expiryText)}
        >
          <Input inputMode="numeric" autoComplete="cc-exp" placeholder="MM/YY" maxLength={7} />
        </Form.Item>
        <Form.Item name="cvv" label="CVV" rules={cardRules.cvv} validateFirst>
          <Input type="password" inputMode="numeric" autoComplete="cc-csc" maxLength={3} />
        </Form.Item>
      </div>
      <p className="billing-quiet">
        The card goes straight to the payment gateway. Dictara keeps its last four digits, and never its number or CVV.
      </p>
      <Flex gap="small" wrap>
        <Button type="primary" htmlType="submit" loading={act.isBusy} disabled={isExpired}>
          Add Card
        </Button>
        {onCancel && (
          <Button disabled={act.isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Flex>
    </Form>
  )
}
