import { memo, useEffect, useId, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { useTheme } from '@dictara/browser/use-theme'
import { audioLength } from '@dictara/browser/clock'
import type { Player } from './player.ts'

/** A place in the recording that is worth a look. */
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
  /** The recording itself, where it was fetched ahead. */
  sound?: Blob | null
  /** Whole numbers 0 to 100, evenly spread over the recording. */
  peaks: readonly number[]
  durationSeconds: number
  position: number
  /** The position as people read it. */
  shown: string
  ticks: readonly Tick[]
}

function coloursNow() {
  // Of Windows' high contrast, where the page's own are not shown.
  if (matchMedia('(forced-colors: active)').matches)
    return { waveColor: 'GrayText', progressColor: 'Highlight', cursorColor: 'CanvasText' }
  const colours = getComputedStyle(document.documentElement)
  const colour = (name: string) => colours.getPropertyValue(name).trim()
  return { waveColor: colour('--line-strong'), progressColor: colour('--primary'), cursorColor: colour('--primary') }
}

/** What the speaker marked, for who does not see it. */
function markedWords(ticks: readonly Tick[]): string | undefined {
  const marked = ticks.filter(({ kind }) => kind === 'marker').map(({ seconds }) => audioLength(seconds))
  return marked.length > 0 ? `To be checked, as its speaker said: ${marked.join(', ')}` : undefined
}

/** More of them stand on one another. */
const unsureMost = 400

/** Drawn once, not at every position of the sound; of unsure words in one place one is shown. */
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

/** The picture of the recording, drawn from the server's peaks: heard and unheard. It is the slider: of the keyboard by an input that nobody sees. */
export function Waveform({ player, url, sound = null, peaks, durationSeconds, position, shown, ticks }: WaveformProps) {
  const element = useRef<HTMLDivElement>(null)
  const drawn = useRef<WaveSurfer>(null)
  const { isDark } = useTheme()
  const marksId = useId()
  const marked = markedWords(ticks)
  useEffect(() => {
    if (!element.current) return
    // Before the picture is made: it would give an element without an address one of its own.
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
  // After the page has its colours: this part of it is told first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => drawn.current?.setOptions(coloursNow()))
    return () => cancelAnimationFrame(frame)
  }, [isDark])
  return (
    // The caret stays in the text: a typist goes back and types on.
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
