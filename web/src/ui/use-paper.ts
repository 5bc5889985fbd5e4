import { useEffect, useEffectEvent } from 'react'

/**
 * Prints as soon as what belongs on paper is drawn.
 *
 * @param isDrawn true while the page contains what only print shows
 * @param onDone called when the print dialog has closed
 */
export function usePaper(isDrawn: boolean, onDone: () => void) {
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (!isDrawn) return
    const listener = () => done()
    window.addEventListener('afterprint', listener, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', listener)
  }, [isDrawn])
}
