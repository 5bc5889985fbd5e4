import type { Piece } from '@dictara/browser/recordings'
import { delay } from '@dictara/browser/waker'
import { barOf, openLevelMeter } from './level.ts'

/** A crash loses at most what is not yet a piece: less than a second, with the time that storing it takes. */
const pieceMs = 800
const levelEveryMs = 100
const bitsPerSecond = 64_000
/**
 * What was said before the press is still in the microphone, in the encoder or waits for a busy page (half a second was seen):
 * it is heard on a little longer, and then waits for what is under way.
 */
const heardOnMs = 300
const underWayMs = 100
/** An encoder that has nothing to hand on, or has died, must not keep the microphone open. */
const handsOnWithinMs = 2_000

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
  /** Resolves when everything that was said until now was handed on, or when it goes on. */
  pause(): Promise<void>
  /** Within a moment of the pause it goes on without a gap; false when it is being ended. */
  resume(): boolean
  /** Hands on everything that was said until now, then ends. */
  stop(): void
}

/** Records one take from a microphone, in pieces that are handed on at once. */
export function recordTake(stream: MediaStream, { onPiece, onLevel, onEnd }: TakeEvents): TakeRecorder {
  const recorder = new MediaRecorder(stream, { mimeType: recordingType(), audioBitsPerSecond: bitsPerSecond })
  const meter = openLevelMeter(stream)
  let isAsked = false
  let hasFailed = false
  let peaks: number[] = []
  // The take's own clock stands while it is paused, as its encoder's does. Events tell when they arose: the page may be late.
  let ranMs = 0
  let runningSince: number | undefined
  let handedMs = 0
  let handing = Promise.resolve()
  let pausing: { isCalledOff: boolean; done: Promise<void> } | undefined

  const ranUntil = (at: number) => ranMs + (runningSince === undefined ? 0 : at - runningSince)
  const run = ({ timeStamp }: Event) => (runningSince = timeStamp)
  const hold = ({ timeStamp }: Event) => {
    ranMs = ranUntil(timeStamp)
    runningSince = undefined
  }

  const ticking = setInterval(() => {
    const bar = barOf(meter.read())
    const due = Math.floor((ranUntil(performance.now()) - handedMs) / levelEveryMs)
    // a page in the background ticks once a second: the tenths between are filled
    while (recorder.state === 'recording' && peaks.length < due) peaks.push(bar)
    onLevel(bar, recorder.state === 'recording')
  }, levelEveryMs)

  recorder.addEventListener('start', run)
  recorder.addEventListener('pause', hold)
  recorder.addEventListener('resume', run)
  recorder.addEventListener('error', () => (hasFailed = true))
  recorder.addEventListener('dataavailable', ({ data, timeStamp }) => {
    const endMs = Math.max(handedMs, ranUntil(timeStamp))
    const head = { durationMs: endMs - handedMs, peaks }
    if (data.size === 0) return
    handedMs = endMs
    peaks = []
    handing = handing.then(async () => onPiece({ ...head, bytes: new Uint8Array(await data.arrayBuffer()) }))
  })
  recorder.addEventListener('stop', (event) => {
    hold(event)
    clearInterval(ticking)
    meter.close()
    // a recorder that stops of itself has lost its microphone
    void handing.then(() => onEnd(isAsked ? 'stopped' : hasFailed ? 'failed' : 'unplugged'))
  })
  for (const track of stream.getAudioTracks()) {
    track.addEventListener('ended', () => recorder.state !== 'inactive' && recorder.stop())
  }

  async function comeToRest(pause: { isCalledOff: boolean }) {
    const isOver = () => pause.isCalledOff || recorder.state === 'inactive'
    await delay(heardOnMs)
    if (isOver()) return
    recorder.pause()
    await delay(underWayMs)
    if (isOver()) return
    const asked = new Promise((resolve) => recorder.addEventListener('dataavailable', resolve, { once: true }))
    recorder.requestData()
    await Promise.race([asked, delay(handsOnWithinMs)])
    await handing
  }
  const pause = () => {
    if (!pausing) {
      const begun = { isCalledOff: false, done: Promise.resolve() }
      begun.done = comeToRest(begun)
      pausing = begun
    }
    return pausing.done
  }

  recorder.start(pieceMs)
  return {
    pause,
    resume() {
      if (isAsked) return false
      if (pausing) pausing.isCalledOff = true
      pausing = undefined
      if (recorder.state === 'paused') recorder.resume()
      return true
    },
    stop() {
      isAsked = true
      void pause().then(() => recorder.state !== 'inactive' && recorder.stop())
    },
  }
}
