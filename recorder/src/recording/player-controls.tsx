import { BackIcon, PauseIcon, PlayIcon } from '../ui/icons.tsx'
import { shortcutName, useShortcuts } from '../ui/use-shortcuts.ts'
import { Shortcut } from '../ui/shortcut.tsx'
import type { usePlayer } from './use-player.ts'

interface PlayerControlsProps {
  player: ReturnType<typeof usePlayer>
  lengthMs: number
  disabled: boolean
}

const jumpMs = 5_000

/** Listening to what was recorded, before it is submitted. */
export function PlayerControls({ player, lengthMs, disabled }: PlayerControlsProps) {
  const back = () => void player.seek((player.positionMs ?? lengthMs) - jumpMs)
  const toggle = () => void player.toggle()
  useShortcuts({ KeyP: disabled ? undefined : toggle, KeyB: disabled ? undefined : back })
  return (
    <>
      <button
        type="button"
        className="button"
        aria-keyshortcuts={shortcutName('KeyP')}
        disabled={disabled}
        onClick={toggle}
      >
        {player.isPlaying ? <PauseIcon /> : <PlayIcon />}
        {player.isPlaying ? 'Stop playing' : 'Play'}
        <Shortcut code="KeyP" />
      </button>
      <button
        type="button"
        className="button"
        aria-keyshortcuts={shortcutName('KeyB')}
        disabled={disabled}
        onClick={back}
      >
        <BackIcon />
        Back 5 seconds
        <Shortcut code="KeyB" />
      </button>
    </>
  )
}
