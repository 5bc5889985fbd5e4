import { useSyncExternalStore } from 'react'

const oftenMs = 30_000
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function watch(tell: () => void) {
  listeners.add(tell)
  timer ??= setInterval(tick, oftenMs)
  // Nobody updated the time meanwhile, or the computer's clock was set.
  if (listeners.size === 1 && Math.abs(Date.now() - now) >= 1_000) tick()
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The current time for ages; all of them share one clock. */
export const useNow = (): number => useSyncExternalStore(watch, () => now)
