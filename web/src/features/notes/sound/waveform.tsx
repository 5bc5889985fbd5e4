import { memo, useEffect, useId, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { useTheme } from '@dictara/browser/use-theme'
import { audioLength } from '@dictara/browser/clock'
import type { Player } from './player.ts'

/** A place in the recording that is worth checking. */
export interface Tick {
  seconds: number
  kind: 'section' | 'unsure' | 'marker'
  /** Unique among the ticks. */
  key: string
}

interface WaveformProps {
  player: Player
  /** Address of the recording. */
  url: string
  /** The recording itself, if it was loaded ahead. */
  sound?: Blob | null
  /** Integers 0 to 100, evenly spread over the recording. */
  peaks: readonly number[]
  durationSeconds: number
  position: number
  /** The position in readable form. */
  shown: string
  ticks: readonly Tick[]
}

function coloursNow() {
  // The colours of Windows' high-contrast mode, where the page's own colours are not shown.
  if (matchMedia('(forced-colors: active)').matches)
    return { waveColor: 'GrayText', progressColor: 'Highlight', cursorColor: 'CanvasText' }
  const colours = getComputedStyle(document.documentElement)
  const colour = (name: string) => colours.getPropertyValue(name).trim()
  return { waveColor: colour('--line-strong'), progressColor: colour('--primary'), cursorColor: colour('--primary') }
}

/** The speaker's marks as text, for people who cannot see them. */
function markedWords(ticks: readonly Tick[]): string | undefined {
  const marked = ticks.filter(({ kind }) => kind === 'marker').map(({ seconds }) => audioLength(seconds))
  return marked.length > 0 ? `To be checked, as its speaker said: ${marked.join(', ')}` : undefined
}

/** Above this number the ticks would overlap. */
const unsureMost = 400

/** Drawn once, not at every position of the sound; of unsure words at one place only one is shown. */
const Ticks = memo(function Ticks({ ticks, durationSeconds }: Pick<WaveformProps, 'ticks' | 'durationSeconds'>) {
  const total = Math.max(durationSeconds, 0.1)
  const places = new Set<number>()
  const isShown = ({ kind, seconds }: Tick) => {
    const place = Math.floor((unsureMost * seconds) / total)
    if (kind !== 'unsure') return true
    const isFirst = !places.has(place)
    places.add(place)
    return isFirst
  }
  return ticks
    .filter(isShown)
    .map(({ key, kind, seconds }) => (
      <i key={key} className={`sound-tick is-${kind}`} style={{ insetInlineStart: `${(100 * seconds) / total}%` }} />
    ))
})

const height = 28

/**
 * The waveform of the recording, drawn from the server's peaks, with the played part marked. It is also the slider;
 * keyboards use a hidden input.
 */
export function Waveform({ player, url, sound = null, peaks, durationSeconds, position, shown, ticks }: WaveformProps) {
  const element = useRef<HTMLDivElement>(null)
  const drawn = useRef<WaveSurfer>(null)
  const { isDark } = useTheme()
  const marksId = useId()
  const marked = markedWords(ticks)
  useEffect(() => {
    if (!element.current) return
    // Before the waveform is created, which would otherwise set its own address on an element without one.
    const address = sound ? URL.createObjectURL(sound) : url
    player.load(address)
    const surfer = WaveSurfer.create({
      container: element.current,
      media: player.audio,
      peaks: [peaks.map((peak) => peak / 100)],
      duration: durationSeconds,
      height,
      barWidth: 2,
      barGap: 1,
      normalize: true,
      dragToSeek: true,
      hideScrollbar: true,
      ...coloursNow(),
    })
    drawn.current = surfer
    return () => {
      surfer.destroy()
      if (sound) URL.revokeObjectURL(address)
    }
  }, [player, url, sound, peaks, durationSeconds])
  // After the page has its colours: effects of this inner component run first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => drawn.current?.setOptions(coloursNow()))
    return () => cancelAnimationFrame(frame)
  }, [isDark])
  return (
    // Keep the caret in the text, so that a typist can go back and continue typing.
    <div role="presentation" className="waveform" onMouseDown={(event) => event.preventDefault()}>
      <div ref={element} aria-hidden="true" />
      <Ticks ticks={ticks} durationSeconds={durationSeconds} />
      <input
        type="range"
        aria-label="Position in the recording"
        aria-valuetext={shown}
        aria-describedby={marked && marksId}
        min={0}
        max={Math.max(durationSeconds, 0.1)}
        step={0.1}
        value={Math.min(position, durationSeconds)}
        onChange={(event) => player.seek(Number(event.target.value))}
      />
      {marked && (
        <span id={marksId} hidden>
          {marked}
        </span>
      )}
    </div>
  )
}
