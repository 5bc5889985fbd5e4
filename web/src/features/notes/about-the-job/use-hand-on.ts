import { call, CallFailed } from '@dictara/browser/call'
import { type Job, jobCalls, type NextJob } from '@dictara/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useNavigate } from 'react-router'
import { usePreferences } from '../../../platform/preferences.ts'
import { jobQueries } from '../../../platform/query-client.ts'
import { useUser } from '../../../platform/use-user.ts'
import { editorOf } from '../../jobs/index.ts'

/** What was done with a job, told on the page of the next one. */
export interface HandedOn {
  words: string
  /** The list that holds it. */
  list: string
  at: number
}

/** What one works at: of one stage the next job comes. */
export const stageOfWork = ({ status }: Pick<Job, 'status'>) => (status === 'IN_REVIEW' ? 'REVIEW' : 'TRANSCRIPTION')

/** Where a job went, in words: "000013 handed to review". */
export function handedWords(before: Job, after: Job): string {
  const number = before.jobNumber
  if (after.status === 'READY') return `${number} handed to review${after.level === 'LEVEL_2' ? ' 2' : ''}`
  if (after.returned) return `${number} returned to ${before.transcribedBy?.fullName ?? before.author}`
  if (after.status === 'WRITING' || after.status === 'COMPLETED') return `${number} handed to filing`
  return `${number} handed on`
}

/** Leads on from a job that was finished: to the next one of the stage, or to the list that holds it (Q201, Q203). */
export function useHandOn(job: Job) {
  const user = useUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { notification } = App.useApp()
  const [{ autoNext }] = usePreferences()

  async function takeNext(): Promise<NextJob | null> {
    try {
      const body = { stage: stageOfWork(job), after: job.jobId } as const
      return (await call(jobCalls.nextJob, { body })).result[0] ?? null
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.kind === 'refused')
        notification.warning({ title: 'The next job was not opened', description: error.message })
      return null
    }
  }

  return {
    opensNext: autoNext,
    /** @param isHere whether the person still looks at this page: nobody is led away who went elsewhere meanwhile */
    async leadOn(after: Job | undefined, list: string, isHere: () => boolean) {
      if (!isHere()) return
      const words = handedWords(job, after ?? job)
      const next = autoNext && user ? await takeNext() : null
      if (!isHere()) return
      if (!next || !user) {
        if (autoNext) notification.success({ title: words, description: 'No other job waits for you.' })
        await navigate(list)
        return
      }
      client.setQueryData([...jobQueries, 'one', next.jobId], next)
      const state: { handedOn: HandedOn } = { handedOn: { words, list, at: Date.now() } }
      await navigate(editorOf(user, next.jobId, 'in-progress'), { state })
    },
  }
}
