import { useEffect, useState } from 'react'

const lastingMs = 3_000

/** Whether something has been so for a while: only what lasts is worth a word. */
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
