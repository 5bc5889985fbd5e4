import { useEffect, useState } from 'react'

/** A search text once the person stops typing, so that not every letter causes a request. `restMs` is how long to wait. */
export function useRested(text: string, restMs: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text, restMs])
  return rested
}
