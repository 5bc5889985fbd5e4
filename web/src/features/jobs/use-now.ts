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
  // Nobody has kept it true meanwhile.
  if (Date.now() - now >= oftenMs) tick()
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, as ages need it: one clock for all of them. */
export const useNow = (): number => useSyncExternalStore(watch, () => now)
