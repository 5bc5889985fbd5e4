import { LevelMeter } from '../microphone/level-meter.tsx'
import { clock, spokenLength } from '../ui/words.ts'
import type { useTakeRecording } from './use-take-recording.ts'

const states = {
  ready: 'Stopped',
  opening: 'Opening…',
  recording: 'Recording',
  paused: 'Paused',
  ending: 'Stopping…',
}

interface RecorderStateProps {
  take: Pick<ReturnType<typeof useTakeRecording>, 'phase' | 'bar'>
  lengthMs: number
}

/** Shows whether the recorder is recording, the recorded length and the loudness. */
export function RecorderState({ take: { phase, bar }, lengthMs }: RecorderStateProps) {
  return (
    <>
      <output className="recorder-state" data-phase={phase}>
        <span className="recorder-dot" aria-hidden="true" />
        {states[phase]}
      </output>
      <p className="recorder-time" role="timer" aria-label={`Recorded: ${spokenLength(lengthMs)}`}>
        {clock(lengthMs)}
      </p>
      <LevelMeter bar={bar} isOn={phase === 'recording' || phase === 'paused'} />
    </>
  )
}
