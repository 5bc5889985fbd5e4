import { useEffect, useRef } from 'react'
import WaveSurfer from 'wavesurfer.js'

interface WaveformProps {
  media: HTMLAudioElement
  /** Whole numbers 0 to 100, evenly spread over the recording. */
  peaks: readonly number[]
  durationSeconds: number
}

/** The picture of the recording, drawn from the server's peaks; the slider beside it says the same to a screen reader. */
export function Waveform({ media, peaks, durationSeconds }: WaveformProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!element.current) return
    const colours = getComputedStyle(document.documentElement)
    const colour = (name: string) => colours.getPropertyValue(name).trim() || '#0b5cad'
    const surfer = WaveSurfer.create({
      container: element.current,
      media,
      peaks: [peaks.map((peak) => peak / 100)],
      duration: durationSeconds,
      height: 56,
      barWidth: 2,
      barGap: 1,
      normalize: true,
      waveColor: colour('--line-strong'),
      progressColor: colour('--primary'),
      cursorColor: colour('--primary'),
    })
    return () => surfer.destroy()
  }, [media, peaks, durationSeconds])
  return <div ref={element} className="waveform" aria-hidden="true" />
}
