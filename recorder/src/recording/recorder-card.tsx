import type { KeptPart } from '@dictara/browser/kept-parts'
import { type ReactNode, useEffect, useRef } from 'react'
import { LevelMeter } from '../microphone/level-meter.tsx'
import { MicrophoneChoice } from '../microphone/microphone-choice.tsx'
import type { useMicrophones } from '../microphone/use-microphones.ts'
import { Phrases } from '../phrases/phrases.tsx'
import { BareKeysChoice } from '../ui/bare-keys-choice.tsx'
import { useBareKeys } from '../ui/use-bare-keys.ts'
import { shortcutName, useShortcuts } from '../ui/use-shortcuts.ts'
import { clock, spokenLength } from '../ui/words.ts'
import { MarkButton } from './mark-button.tsx'
import { MarkList } from './mark-list.tsx'
import { PlayerControls } from './player-controls.tsx'
import { RecordButton } from './record-button.tsx'
import { Shortcut } from '../ui/shortcut.tsx'
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
  /** `after`: what is kept before it, when something is said again. */
  onRecord(after?: readonly KeptPart[]): void
  /** What stands beside the button, where there is room. */
  children?: ReactNode
}

const states = {
  ready: 'Stopped',
  opening: 'Opening the microphone…',
  recording: 'Recording',
  paused: 'Paused',
  ending: 'Stopping…',
}

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
  /** Records on from the place: what follows it goes once the new words are there. */
  const again = () => onRecord(recorded.keptUntil(player.positionMs ?? lengthMs))
  const mayAgain = !isLive && !disabled && player.positionMs !== undefined
  const mayPress = !disabled && !isChanging
  useShortcuts({ KeyR: mayPress ? pressRecord : undefined, KeyK: mayAgain ? again : undefined })
  const mark = phase === 'recording' ? recorded.mark : undefined
  useShortcuts({ KeyM: mark })
  useBareKeys({ Space: mayPress ? pressRecord : undefined, KeyM: mark })
  const seek = isLive || disabled ? undefined : (ms: number) => void player.seek(ms)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // whoever began by the keyboard goes on by it: the button that was pressed is gone
    if (phase === 'recording' && document.activeElement === document.body) button.current?.focus()
  }, [phase])

  return (
    <section className="card recorder" aria-label="Recorder">
      <div className="recorder-top">
        <output className="recorder-state" data-phase={phase}>
          <span className="recorder-dot" aria-hidden="true" />
          {states[phase]}
        </output>
        <p className="recorder-time" role="timer" aria-label={`Recorded: ${spokenLength(lengthMs)}`}>
          {clock(lengthMs)}
        </p>
        <MicrophoneChoice microphones={microphones} disabled={phase !== 'ready'} />
      </div>
      <LevelMeter bar={take.bar} isOn={phase === 'recording' || phase === 'paused'} />
      <Waveform
        peaks={recorded.peaks}
        lengthMs={lengthMs}
        positionMs={player.positionMs}
        marks={recorded.marks}
        onSeek={seek}
      />
      <div className="recorder-work">
        <div className="recorder-controls">
          <RecordButton
            phase={phase}
            hasTakes={lengthMs > 0}
            disabled={disabled}
            button={button}
            onPress={pressRecord}
          />
          <div className="recorder-more">
            <MarkButton marks={recorded.marks} onMark={mark} />
            <Phrases templateId={recorded.recording.details.template?.id} />
            <PlayerControls player={player} lengthMs={lengthMs} disabled={isLive || disabled || lengthMs === 0} />
            {player.positionMs === undefined ? null : (
              <button
                type="button"
                className="button"
                aria-keyshortcuts={shortcutName('KeyK')}
                disabled={!mayAgain}
                onClick={again}
              >
                Record again from {clock(player.positionMs)}
                <Shortcut code="KeyK" />
              </button>
            )}
            {recorded.mayKeepAsBefore && !isLive ? (
              <button type="button" className="button button-quiet" disabled={disabled} onClick={recorded.keepAsBefore}>
                Go back to the version before
              </button>
            ) : null}
          </div>
        </div>
        {children}
      </div>
      <MarkList
        marks={recorded.marks}
        onSeek={seek}
        disabled={disabled}
        onTakeBack={recorded.unmark}
        onPutBack={recorded.markAgain}
      />
      <BareKeysChoice />
    </section>
  )
}
