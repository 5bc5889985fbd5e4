import { audioLength } from '@dictara/browser/clock'
import { Alert, Button, Skeleton, Tooltip } from 'antd'
import { FastForward, Minus, Pause, Play, Plus, Rewind } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Failed } from '../../../ui/failed.tsx'
import { ariaKeys, type DeskKeyName, shownKeys } from '../keys/keys.ts'
import { useRecording } from '../reading/note-queries.ts'
import type { Player } from './player.ts'
import { useStalledSound } from './use-stalled-sound.ts'
import { Volume } from './volume.tsx'
import { type Tick, Waveform } from './waveform.tsx'

interface ControlProps {
  name: string
  keys: DeskKeyName
  icon: ReactNode
  onUse: () => void
}

function Control({ name, keys, icon, onUse }: ControlProps) {
  return (
    <Tooltip title={`${name} (${shownKeys(keys)})`}>
      <Button
        type={keys === 'toggle' ? 'primary' : 'text'}
        {...(keys === 'toggle' ? { shape: 'circle' } : {})}
        aria-label={name}
        aria-keyshortcuts={ariaKeys(keys)}
        icon={icon}
        // Keep the caret in the text, so that a typist can start playback and continue typing.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onUse}
      />
    </Tooltip>
  )
}

/** The position in the recording, which the audio element reports four times a second. */
function usePosition(audio: HTMLAudioElement) {
  const [position, setPosition] = useState(audio.currentTime)
  useEffect(() => {
    const moved = () => setPosition(audio.currentTime)
    audio.addEventListener('timeupdate', moved)
    audio.addEventListener('seeked', moved)
    return () => {
      audio.removeEventListener('timeupdate', moved)
      audio.removeEventListener('seeked', moved)
    }
  }, [audio])
  return position
}

interface AudioPlayerProps {
  jobId: string
  player: Player
  /** Places in the recording that the waveform shows. */
  ticks: readonly Tick[]
}

/** Player and waveform in one line, fully usable by keyboard; changing the speed keeps the pitch (EDIT-13). */
export function AudioPlayer({ jobId, player, ticks }: AudioPlayerProps) {
  const recording = useRecording(jobId)
  const isStalled = useStalledSound(player.audio)
  const { hasFailed } = useSyncExternalStore(player.watch, player.state)
  const { data } = recording
  if (recording.isPending)
    return (
      <div className="audio-player">
        <Skeleton.Input active block aria-label="The recording is loading" />
      </div>
    )
  const retry = async () => {
    const fetched = await recording.refetch()
    if (fetched.data) player.reload(new URL(fetched.data.url, location.href).href)
  }
  if (!data || hasFailed)
    return (
      <div className="audio-player is-failed">
        <Failed
          type="warning"
          of={{ isError: true, error: recording.error, isFetching: recording.isFetching, refetch: retry }}
          title="The recording can’t be played right now."
          description="You can still edit the text."
          inServersWords
        />
      </div>
    )
  return (
    <section aria-label="Recording" className={isStalled ? 'audio-player is-failed' : 'audio-player'}>
      {isStalled && (
        <Alert
          type="warning"
          title="The audio isn’t loading."
          description="Check your network connection. You can still edit the text."
          action={<Button onClick={player.askAgain}>Try again</Button>}
        />
      )}
      <Controls player={player} recording={data} ticks={ticks} />
    </section>
  )
}

type Recording = NonNullable<ReturnType<typeof useRecording>['data']>

function Controls({ player, recording, ticks }: { player: Player; recording: Recording; ticks: readonly Tick[] }) {
  const position = usePosition(player.audio)
  const { isPlaying, speed, step } = useSyncExternalStore(player.watch, player.state)
  const total = recording.durationSeconds
  // Whole seconds, rounded as in the lists, so that a recording has the same length everywhere.
  const shown = `${audioLength(Math.min(position, total))} of ${audioLength(Math.round(total))}`
  return (
    <div className="audio-controls">
      <Control
        name={`Back ${step} seconds`}
        keys="back"
        icon={<Rewind size={18} aria-hidden />}
        onUse={() => player.act('back')}
      />
      <Control
        name={isPlaying ? 'Pause' : 'Play'}
        keys="toggle"
        icon={isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        onUse={() => player.act('toggle')}
      />
      <Control
        name={`Forward ${step} seconds`}
        keys="forward"
        icon={<FastForward size={18} aria-hidden />}
        onUse={() => player.act('forward')}
      />
      <Control name="Slower" keys="slower" icon={<Minus size={16} aria-hidden />} onUse={() => player.act('slower')} />
      <output aria-label="Speed" className="audio-speed">
        {speed}×
      </output>
      <Control name="Faster" keys="faster" icon={<Plus size={16} aria-hidden />} onUse={() => player.act('faster')} />
      <Waveform
        player={player}
        url={new URL(recording.url, location.href).href}
        sound={recording.sound}
        peaks={recording.peaks}
        durationSeconds={total}
        position={position}
        shown={shown}
        ticks={ticks}
      />
      <span className="audio-time">{shown}</span>
      <Volume />
    </div>
  )
}
