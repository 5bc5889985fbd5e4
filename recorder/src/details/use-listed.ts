import { useEffect, useEffectEvent } from 'react'
import { type Loaded, unreachable, useLoaded } from '../ui/use-loaded.ts'

/** `isRemembered`: the server cannot be reached, and this is its last list. */
export type Listed<T> = Loaded<T> & { isRemembered?: boolean }

/** The server's list; while it cannot be reached, the one remembered in this browser. */
export function useListed<T>(
  load: (signal: AbortSignal) => Promise<T>,
  remembered: () => T | undefined,
  remember: (value: T) => void,
): Listed<T> {
  const loaded = useLoaded(load)
  const keep = useEffectEvent(remember)
  const { value } = loaded
  useEffect(() => {
    if (value !== undefined) keep(value)
  }, [value])
  if (loaded.state !== 'failed' || loaded.message !== unreachable) return loaded
  const known = remembered()
  return known === undefined ? loaded : { state: 'loaded', value: known, isRemembered: true }
}
