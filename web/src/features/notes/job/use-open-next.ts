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

/** A sent job, reported on the page of the next one. */
export interface SentJob {
  words: string
  /** The list that contains it. */
  list: string
  at: number
}

/** Where a job went, as text: "000013 sent to review". */
export function sentWords(before: Job, after: Job): string {
  const number = before.jobNumber
  if (after.status === 'READY') return `${number} sent to review${after.level === 'LEVEL_2' ? ' 2' : ''}`
  if (after.returned) return `${number} returned to ${before.transcribedBy?.fullName ?? before.author}`
  if (after.status === 'WRITING' || after.status === 'COMPLETED') return `${number} finished`
  return `${number} sent on`
}

const noneWaits = 'No more jobs for you right now.'

/** Continues after a finished job: to the next job of the stage, or to the list that contains it (Q201, Q203). */
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
      // Somebody else was faster: try another one.
      if (failure.code === 'job-taken' && tries > 0) return takeNext(tries - 1)
      // Report it once, here, with the server's message if there is one.
      return failure.kind === 'unreachable' || !failure.message
        ? 'Couldn’t get the next job: the server isn’t answering.'
        : failure.message
    }
  }

  /** The page shown instead of the next job reloads its data. */
  const seeAnew = () => void client.invalidateQueries({ queryKey: jobQueries })

  return {
    opensNext: autoNext,
    stage,
    /**
     * @param isHere whether the person is still on this page: nobody who went elsewhere is moved
     * @param taken the next job, if it was taken when this one was finished
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
      // At once, since loaded data needs no wait.
      await navigate(editorOf(user, next.jobId, 'in-progress'), { state, flushSync: true })
    },
  }
}
