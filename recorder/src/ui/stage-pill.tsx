import { asVariable, type StagedJob, type StageIcon, stageOf } from '@dictara/browser/stages'
import {
  Ban,
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

const icons: Record<StageIcon, LucideIcon> = {
  ban: Ban,
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

/** Where a job stands: icon, word and colour, the same as in the web application (browser/src/stages.ts). */
export function StagePill({ job }: { job: StagedJob }) {
  const { icon, label, colours, isStruckOut, meaning } = stageOf(job)
  const Icon = icons[icon]
  const style = { color: asVariable(colours.text), background: asVariable(colours.ground) }
  return (
    <span className={isStruckOut ? 'stage-pill struck-out' : 'stage-pill'} style={style} title={meaning}>
      <Icon size={14} aria-hidden />
      <span>{label}</span>
    </span>
  )
}
