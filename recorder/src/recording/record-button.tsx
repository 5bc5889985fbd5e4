import type { Ref } from 'react'
import { PauseIcon, RecordIcon } from '../ui/icons.tsx'
import { Shortcut, useKeyNames } from '../ui/shortcut.tsx'
import type { TakePhase } from './use-take-recording.ts'

interface RecordButtonProps {
  phase: TakePhase
  hasTakes: boolean
  /** A required choice is missing: the button shows this, and reports it when pressed. */
  isMissing?: boolean
  disabled?: boolean
  button?: Ref<HTMLButtonElement>
  onPress(): void
}

/** A round button that records, pauses and resumes. */
export function RecordButton({ phase, hasTakes, isMissing, disabled, button, onPress }: RecordButtonProps) {
  const word = {
    ready: hasTakes ? 'Continue recording' : 'Record',
    opening: 'Opening the microphone…',
    recording: 'Pause',
    paused: 'Resume',
    ending: 'Stopping…',
  }[phase]
  return (
    <button
      type="button"
      ref={button}
      className="button-record"
      data-phase={phase}
      aria-keyshortcuts={useKeyNames('KeyR', 'Space')}
      aria-disabled={isMissing || undefined}
      disabled={disabled || phase === 'opening' || phase === 'ending'}
      onClick={onPress}
    >
      <span className="record-disc">{phase === 'recording' ? <PauseIcon /> : <RecordIcon />}</span>
      <span className="record-word">
        {word}
        <Shortcut code="KeyR" bare="Space" />
      </span>
    </button>
  )
}
