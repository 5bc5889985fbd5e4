import type { KeptPart } from '@dictara/browser/kept-parts'
import { useEffect, useRef, type ReactNode } from 'react'
import type { useMicrophones } from '../microphone/use-microphones.ts'
import { MicrophoneChoice } from '../microphone/microphone-choice.tsx'
import { Phrases } from '../phrases/phrases.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { AgainIcon, UndoIcon } from '../ui/icons.tsx'
import { useBareKeys } from '../ui/use-bare-keys.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { clock } from '../ui/words.ts'
import { MarkButtons } from './mark-buttons.tsx'
import { PlayerControls } from './player-controls.tsx'
import { RecordButton } from './record-button.tsx'
import { useMarks } from './use-marks.ts'
import type { usePlayer } from './use-player.ts'
import type { useRecorded } from './use-recorded.ts'
import type { useTakeRecording } from './use-take-recording.ts'
import { Waveform } from './waveform.tsx'

interface RecorderCardProps {
  microphones: ReturnType<typeof useMicrophones>
  take: ReturnType<typeof useTakeRecording>
  recorded: ReturnType<typeof useRecorded>
  player: ReturnType<typeof usePlayer>
  disabled: boolean
  /** `after`: the part to keep before it, if words are recorded again. */
  onRecord(after?: readonly KeptPart[]): void
  /** Shown beside the sound, if there is space. */
  children?: ReactNode
}

/** The sound, the round button, and the other actions on the sound. */
export function RecorderCard({ microphones, take, recorded, player, disabled, onRecord, children }: RecorderCardProps) {
  const { phase } = take
  const { lengthMs } = recorded
  const isChanging = phase === 'opening' || phase === 'ending'
  const isLive = phase === 'recording' || isChanging
  const pressRecord = () => {
    if (phase === 'recording') take.pause()
    else if (phase === 'paused') take.resume()
    else onRecord()
  }
  /** Records from this place on: the sound after it is dropped once there are new words. */
  const again = () => onRecord(recorded.keptUntil(player.positionMs ?? lengthMs))
  const mayAgain = !isLive && !disabled && player.positionMs !== undefined
  const mayPress = !disabled && !isChanging
  useShortcuts({ KeyR: mayPress ? pressRecord : undefined, KeyK: mayAgain ? again : undefined })
  const mark = phase === 'recording' ? recorded.mark : undefined
  useShortcuts({ KeyM: mark })
  useBareKeys({ Space: mayPress ? pressRecord : undefined, KeyM: mark })
  const seek = isLive || disabled ? undefined : (ms: number) => void player.seek(ms)
  const marks = useMarks(recorded, disabled)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A person who started by keyboard continues by keyboard, since the pressed button is gone.
    if (phase === 'recording' && document.activeElement === document.body) button.current?.focus()
  }, [phase])

  return (
    <section className="recorder" aria-label="Recorder">
      <div className="sound">
        <Waveform
          peaks={recorded.peaks}
          lengthMs={lengthMs}
          positionMs={player.positionMs}
          marks={recorded.marks}
          isChosen={marks.isChosen}
          onMark={(chosen) => {
            marks.choose(chosen)
            seek?.(chosen.atMs)
          }}
          onSeek={seek}
        />
        <RecordButton phase={phase} hasTakes={lengthMs > 0} disabled={disabled} button={button} onPress={pressRecord} />
        <div className="tools">
          <PlayerControls player={player} lengthMs={lengthMs} disabled={isLive || disabled || lengthMs === 0} />
          <IconButton
            label={`Record again from ${player.positionMs === undefined ? 'here' : clock(player.positionMs)}`}
            icon={<AgainIcon />}
            code="KeyK"
            disabled={!mayAgain}
            onPress={again}
          />
          <MarkButtons marks={recorded.marks} of={marks} disabled={disabled} onMark={mark} />
          <Phrases templateId={recorded.recording.details.template?.id} />
          {recorded.mayKeepAsBefore && !isLive ? (
            <IconButton
              label="Restore the previous version"
              icon={<UndoIcon />}
              disabled={disabled}
              onPress={recorded.keepAsBefore}
            />
          ) : null}
        </div>
        <MicrophoneChoice microphones={microphones} disabled={phase !== 'ready'} />
      </div>
      {children}
    </section>
  )
}
