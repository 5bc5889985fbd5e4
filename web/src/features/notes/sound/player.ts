import { noteActivity } from '@dictara/browser/activity'
import { createListeners } from '@dictara/browser/listeners'
import { nextSpeed, type PlayerAction, resumeAt, stepSeconds } from './audio-controls.ts'
import { createLouder } from './louder.ts'

/** How often the position is stored during playback (EDIT-44). */
const keepEveryMs = 2000

export interface PlayerState {
  readonly isPlaying: boolean
  readonly speed: number
  readonly hasFailed: boolean
  /** Length of a step, in seconds. */
  readonly step: number
}

export interface PlayerListeners {
  /** Called at every frame during playback; null when it stops. */
  onSpoken(seconds: number | null): void
  /** Stores the position: every 2 s during playback, and on pause. */
  onPosition(seconds: number): void
  /** Somebody chose another speed. */
  onSpeed?(speed: number): void
}

/** A person's listening preferences. */
export interface Listening {
  speed: number
  step: number
  volume: number
  /** Decibels above the recorded level. */
  louder: number
}

const asUsual: Listening = { speed: 1, step: stepSeconds, volume: 1, louder: 0 }

/** Reports the position of the sound, from start to stop. */
function createFollowing(audio: HTMLAudioElement, listeners: PlayerListeners) {
  let frame = 0
  let keeping: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    listeners.onSpoken(audio.currentTime)
    frame = requestAnimationFrame(follow)
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    clearInterval(keeping)
    listeners.onSpoken(null)
  }
  return {
    stop,
    start() {
      // Sound that is loaded again stops without an event.
      stop()
      follow()
      keeping = setInterval(() => {
        // Listening is work too: it keeps the session alive (Q023).
        noteActivity()
        listeners.onPosition(audio.currentTime)
      }, keepEveryMs)
    },
  }
}

function createSound(): HTMLAudioElement {
  const audio = new Audio()
  audio.preload = 'metadata'
  audio.preservesPitch = true
  return audio
}

/** Pauses the sound at the end of a passage that is played alone. */
function createStop(audio: HTMLAudioElement) {
  let stopAt: number | null = null
  return {
    /** In seconds; null: continue playing. */
    at(seconds: number | null) {
      stopAt = seconds
    },
    listen(signal: AbortSignal) {
      const pause = () => {
        if (stopAt !== null && audio.currentTime >= stopAt) audio.pause()
      }
      const paused = () => {
        // The event of an earlier pause may arrive during later playback.
        if (audio.paused) stopAt = null
      }
      audio.addEventListener('timeupdate', pause, { signal })
      audio.addEventListener('pause', paused, { signal })
    },
  }
}

/**
 * The sound of one job: one audio element and its controls. The speed keeps the pitch.
 * @param startAt the holder's last position, in seconds
 */
export function createPlayer(startAt: number, listening = asUsual) {
  const audio = createSound()
  const loudness = createLouder(audio)
  let louder = listening.louder
  const watchers = createListeners()
  let state: PlayerState = { isPlaying: false, speed: listening.speed, hasFailed: false, step: listening.step }
  let pausedAt: number | null = null
  const stop = createStop(audio)
  /** Where to start once the sound is loaded; null: done. */
  let placeAt: number | null = startAt

  const change = (more: Partial<PlayerState>) => {
    state = { ...state, ...more }
    watchers.tell()
  }
  const seek = (seconds: number) => {
    stop.at(null)
    audio.currentTime = Math.min(Math.max(0, seconds), audio.duration || seconds)
  }
  const play = () =>
    void audio.play().catch((error: unknown) => {
      // A pause before the sound is loaded also rejects `play`; that is no failure.
      if (error instanceof DOMException && error.name === 'NotSupportedError') change({ hasFailed: true })
    })
  let toldOf: PlayerListeners['onSpeed']
  const prefer = ({ speed, step, volume, ...more }: Listening) => {
    audio.playbackRate = speed
    // Reloaded sound starts with this speed.
    audio.defaultPlaybackRate = speed
    audio.volume = volume
    louder = more.louder
    loudness.set(louder)
    if (speed !== state.speed || step !== state.step) change({ speed, step })
  }
  prefer(listening)
  const act = (action: PlayerAction) => {
    if (action === 'toggle' && audio.paused) {
      seek(resumeAt(pausedAt, audio.currentTime))
      play()
    } else if (action === 'toggle') audio.pause()
    else if (action === 'back') seek(audio.currentTime - state.step)
    else if (action === 'forward') seek(audio.currentTime + state.step)
    else {
      const speed = nextSpeed(audio.playbackRate, action === 'slower' ? -1 : 1)
      prefer({ ...state, speed, volume: audio.volume, louder })
      toldOf?.(speed)
    }
  }

  const reload = (url: string) => {
    const wasPlaying = !audio.paused
    placeAt ??= audio.currentTime
    change({ hasFailed: false })
    audio.src = url
    if (wasPlaying) play()
  }

  /** Listens to the element until the returned function is called. */
  function open(listeners: PlayerListeners): () => void {
    const end = new AbortController()
    const { signal } = end
    toldOf = listeners.onSpeed
    stop.listen(signal)
    const following = createFollowing(audio, listeners)
    const on = (event: string, run: () => void) => audio.addEventListener(event, run, { signal })
    on('play', () => {
      change({ isPlaying: true })
      loudness.begin()
      following.start()
    })
    on('pause', () => {
      change({ isPlaying: false })
      following.stop()
      pausedAt = audio.currentTime
      listeners.onPosition(audio.currentTime)
    })
    on('loadedmetadata', () => {
      change({ hasFailed: false })
      if (placeAt !== null && placeAt > 0 && placeAt < audio.duration - 1) audio.currentTime = placeAt
      placeAt = null
    })
    on('error', () => change({ hasFailed: true }))
    return () => {
      end.abort()
      following.stop()
      audio.pause()
      loudness.rest()
    }
  }

  return {
    audio,
    seek,
    act,
    /** The output if it plays louder than recorded. */
    output: loudness.output,
    /** Sets speed, step, volume and extra loudness to the person's preferences. */
    prefer,
    open,
    state: () => state,
    watch: watchers.subscribe,
    /** Plays from a second, regardless of the earlier state, and pauses at `until` if given. */
    playFrom(seconds: number, until?: number) {
      pausedAt = null
      seek(seconds)
      stop.at(until ?? null)
      if (audio.paused) play()
    },
    /** Sets the element's address; another address of the same recording keeps the position. */
    load(url: string) {
      if (audio.src === url) return
      placeAt ??= audio.currentTime
      audio.src = url
    },
    /** Loads the recording again, keeping its position and whether it plays. */
    reload,
    askAgain: () => reload(audio.src),
  }
}

export type Player = ReturnType<typeof createPlayer>
