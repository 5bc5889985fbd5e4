import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useRef } from 'react'
import { usePreferences } from '../../../platform/preferences.ts'

function Loudness({ volume }: { volume: number }) {
  if (volume === 0) return <VolumeX size={16} aria-hidden />
  return volume < 0.5 ? <Volume1 size={16} aria-hidden /> : <Volume2 size={16} aria-hidden />
}

/** How loud it plays, kept of the person (Q203). Who moves it by the pointer types on afterwards. */
export function Volume() {
  const [{ volume }, change] = usePreferences()
  const before = useRef<Element>(null)
  const told = `${Math.round(100 * volume)} %`
  return (
    <label className="audio-volume" title={`Volume ${told}`}>
      <Loudness volume={volume} />
      <input
        type="range"
        aria-label="Volume"
        aria-valuetext={told}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={(event) => change({ volume: Number(event.target.value) })}
        onPointerDown={() => {
          before.current = document.activeElement
        }}
        onPointerUp={() => {
          if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
        }}
      />
    </label>
  )
}
