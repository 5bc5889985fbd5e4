import { keptMs, momentAt, type KeptPart, type TakeLength } from '@dictara/browser/kept-parts'

export interface PlayedTake extends TakeLength {
  /** The sound of the whole take, as far as it was recorded. */
  sound: Blob
}

export interface Player {
  readonly isPlaying: boolean
  /** Milliseconds from the beginning of what is kept. */
  readonly positionMs: number
  play(): void
  pause(): void
  seek(ms: number): void
  close(): void
}

/**
 * Plays what is kept of a recording, part after part, as it will be submitted. `onChange` is called when it starts, stops,
 * moves or cannot play (a format that this browser does not know).
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
  let loadedTake: number | undefined

  const startOf = (index: number) => keptMs(parts.slice(0, index), takes)
  const endOf = (index: number) => startOf(index + 1)

  async function load(take: number) {
    if (loadedTake === take) return
    loadedTake = take
    audio.src = addresses.get(take) ?? ''
    await new Promise((resolve, reject) => {
      audio.onloadedmetadata = resolve
      audio.onerror = reject
    })
    if (!Number.isFinite(audio.duration)) await learnLength(audio)
  }

  async function goTo(ms: number) {
    positionMs = Math.min(Math.max(0, ms), lengthMs)
    const moment = momentAt(parts, takes, positionMs)
    if (!moment) return stop()
    part = moment.part
    try {
      await load(moment.take)
      audio.currentTime = moment.takeMs / 1000
      if (wantsToPlay) await audio.play()
    } catch {
      stop()
      onChange('unplayable')
    }
    onChange()
  }

  function stop() {
    wantsToPlay = false
    audio.pause()
    onChange()
  }

  function follow() {
    const kept = parts[part]
    if (!wantsToPlay || !kept) return
    const heardMs = startOf(part) + audio.currentTime * 1000 - kept.startMs
    if (heardMs >= endOf(part) || audio.ended) {
      if (part + 1 < parts.length) void goTo(endOf(part))
      else {
        positionMs = lengthMs
        stop()
      }
      return
    }
    positionMs = Math.max(startOf(part), heardMs)
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
      clearInterval(following)
      audio.pause()
      audio.removeAttribute('src')
      for (const address of addresses.values()) URL.revokeObjectURL(address)
    },
  }
}

/** A recording of this browser carries no length: going to its end once lets the browser find it, and seek in it. */
async function learnLength(audio: HTMLAudioElement) {
  const known = new Promise((resolve) => (audio.ondurationchange = resolve))
  audio.currentTime = Number.MAX_SAFE_INTEGER
  await known
  audio.ondurationchange = null
}
