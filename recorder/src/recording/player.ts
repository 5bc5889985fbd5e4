import { keptMs, momentAt, type KeptPart, type TakeLength } from '@dictara/browser/kept-parts'

export interface PlayedTake extends TakeLength {
  /** The sound of the whole take so far. */
  sound: Blob
}

export interface Player {
  readonly isPlaying: boolean
  /** Milliseconds from the beginning of the kept parts. */
  readonly positionMs: number
  play(): void
  pause(): void
  seek(ms: number): void
  close(): void
}

/**
 * Plays the kept parts of a recording in order, as they will be submitted. `onChange` is called when it starts, stops,
 * moves or cannot play (a format that this browser does not support).
 */
export function createPlayer(
  parts: readonly KeptPart[],
  takes: readonly PlayedTake[],
  onChange: (problem?: 'unplayable') => void,
): Player {
  const audio = new Audio()
  audio.preload = 'auto'
  const addresses = new Map(takes.map(({ take, sound }) => [take, URL.createObjectURL(sound)]))
  const lengthMs = keptMs(parts, takes)
  let part = 0
  let positionMs = 0
  let wantsToPlay = false
  let loaded: { take: number; done: Promise<void> } | undefined
  // Only the last requested position counts.
  let asked = 0
  let isThere = false

  const startOf = (index: number) => keptMs(parts.slice(0, index), takes)
  const endOf = (index: number) => startOf(index + 1)

  function load(take: number) {
    if (loaded?.take !== take) loaded = { take, done: loadSound(audio, addresses.get(take) ?? '') }
    return loaded.done
  }

  async function goTo(ms: number) {
    const mine = ++asked
    positionMs = Math.min(Math.max(0, ms), lengthMs)
    const moment = momentAt(parts, takes, positionMs)
    if (!moment) return stop()
    part = moment.part
    isThere = false
    onChange()
    try {
      await load(moment.take)
      if (mine !== asked) return
      audio.currentTime = moment.takeMs / 1000
      isThere = true
      if (wantsToPlay) await audio.play()
    } catch (error) {
      // Stopping or moving before playback has begun is not an error.
      if (mine !== asked || (error as Error).name === 'AbortError') return
      loaded = undefined
      stop()
      onChange('unplayable')
    }
  }

  function stop() {
    wantsToPlay = false
    audio.pause()
    onChange()
  }

  function follow() {
    const kept = parts[part]
    if (!wantsToPlay || !isThere || !kept) return
    const heardMs = startOf(part) + audio.currentTime * 1000 - kept.startMs
    // A part without an end continues to the end of its sound, since the clocks may differ a little.
    if (audio.ended || (kept.endMs !== null && heardMs >= endOf(part))) {
      if (part + 1 < parts.length) void goTo(endOf(part))
      else {
        positionMs = lengthMs
        stop()
      }
      return
    }
    positionMs = Math.min(Math.max(startOf(part), heardMs), endOf(part))
    onChange()
  }
  const following = setInterval(follow, 50)

  return {
    get isPlaying() {
      return wantsToPlay
    },
    get positionMs() {
      return positionMs
    },
    play() {
      wantsToPlay = true
      void goTo(positionMs >= lengthMs ? 0 : positionMs)
    },
    pause: stop,
    seek: (ms) => void goTo(ms),
    close() {
      asked += 1
      clearInterval(following)
      audio.pause()
      audio.removeAttribute('src')
      for (const address of addresses.values()) URL.revokeObjectURL(address)
    },
  }
}

async function loadSound(audio: HTMLAudioElement, address: string) {
  audio.src = address
  await new Promise((resolve, reject) => {
    audio.onloadedmetadata = resolve
    audio.onerror = reject
  })
  if (!Number.isFinite(audio.duration)) await learnLength(audio)
}

/** A recording of this browser contains no length: seeking to its end once lets the browser find it, and then seek. */
async function learnLength(audio: HTMLAudioElement) {
  const known = new Promise((resolve) => (audio.ondurationchange = resolve))
  audio.currentTime = Number.MAX_SAFE_INTEGER
  await known
  audio.ondurationchange = null
}
