import type { Piece } from '@dictara/browser/recordings'
import { delay } from '@dictara/browser/waker'
import { barOf, openLevelMeter } from './level.ts'

/** A crash loses at most the unfinished piece: less than a second, plus the time for storing it. */
const pieceMs = 800
const levelEveryMs = 100
/**
 * A page whose tick comes this late was suspended, as when a laptop is closed. A page in the background ticks once a
 * second.
 */
const stoodStillMs = 2_000
/** How long to wait for the sound that the encoder held back meanwhile. */
const comesWithinMs = 1_500
const bitsPerSecond = 64_000
/**
 * Words said before the press may still be in the microphone or the encoder, or wait for a busy page (half a second was
 * observed). So recording continues a little longer, and then waits for pending data.
 */
const heardOnMs = 300
const underWayMs = 100
/** An encoder with nothing to deliver, or one that has crashed, must not keep the microphone open. */
const handsOnWithinMs = 2_000

/** Recording formats, best first; the server decodes each. */
const mimeTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4']
export const recordingType = () => mimeTypes.find((type) => MediaRecorder.isTypeSupported(type)) ?? ''

export interface TakeEvents {
  onPiece(piece: Piece): void
  /** Called ten times a second, also during a pause, with the loudness, 0 to 100. */
  onLevel(bar: number, isRunning: boolean): void
  /** The take is over, and all of its pieces were delivered. */
  onEnd(reason: 'stopped' | 'unplugged' | 'failed'): void
}

/** A take that is being recorded. */
export interface TakeRecorder {
  /** Resolves when everything said so far was delivered, or when recording resumes. */
  pause(): Promise<void>
  /** Shortly after the pause it resumes without a gap; false if the take is ending. */
  resume(): boolean
  /** Delivers everything said so far, then ends. */
  stop(): void
}

/** Records one take from a microphone, in pieces that are delivered at once. */
export function recordTake(stream: MediaStream, { onPiece, onLevel, onEnd }: TakeEvents): TakeRecorder {
  const recorder = new MediaRecorder(stream, { mimeType: recordingType(), audioBitsPerSecond: bitsPerSecond })
  const meter = openLevelMeter(stream)
  let isAsked = false
  let hasFailed = false
  let peaks: number[] = []
  // The take's clock stops during a pause, like its encoder's. Events contain their time, since the page may be late.
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

  let tickedAt = performance.now()
  let asksUntil = 0
  const ticking = setInterval(() => {
    const bar = barOf(meter.read())
    const now = performance.now()
    // Sound from meanwhile waits in the encoder. Request it now, because the person may leave before the next piece is
    // due.
    if (now - tickedAt > stoodStillMs) asksUntil = now + comesWithinMs
    tickedAt = now
    if (recorder.state === 'recording' && now < asksUntil) recorder.requestData()
    const due = Math.floor((ranUntil(now) - handedMs) / levelEveryMs)
    // A page in the background ticks once a second: the missing tenths are filled in.
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
    // A recorder that stops by itself has lost its microphone.
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
