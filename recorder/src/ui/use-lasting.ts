import { useEffect, useState } from 'react'

const lastingMs = 3_000

/** True when a condition has lasted for a while: only lasting conditions deserve a message. */
export function useLasting(isSo: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const waiting = setTimeout(() => setLasts(true), lastingMs)
    return () => {
      clearTimeout(waiting)
      setLasts(false)
    }
  }, [isSo])
  return lasts
}
