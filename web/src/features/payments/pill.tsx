import '@dictara/browser/stage-pill.css'
import { type PaymentStatus, paymentStatusLabels } from '@dictara/contract/payments'
import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock3,
  Gift,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { StandingKind } from './standing.ts'

/** Colours by what they mean, those of the stages of a job. */
type Colour = 'green' | 'red' | 'amber' | 'blue' | 'slate'
interface Look {
  word: string
  colour: Colour
  icon: LucideIcon
}

function Pill({ word, colour, icon: Icon }: Look) {
  const style = { color: `var(--stage-${colour})`, background: `var(--stage-${colour}-tint)` }
  return (
    <span className="stage-pill" style={style} data-colour={colour}>
      <Icon size={14} aria-hidden />
      <span>{word}</span>
    </span>
  )
}

/** BILL-36, Q162. */
const ofPayments: Record<PaymentStatus, Omit<Look, 'word'>> = {
  Success: { colour: 'green', icon: CircleCheck },
  Processing: { colour: 'amber', icon: LoaderCircle },
  Failed: { colour: 'red', icon: CircleX },
  Refund_processing: { colour: 'blue', icon: Undo2 },
}

export const PaymentPill = ({ status }: { status: PaymentStatus }) => (
  <Pill word={paymentStatusLabels[status]} {...ofPayments[status]} />
)

const ofStandings: Record<StandingKind, Look> = {
  trial: { word: 'Trial', colour: 'blue', icon: Gift },
  active: { word: 'Active', colour: 'green', icon: CircleCheck },
  pending: { word: 'Pending', colour: 'amber', icon: LoaderCircle },
  ending: { word: 'Cancelled', colour: 'slate', icon: Clock3 },
  overdue: { word: 'Payment failed', colour: 'red', icon: TriangleAlert },
  expired: { word: 'Expired', colour: 'red', icon: CircleX },
  none: { word: 'No subscription', colour: 'slate', icon: CircleSlash },
}

export const StandingPill = ({ kind }: { kind: StandingKind }) => <Pill {...ofStandings[kind]} />
