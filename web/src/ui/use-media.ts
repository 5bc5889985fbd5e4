import { useSyncExternalStore } from 'react'

const known = new Map<string, MediaQueryList>()
const listOf = (query: string) => {
  const list = known.get(query) ?? matchMedia(query)
  known.set(query, list)
  return list
}

/** Whether the window is like this, e.g. `(width < 700px)`; known at the first paint. */
export function useMedia(query: string): boolean {
  const list = listOf(query)
  const listen = (tell: () => void) => {
    list.addEventListener('change', tell)
    return () => list.removeEventListener('change', tell)
  }
  return useSyncExternalStore(listen, () => list.matches)
}
