import { ageText } from '@dictara/browser/moments'
import type { FacilityOption } from '@dictara/contract/facilities'
import type { FacilityPlan } from '@dictara/contract/payments'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { StandingPill } from './pill.tsx'
import { noticesOf, standingOf } from './standing.ts'
import type { BillingState } from './use-billing-facility.ts'

/** "3 of 4", or "3" without a limit. */
const used = (amount: string | number, most: string | number | null) =>
  most === null ? amount : `${amount} of ${most}`
const hours = (seconds: number) => (seconds === 0 ? '0m' : ageText(seconds * 1000))

interface PlanStandingProps {
  facility: FacilityOption
  of: FacilityPlan
}

/** The plan of a facility: its state, what people must know about it, and how much of it is used. */
export function PlanStanding({ facility: { facilityId, facilityName }, of }: PlanStandingProps) {
  const { kind, plan, term } = standingOf(of)
  const {
    secondsAvailable = null,
    cannedTextsLimit = null,
    dictationTemplatesLimit = null,
  } = of.plans.find(({ id }) => id === of.planId) ?? {}
  const facts = [
    ['Dictation in this period', used(hours(of.usage.seconds), secondsAvailable && hours(secondsAvailable))],
    ['Key to phrases, of the author with most', used(of.usage.cannedTexts, cannedTextsLimit)],
    ['Dictation templates', used(of.usage.templates, dictationTemplatesLimit)],
  ] as const
  const state: BillingState = { facilityId }
  return (
    <section aria-labelledby="standing" className="billing-box">
      <h2 id="standing">{facilityName}</h2>
      <div className="plan-standing">
        <strong>{plan}</strong>
        <StandingPill kind={kind} />
        {term && <span>{term}</span>}
        <span className="plan-ways">
          <Link to={paths.manageCards} state={state}>
            Cards
          </Link>
          <Link to={`${paths.paymentLogs}?facility=${facilityId}`}>Payments</Link>
        </span>
      </div>
      {noticesOf(of).map(({ type, words }) => (
        <Alert key={words} type={type} className="billing-notice" title={words} />
      ))}
      <dl className="billing-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
