import { useSyncExternalStore } from 'react'

const watch = (query: string) => {
  const list = matchMedia(query)
  return {
    isSo: () => list.matches,
    listen(tell: () => void) {
      list.addEventListener('change', tell)
      return () => list.removeEventListener('change', tell)
    },
  }
}
const known = new Map<string, ReturnType<typeof watch>>()

/** Whether the window matches a media query, e.g. `(width < 700px)`; known at the first paint. */
export function useMedia(query: string): boolean {
  const { isSo, listen } = known.get(query) ?? watch(query)
  if (!known.has(query)) known.set(query, { isSo, listen })
  return useSyncExternalStore(listen, isSo)
}
