import '@dictara/browser/stage-pill.css'
import { asVariable } from '@dictara/browser/stages'
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

/** Colours by meaning, the same as those of the stages of a job. */
type Colour = 'Green' | 'Red' | 'Amber' | 'Blue' | 'Slate'
interface Look {
  word: string
  colour: Colour
  icon: LucideIcon
}

function Pill({ word, colour, icon: Icon }: Look) {
  const style = { color: asVariable(`stage${colour}`), background: asVariable(`stage${colour}Tint`) }
  return (
    <span className="stage-pill" style={style}>
      <Icon size={14} aria-hidden />
      <span>{word}</span>
    </span>
  )
}

/** BILL-36, Q162. */
const ofPayments: Record<PaymentStatus, Omit<Look, 'word'>> = {
  Success: { colour: 'Green', icon: CircleCheck },
  Processing: { colour: 'Amber', icon: LoaderCircle },
  Failed: { colour: 'Red', icon: CircleX },
  Refund_processing: { colour: 'Blue', icon: Undo2 },
}

export const PaymentPill = ({ status }: { status: PaymentStatus }) => (
  <Pill word={paymentStatusLabels[status]} {...ofPayments[status]} />
)

const ofStandings: Record<StandingKind, Look> = {
  trial: { word: 'Trial', colour: 'Blue', icon: Gift },
  active: { word: 'Active', colour: 'Green', icon: CircleCheck },
  pending: { word: 'Pending', colour: 'Amber', icon: LoaderCircle },
  ending: { word: 'Cancelled', colour: 'Slate', icon: Clock3 },
  overdue: { word: 'Payment failed', colour: 'Red', icon: TriangleAlert },
  expired: { word: 'Expired', colour: 'Red', icon: CircleX },
  none: { word: 'No subscription', colour: 'Slate', icon: CircleSlash },
}

export const StandingPill = ({ kind }: { kind: StandingKind }) => <Pill {...ofStandings[kind]} />
