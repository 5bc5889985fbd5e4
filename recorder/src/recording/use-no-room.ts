import { useEffect, useState } from 'react'

/** Storing a piece takes a moment; only what lasts is worth a word. */
const lastingMs = 3_000

/** Whether this computer has had no room for the recording for a while. */
export function useNoRoom(isKept: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (isKept) return undefined
    const waiting = setTimeout(() => setLasts(true), lastingMs)
    return () => {
      clearTimeout(waiting)
      setLasts(false)
    }
  }, [isKept])
  return lasts
}
