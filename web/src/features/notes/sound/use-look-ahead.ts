import { call } from '@dictara/browser/call'
import { type Job, jobCalls } from '@dictara/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { stageOfWork } from '../about-the-job/use-hand-on.ts'
import { recordingQuery } from '../note-queries.ts'

/** So long the note that is open has the network for itself. */
const afterMs = 2000

/** Fetches the sound of what will probably be the next job, so that it is there when the person is. */
export function useLookAhead(job: Job, isWanted: boolean): void {
  const client = useQueryClient()
  const { jobId } = job
  const stage = stageOfWork(job)
  useEffect(() => {
    if (!isWanted) return
    const end = new AbortController()
    const silent = { handler: false, signal: end.signal } as const
    const look = async () => {
      const next = (await call(jobCalls.lookAtNextJob, { query: { stage, after: jobId } }, silent)).result[0]
      if (!next) return
      const { url } = await client.fetchQuery(recordingQuery(next.jobId))
      // The browser keeps what it has fetched once.
      await fetch(url, { signal: end.signal, priority: 'low' })
    }
    // What cannot be fetched ahead is fetched when it is needed, and told then.
    const timer = setTimeout(() => void look().catch(() => {}), afterMs)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [client, jobId, stage, isWanted])
}
