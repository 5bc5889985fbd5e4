import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useRef } from 'react'
import { usePreferences } from '../../../platform/preferences.ts'

function Loudness({ volume }: { volume: number }) {
  if (volume === 0) return <VolumeX size={16} aria-hidden />
  return volume < 0.5 ? <Volume1 size={16} aria-hidden /> : <Volume2 size={16} aria-hidden />
}

/** Decibels above the recorded level. */
const choices = [
  [0, 'As recorded'],
  [12, 'Louder'],
  [24, 'Much louder'],
  [36, 'Loudest'],
] as const

/** After pointer use, the focus returns to where the person was typing. */
function useFocusBack() {
  const before = useRef<Element>(null)
  return {
    keep() {
      before.current = document.activeElement
    },
    giveBack() {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus()
      before.current = null
    },
  }
}

/** The volume, and the extra loudness above the recorded level; stored per person (Q203). */
export function Volume() {
  const [{ volume, louder }, change] = usePreferences()
  const ofVolume = useFocusBack()
  const ofLouder = useFocusBack()
  const told = `${Math.round(100 * volume)} %`
  return (
    <>
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
          onPointerDown={ofVolume.keep}
          onPointerUp={ofVolume.giveBack}
        />
      </label>
      <select
        className="audio-louder"
        aria-label="Louder"
        title="Boost a quiet recording"
        value={choices.findLast(([decibels]) => decibels <= louder)![0]}
        onChange={(event) => {
          change({ louder: Number(event.target.value) })
          ofLouder.giveBack()
        }}
        onPointerDown={ofLouder.keep}
      >
        {choices.map(([decibels, name]) => (
          <option key={decibels} value={decibels}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}
