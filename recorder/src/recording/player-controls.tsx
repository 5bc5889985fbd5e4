import { BackIcon, PauseIcon, PlayIcon } from '../ui/icons.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import type { usePlayer } from './use-player.ts'

interface PlayerControlsProps {
  player: ReturnType<typeof usePlayer>
  lengthMs: number
  disabled: boolean
}

const jumpMs = 5_000

/** Playback of the recording before it is submitted. */
export function PlayerControls({ player, lengthMs, disabled }: PlayerControlsProps) {
  const back = () => void player.seek((player.positionMs ?? lengthMs) - jumpMs)
  const toggle = () => void player.toggle()
  useShortcuts({ KeyP: disabled ? undefined : toggle, KeyB: disabled ? undefined : back })
  return (
    <>
      <IconButton label="Back 5 seconds" icon={<BackIcon />} code="KeyB" disabled={disabled} onPress={back} />
      <IconButton
        label={player.isPlaying ? 'Stop playing' : 'Play'}
        icon={player.isPlaying ? <PauseIcon /> : <PlayIcon />}
        code="KeyP"
        disabled={disabled}
        onPress={toggle}
      />
    </>
  )
}
