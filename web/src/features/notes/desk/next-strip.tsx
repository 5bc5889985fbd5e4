import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { SentJob } from '../job/use-open-next.ts'

/** How long the page of the next job shows the outcome of the previous one, in milliseconds. */
const shownMs = 6000

/** On a job opened as the next one: the outcome of the previous job and a link to its list. */
export function NextStrip({ jobNumber }: { jobNumber: string }) {
  const state = useLocation().state as { sentJob?: SentJob } | null
  const sentJob = state?.sentJob
  // Also after a reload: an old outcome is not shown again.
  const [left] = useState(() => (sentJob ? sentJob.at + shownMs - Date.now() : 0))
  const [isShown, setShown] = useState(left > 0)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), left)
    return () => clearTimeout(timer)
  }, [left])
  if (!sentJob || !isShown) return null
  return (
    <output className="desk-strip">
      {sentJob.words} · Now on {jobNumber} · <Link to={sentJob.list}>Back to the list</Link>
    </output>
  )
}
