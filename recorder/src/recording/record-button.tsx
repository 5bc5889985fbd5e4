import { PauseIcon, RecordIcon } from '../ui/icons.tsx'
import { shortcutName } from '../ui/use-shortcuts.ts'
import { Shortcut } from './shortcut.tsx'
import type { TakePhase } from './use-take-recording.ts'

interface RecordButtonProps {
  phase: TakePhase
  hasTakes: boolean
  disabled?: boolean
  onPress(): void
}

/** One button records, pauses and goes on. */
export function RecordButton({ phase, hasTakes, disabled, onPress }: RecordButtonProps) {
  const word = {
    ready: hasTakes ? 'Go on recording' : 'Record',
    opening: 'Opening the microphone…',
    recording: 'Pause',
    paused: 'Resume',
    ending: 'Stopping…',
  }[phase]
  return (
    <button
      type="button"
      className="button button-record"
      data-phase={phase}
      aria-keyshortcuts={shortcutName('KeyR')}
      disabled={disabled || phase === 'opening' || phase === 'ending'}
      onClick={onPress}
    >
      {phase === 'recording' ? <PauseIcon /> : <RecordIcon />}
      {word}
      <Shortcut code="KeyR" />
    </button>
  )
}
