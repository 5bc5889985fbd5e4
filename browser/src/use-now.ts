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
  // Nobody has kept it true meanwhile, or the clock of the computer was set.
  if (listeners.size === 1 && Math.abs(Date.now() - now) >= 1_000) tick()
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, as ages need it: one clock for all of them. */
export const useNow = (): number => useSyncExternalStore(watch, () => now)
