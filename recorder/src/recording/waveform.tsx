import type { PlacedMark } from '@dictara/browser/kept-parts'
import { useEffect, useRef } from 'react'
import { clock, spokenLength } from '../ui/words.ts'
import { barsOf } from './kept-peaks.ts'

interface WaveformProps {
  peaks: readonly number[]
  lengthMs: number
  /** The playback position; undefined at the end. */
  positionMs: number | undefined
  /** The places to check. */
  marks: readonly PlacedMark[]
  isChosen(mark: PlacedMark): boolean
  onMark(mark: PlacedMark): void
  /** Seeking is disabled during recording. */
  onSeek?: ((ms: number) => void) | undefined
}

const barWidth = 2
const barStep = 4
/** A sound shorter than this does not fill the width. */
const fullWidthMs = 15_000

/** The sound as bars, with a slider on top to seek, and its marks as ticks below. */
export function Waveform({ peaks, lengthMs, positionMs, marks, isChosen, onMark, onSeek }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const at = positionMs ?? lengthMs
  const filled = Math.min(1, lengthMs / fullWidthMs)

  useEffect(() => {
    if (canvas.current) draw(canvas.current, peaks, lengthMs ? at / lengthMs : 0, filled)
  })

  return (
    <div className="waveform">
      <canvas ref={canvas} aria-hidden="true" />
      <input
        type="range"
        className="waveform-slider"
        style={{ width: `${Math.max(filled * 100, 1)}%` }}
        aria-label="Place in the recording"
        aria-valuetext={`${spokenLength(at)} of ${spokenLength(lengthMs)}`}
        title={onSeek ? clock(at) : undefined}
        min={0}
        max={Math.max(lengthMs, 1)}
        step={100}
        value={at}
        disabled={!onSeek || lengthMs === 0}
        onChange={(event) => onSeek?.(Number(event.currentTarget.value))}
      />
      {marks.length ? (
        <ul className="ticks" aria-label="Marks">
          {marks.map((mark) => (
            <li key={mark.atMs} style={{ left: `${Math.min(1, mark.atMs / Math.max(lengthMs, 1)) * filled * 100}%` }}>
              <button
                type="button"
                className="tick"
                aria-label={`Go to the mark at ${clock(mark.atMs)}`}
                aria-pressed={isChosen(mark)}
                title={`Check this: ${clock(mark.atMs)}`}
                onClick={() => onMark(mark)}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function draw(canvas: HTMLCanvasElement, peaks: readonly number[], played: number, filled: number) {
  const scale = devicePixelRatio
  const { clientWidth: width, clientHeight: height } = canvas
  if (canvas.width !== width * scale) canvas.width = width * scale
  if (canvas.height !== height * scale) canvas.height = height * scale
  const context = canvas.getContext('2d')
  if (!context) return
  const style = getComputedStyle(canvas)
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  const bars = barsOf(peaks, Math.max(1, Math.floor((width * filled) / barStep)))
  const step = (width * filled) / Math.max(1, bars.length)
  const wide = Math.max(1, Math.min(barWidth, step - 0.5))
  // Use one path per colour, because this runs ten times a second.
  const paths = { '--primary': new Path2D(), '--wave': new Path2D() }
  for (const [index, bar] of bars.entries()) {
    const barHeight = Math.max(2, (bar / 100) * (height - 4))
    const path = paths[index / bars.length < played ? '--primary' : '--wave']
    path.roundRect(index * step, (height - barHeight) / 2, wide, barHeight, wide / 2)
  }
  for (const [colour, path] of Object.entries(paths)) {
    context.fillStyle = style.getPropertyValue(colour)
    context.fill(path)
  }
}
