import type { FacilityPlan, SubscriptionPlan } from '@dictara/contract/payments'
import { Button, Segmented } from 'antd'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { priceOf } from './money.ts'
import { isSubscribed, mayChoose } from './standing.ts'

const types = { monthly: 'Monthly', annual: 'Annual' } as const
type PlanType = keyof typeof types

const Included = ({ isIncluded }: { isIncluded: boolean }) => (
  <>
    {isIncluded ? <Check size={18} aria-hidden className="plan-yes" /> : <Minus size={18} aria-hidden />}
    <span className="visually-hidden">{isIncluded ? 'Included' : 'Not included'}</span>
  </>
)

const limit = (most: number | null, unit = '') => (most === null ? 'No limit' : `${most}${unit}`)

interface PlanRow {
  title: string
  cell: (plan: SubscriptionPlan) => ReactNode
}

/** The features by which plans are compared (BILL-44, PRICE-05 to PRICE-09). */
function rowsOf(plans: readonly SubscriptionPlan[]): PlanRow[] {
  const names = [...new Set(plans.flatMap(({ features }) => features.map(({ name }) => name)))]
  const isTimed = plans.some(({ secondsAvailable }) => secondsAvailable !== null)
  return [
    ...names.map((title) => ({
      title,
      cell: ({ features }: SubscriptionPlan) => (
        <Included isIncluded={features.some(({ name, available }) => name === title && available)} />
      ),
    })),
    ...(isTimed
      ? [
          {
            title: 'Dictation in a period',
            cell: ({ secondsAvailable: seconds }: SubscriptionPlan) =>
              limit(seconds && Math.floor(seconds / 3600), ' hours'),
          },
        ]
      : []),
    { title: 'Key to phrases of an author', cell: (plan) => limit(plan.cannedTextsLimit) },
    { title: 'Dictation templates', cell: (plan) => limit(plan.dictationTemplatesLimit) },
    { title: 'Inference service', cell: (plan) => <Included isIncluded={plan.accessInferenceService} /> },
  ]
}

interface PlanTableProps {
  of: FacilityPlan
  /** A choice or cancellation is in progress. */
  isBusy: boolean
  onChoose: (plan: SubscriptionPlan) => void
  onCancel: (plan: SubscriptionPlan) => void
}

/** The plans side by side, monthly or annual (BILL-10, BILL-43). The trial is among them while a facility has it. */
export function PlanTable({ of, isBusy, onChoose, onCancel }: PlanTableProps) {
  const own = of.plans.find((plan) => isSubscribed(of, plan))
  const [type, setType] = useState<PlanType>(own?.type === 'annual' ? 'annual' : 'monthly')
  const plans = of.plans.filter((plan) => plan.type === type || (plan.type === 'trial' && of.planId === plan.id))
  const action = (plan: SubscriptionPlan) => {
    if (isSubscribed(of, plan))
      return (
        <Button danger loading={isBusy} onClick={() => onCancel(plan)}>
          Cancel Subscription
        </Button>
      )
    if (!mayChoose(of, plan)) return null
    return (
      <Button type="primary" disabled={isBusy} aria-label={`Choose Plan: ${plan.title}`} onClick={() => onChoose(plan)}>
        Choose Plan
      </Button>
    )
  }
  const row = ({ title, cell }: PlanRow, className?: string) => (
    <tr key={title} className={className}>
      <th scope="row">{title}</th>
      {plans.map((plan) => (
        <td key={plan.id}>{cell(plan)}</td>
      ))}
    </tr>
  )
  return (
    <section aria-labelledby="plans" className="billing-box">
      <div className="plan-head">
        <h2 id="plans">Plans</h2>
        <Segmented<PlanType>
          aria-label="Paid"
          name="plan-type"
          value={type}
          options={(Object.keys(types) as PlanType[]).map((value) => ({ value, label: types[value] }))}
          onChange={setType}
        />
        <p className="plan-offer">An annual subscription gives 10% off.</p>
      </div>
      <table aria-label="Plans" className="plan-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Compared by</span>
            </th>
            {plans.map((plan) => (
              <th key={plan.id} scope="col">
                {plan.title}
                {of.planId === plan.id && !of.hasExpired && <span className="plan-mine">Your plan</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row({ title: 'Price', cell: (plan) => <strong>{priceOf(plan)}</strong> })}
          {row({ title: 'Subscription', cell: action }, 'plan-actions')}
          {rowsOf(plans).map((one) => row(one))}
        </tbody>
      </table>
    </section>
  )
}
