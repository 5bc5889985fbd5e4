import { call, failureOrThrow } from '@dictara/browser/call'
import { type Job, jobCalls, type NextJob } from '@dictara/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usePreferences } from '../../../platform/preferences.ts'
import { jobQueries } from '../../../platform/query-client.ts'
import { useUser } from '../../../platform/use-user.ts'
import { editorOf } from '../../jobs/index.ts'
import { stageOfWork } from './stage-of-work.ts'
import { openPrefetched } from './use-prefetch-next.ts'

/** What was done with a job, told on the page of the next one. */
export interface SentJob {
  words: string
  /** The list that holds it. */
  list: string
  at: number
}

/** Where a job went, in words: "000013 sent to review". */
export function sentWords(before: Job, after: Job): string {
  const number = before.jobNumber
  if (after.status === 'READY') return `${number} sent to review${after.level === 'LEVEL_2' ? ' 2' : ''}`
  if (after.returned) return `${number} returned to ${before.transcribedBy?.fullName ?? before.author}`
  if (after.status === 'WRITING' || after.status === 'COMPLETED') return `${number} sent to filing`
  return `${number} sent on`
}

const noneWaits = 'No more jobs for you right now.'

/** Leads on from a job that was finished: to the next one of the stage, or to the list that holds it (Q201, Q203). */
export function useOpenNext(job: Job) {
  const user = useUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { notification } = App.useApp()
  const [{ autoNext }] = usePreferences()
  const [stage] = useState(() => stageOfWork(job))

  /** The next job, or why none is opened. */
  async function takeNext(tries = 1): Promise<NextJob | string> {
    try {
      const { result } = await call(jobCalls.nextJob, { body: { stage, after: job.jobId } }, { handler: false })
      return result[0] ?? noneWaits
    } catch (error) {
      const failure = failureOrThrow(error)
      // Somebody else was faster: there may be another one.
      if (failure.code === 'job-taken' && tries > 0) return takeNext(tries - 1)
      // Told once, here, and in the server's own words where it has some.
      return failure.kind === 'unreachable' || !failure.message
        ? 'Couldn’t get the next job: the server isn’t answering.'
        : failure.message
    }
  }

  /** The page that is shown instead of the next one reads anew what it shows. */
  const seeAnew = () => void client.invalidateQueries({ queryKey: jobQueries })

  return {
    opensNext: autoNext,
    stage,
    /**
     * @param isHere whether the person still looks at this page: nobody is led away who went elsewhere meanwhile
     * @param taken the next job, where it was taken with the finish already
     */
    async leadOn(after: Job | undefined, list: string, isHere: () => boolean, taken?: readonly NextJob[] | null) {
      if (!isHere()) return seeAnew()
      const words = sentWords(job, after ?? job)
      const next = taken ? (taken[0] ?? noneWaits) : autoNext ? await takeNext() : null
      if (!isHere()) return seeAnew()
      if (!next || typeof next === 'string' || !user) {
        if (typeof next === 'string') notification.success({ title: words, description: next })
        await navigate(list)
        return
      }
      openPrefetched(client, stage, job.jobId, next)
      client.setQueryData([...jobQueries, 'one', next.jobId], next)
      const state: { sentJob: SentJob } = { sentJob: { words, list, at: Date.now() } }
      // At once: what is at hand waits for nothing.
      await navigate(editorOf(user, next.jobId, 'in-progress'), { state, flushSync: true })
    },
  }
}
