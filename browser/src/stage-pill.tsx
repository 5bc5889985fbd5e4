import { asVariable, type StagedJob, type StageIcon, stageOf } from './stages.ts'
import {
  Ban,
  Check,
  CircleCheck,
  Keyboard,
  LoaderCircle,
  type LucideIcon,
  PencilLine,
  Receipt,
  Send,
  TriangleAlert,
  Undo2,
  UserCheck,
  UserRoundCheck,
} from 'lucide-react'
import './stage-pill.css'

const icons: Record<StageIcon, LucideIcon> = {
  ban: Ban,
  check: Check,
  'circle-check': CircleCheck,
  keyboard: Keyboard,
  'loader-circle': LoaderCircle,
  'pencil-line': PencilLine,
  receipt: Receipt,
  send: Send,
  'triangle-alert': TriangleAlert,
  'undo-2': Undo2,
  'user-check': UserCheck,
  'user-round-check': UserRoundCheck,
}

/** Progress as a ring that begins at the top. */
const Ring = ({ percent }: { percent: number }) => (
  <svg width={14} height={14} viewBox="0 0 20 20" aria-hidden>
    <circle cx={10} cy={10} r={8} />
    <circle cx={10} cy={10} r={8} pathLength={100} strokeDasharray={`${percent} 100`} transform="rotate(-90 10 10)" />
  </svg>
)

/**
 * The stage of a job: icon, word and colour, the same everywhere (browser/src/stages.ts).
 * @param word replaces the stage's own word where a list has its own names for stages
 */
export function StagePill({ job, word }: { job: StagedJob; word?: string }) {
  const { icon, label, percent, colours, isStruckOut, meaning } = stageOf(job)
  const Icon = icons[icon]
  const style = { color: asVariable(colours.text), background: asVariable(colours.ground) }
  return (
    <span className={isStruckOut ? 'stage-pill struck-out' : 'stage-pill'} style={style} title={meaning}>
      {percent === null ? <Icon size={14} aria-hidden /> : <Ring percent={percent} />}
      <span>{word ?? label}</span>
    </span>
  )
}
