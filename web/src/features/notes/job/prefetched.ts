import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OpenedNoteParts } from '../reading/note-queries.ts'
import type { NoteDrafts } from '../saving/note-drafts.ts'

/** What is read of a job before it is opened: its note, and where unsaved text of it is kept, which holds none. */
export interface Prefetched {
  note: OpenedNoteParts
  drafts: NoteDrafts | null
}

const toOpen = (jobId: string) => ['note-to-open', jobId]
/** What is not opened by then is read anew. */
const openedWithinMs = 5000

/** Hands what was read to the page that opens the job in a moment. */
export const keepForOpening = (client: QueryClient, jobId: string, prefetched: Prefetched) =>
  client.setQueryData(toOpen(jobId), prefetched)

/** What was read before the page was opened; only the first page gets it. */
export function usePrefetched(jobId: string): Prefetched | null {
  const client = useQueryClient()
  const [prefetched] = useState(() => {
    const kept = client.getQueryState<Prefetched>(toOpen(jobId))
    return (kept && Date.now() - kept.dataUpdatedAt < openedWithinMs && kept.data) || null
  })
  useEffect(() => client.removeQueries({ queryKey: toOpen(jobId) }), [client, jobId])
  return prefetched
}
