import { useEffect, useEffectEvent } from 'react'

/**
 * Listens to the keys of the page while it is shown.
 * @param actionOf the current action of a key; undefined leaves the key to the browser
 */
export function useKeys(actionOf: (event: KeyboardEvent) => (() => void) | undefined): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actionOf(event)
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
