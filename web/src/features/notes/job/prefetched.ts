import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OpenedNoteParts } from '../reading/note-queries.ts'
import type { NoteDrafts } from '../saving/note-drafts.ts'

/** Data of a job loaded before it is opened: its note, and a place for unsaved text that is still empty. */
export interface Prefetched {
  note: OpenedNoteParts
  drafts: NoteDrafts | null
}

const toOpen = (jobId: string) => ['note-to-open', jobId]
/** If the job is opened later than this, it is loaded again. */
const openedWithinMs = 5000

/** Passes the loaded data to the page that will open the job. */
export const keepForOpening = (client: QueryClient, jobId: string, prefetched: Prefetched) =>
  client.setQueryData(toOpen(jobId), prefetched)

/** The data loaded before the page was opened; only the first page gets it. */
export function usePrefetched(jobId: string): Prefetched | null {
  const client = useQueryClient()
  const [prefetched] = useState(() => {
    const kept = client.getQueryState<Prefetched>(toOpen(jobId))
    return (kept && Date.now() - kept.dataUpdatedAt < openedWithinMs && kept.data) || null
  })
  useEffect(() => client.removeQueries({ queryKey: toOpen(jobId) }), [client, jobId])
  return prefetched
}
