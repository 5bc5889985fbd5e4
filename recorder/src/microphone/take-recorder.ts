import type { Piece } from '@dictara/browser/recordings'
import { barOf, openLevelMeter } from './level.ts'

/** A crash loses at most what is not yet a piece: less than a second, with the time that storing it takes. */
const pieceMs = 800
const levelEveryMs = 100
const bitsPerSecond = 64_000

/** What this browser records in, the best first; the server decodes each. */
const mimeTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4']
export const recordingType = () => mimeTypes.find((type) => MediaRecorder.isTypeSupported(type)) ?? ''

export interface TakeEvents {
  onPiece(piece: Piece): void
  /** Ten times a second, also while the take is paused: how loud it is, 0 to 100. */
  onLevel(bar: number, isRunning: boolean): void
  /** The take is over, and all of its pieces were handed on. */
  onEnd(reason: 'stopped' | 'unplugged' | 'failed'): void
}

/** One take while it is recorded. */
export interface TakeRecorder {
  /** Hands on what was recorded so far. */
  pause(): void
  resume(): void
  stop(): void
}

/** Records one take from a microphone, in pieces that are handed on at once. */
export function recordTake(stream: MediaStream, { onPiece, onLevel, onEnd }: TakeEvents): TakeRecorder {
  const recorder = new MediaRecorder(stream, { mimeType: recordingType(), audioBitsPerSecond: bitsPerSecond })
  const meter = openLevelMeter(stream)
  let isAsked = false
  let hasFailed = false
  let peaks: number[] = []
  // The take's own clock stands while it is paused, as its encoder's does.
  let ranMs = 0
  let runningSince: number | undefined
  let handedMs = 0
  let handing = Promise.resolve()

  const nowMs = () => ranMs + (runningSince === undefined ? 0 : performance.now() - runningSince)
  const hold = () => {
    ranMs = nowMs()
    runningSince = undefined
  }

  const ticking = setInterval(() => {
    const bar = barOf(meter.read())
    const due = Math.floor((nowMs() - handedMs) / levelEveryMs)
    // a page in the background ticks once a second: the tenths between are filled
    while (recorder.state === 'recording' && peaks.length < due) peaks.push(bar)
    onLevel(bar, recorder.state === 'recording')
  }, levelEveryMs)

  recorder.addEventListener('start', () => (runningSince = performance.now()))
  recorder.addEventListener('pause', hold)
  recorder.addEventListener('resume', () => (runningSince = performance.now()))
  recorder.addEventListener('error', () => (hasFailed = true))
  recorder.addEventListener('dataavailable', ({ data }) => {
    const endMs = nowMs()
    const head = { durationMs: endMs - handedMs, peaks }
    if (data.size === 0) return
    handedMs = endMs
    peaks = []
    handing = handing.then(async () => onPiece({ ...head, bytes: new Uint8Array(await data.arrayBuffer()) }))
  })
  recorder.addEventListener('stop', () => {
    hold()
    clearInterval(ticking)
    meter.close()
    // a recorder that stops of itself has lost its microphone
    void handing.then(() => onEnd(isAsked ? 'stopped' : hasFailed ? 'failed' : 'unplugged'))
  })
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => recorder.state !== 'inactive' && recorder.stop())
  }

  recorder.start(pieceMs)
  return {
    pause() {
      recorder.requestData()
      recorder.pause()
    },
    resume: () => recorder.resume(),
    stop: () => {
      isAsked = true
      if (recorder.state !== 'inactive') recorder.stop()
    },
  }
}
