import { BackwardOutlined, ForwardOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Skeleton, Tooltip } from 'antd'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Failed } from '../../../ui/failed.tsx'
import { audioLength } from '../../jobs/index.ts'
import { stepSeconds } from './audio-controls.ts'
import { useRecording } from '../note-queries.ts'
import type { Player } from './player.ts'
import { useStalledSound } from './use-stalled-sound.ts'
import { Waveform } from './waveform.tsx'

function Control({ name, keys, icon, onUse }: { name: string; keys: string; icon: ReactNode; onUse: () => void }) {
  return (
    <Tooltip title={`${name} (${keys})`}>
      <Button
        aria-label={name}
        aria-keyshortcuts={keys.replaceAll('Ctrl', 'Control').replace(' or ', ' ')}
        icon={icon}
        // The caret stays in the text: a typist plays and types on.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onUse}
      />
    </Tooltip>
  )
}

/** Where the recording is, told by the element itself four times a second. */
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

/** Waveform and player, all by keyboard; the speed keeps the pitch (EDIT-13). */
export function AudioPlayer({ jobId, player }: { jobId: string; player: Player }) {
  const recording = useRecording(jobId)
  const position = usePosition(player.audio)
  const isStalled = useStalledSound(player.audio)
  const { isPlaying, speed, hasFailed } = useSyncExternalStore(player.watch, player.state)
  const { data } = recording
  if (recording.isPending) return <Skeleton.Input active block aria-label="The recording is loading" />
  const retry = async () => {
    const fetched = await recording.refetch()
    if (fetched.data) player.reload(new URL(fetched.data.url, location.href).href)
  }
  if (!data || hasFailed)
    return (
      <Failed
        type="warning"
        of={{ isError: true, error: recording.error, isFetching: recording.isFetching, refetch: retry }}
        title="The recording cannot be played right now."
        description="The text can be edited all the same."
        inServersWords
      />
    )
  const total = data.durationSeconds
  // Whole seconds, rounded as the lists round them: one recording has one length.
  const shown = `${audioLength(Math.min(position, total))} of ${audioLength(Math.round(total))}`
  return (
    <section aria-label="Recording" className="audio-player">
      {isStalled && (
        <Alert
          type="warning"
          title="The sound does not arrive."
          description="Please check the network of this computer. The text can be edited all the same."
          action={<Button onClick={player.askAgain}>Try again</Button>}
        />
      )}
      <Waveform
        player={player}
        url={new URL(data.url, location.href).href}
        peaks={data.peaks}
        durationSeconds={total}
      />
      <Flex gap={4} align="center" wrap>
        <Control
          name={`Back ${stepSeconds} seconds`}
          keys="Ctrl+, or F7"
          icon={<BackwardOutlined aria-hidden />}
          onUse={() => player.act('back')}
        />
        <Control
          name={isPlaying ? 'Pause' : 'Play'}
          keys="Ctrl+Space or F8"
          icon={isPlaying ? <PauseOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />}
          onUse={() => player.act('toggle')}
        />
        <Control
          name={`Forward ${stepSeconds} seconds`}
          keys="Ctrl+. or F9"
          icon={<ForwardOutlined aria-hidden />}
          onUse={() => player.act('forward')}
        />
        <Control name="Slower" keys="Ctrl+Shift+," icon="−" onUse={() => player.act('slower')} />
        <output aria-label="Speed" className="audio-speed">
          {speed}×
        </output>
        <Control name="Faster" keys="Ctrl+Shift+." icon="+" onUse={() => player.act('faster')} />
        <input
          type="range"
          aria-label="Position in the recording"
          aria-valuetext={shown}
          min={0}
          max={Math.max(total, 0.1)}
          step={0.1}
          value={Math.min(position, total)}
          onChange={(event) => player.seek(Number(event.target.value))}
          className="audio-position"
        />
        <span className="audio-time">{shown}</span>
      </Flex>
    </section>
  )
}
