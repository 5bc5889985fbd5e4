import { useEffect, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'
import { useTheme } from '@dictara/browser/use-theme'
import type { Player } from './player.ts'

interface WaveformProps {
  player: Player
  /** Address of the recording. */
  url: string
  /** Whole numbers 0 to 100, evenly spread over the recording. */
  peaks: readonly number[]
  durationSeconds: number
}

function coloursNow() {
  const colours = getComputedStyle(document.documentElement)
  const colour = (name: string) => colours.getPropertyValue(name).trim()
  return { waveColor: colour('--line-strong'), progressColor: colour('--primary'), cursorColor: colour('--primary') }
}

/** The picture of the recording, drawn from the server's peaks; the slider beside it says the same to a screen reader. */
export function Waveform({ player, url, peaks, durationSeconds }: WaveformProps) {
  const element = useRef<HTMLDivElement>(null)
  const drawn = useRef<WaveSurfer>(null)
  const { isDark } = useTheme()
  useEffect(() => {
    if (!element.current) return
    // Before the picture is made: it would give an element without an address one of its own.
    player.load(url)
    const surfer = WaveSurfer.create({
      container: element.current,
      media: player.audio,
      peaks: [peaks.map((peak) => peak / 100)],
      duration: durationSeconds,
      height: 56,
      barWidth: 2,
      barGap: 1,
      normalize: true,
      ...coloursNow(),
    })
    drawn.current = surfer
    return () => surfer.destroy()
  }, [player, url, peaks, durationSeconds])
  useEffect(() => drawn.current?.setOptions(coloursNow()), [isDark])
  return <div ref={element} className="waveform" aria-hidden="true" />
}
