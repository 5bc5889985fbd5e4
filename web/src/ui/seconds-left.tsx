import { useEffect, useState } from 'react'

/** A countdown in seconds, hidden from screen readers. */
export function SecondsLeft({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return <span aria-hidden> ({Math.max(1, Math.ceil((until - now) / 1000))} s)</span>
}
