import { call } from '@dictara/browser/call'
import { type Job, jobCalls as calls } from '@dictara/contract/jobs'
import type { Section } from '@dictara/contract/notes'
import { blanksOf } from '@dictara/dictation/note-text'
import { App } from 'antd'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { openRecorder } from '../../../platform/open-recorder.ts'
import type { Autosave } from '../../../editor/autosave.ts'
import { paths } from '../../../platform/paths.ts'
import { jobQueries } from '../../../platform/query-client.ts'
import { stillHere } from '../../../platform/still-here.ts'
import { useUser } from '../../../platform/use-user.ts'
import { useAction } from '../../../ui/use-action.ts'
import { useQuestion } from '../../../ui/use-question.ts'
import { blanksTold, useConfirmedBlanks } from './blanks-question.tsx'

/** What is typed and not saved, of which a release disposes. */
export type UnsavedChanges = RefObject<Pick<Autosave, 'hold' | 'resume' | 'discard'> | null>

/** Before one is told that a verb waits for the text. */
const patienceMs = 1000

export const notSavedYet = {
  title: 'Not saved yet',
  description: 'Your latest changes have not reached the server. Please try again when they are saved.',
}

/**
 * How an opened job is handed on, and where the person goes then (EDIT-16, EDIT-45 to EDIT-51).
 * @param shown the note as it is on the screen: its blanks are told before it is handed on (Q202)
 */
export function useJobVerbs(
  job: Job,
  isOlder: boolean,
  saveFirst: () => Promise<boolean>,
  changes?: UnsavedChanges,
  shown: () => readonly Section[] = () => [],
) {
  const user = useUser()
  const { notification, message: notice } = App.useApp()
  const ask = useQuestion()
  const act = useAction({ refreshes: jobQueries })
  const isDone = useRef(false)
  const [isOver, setOver] = useState(false)
  const navigate = useNavigate()
  const params = { id: job.jobId }
  // Nothing is handed on for another patient than the page shows.
  const seen = (ids?: string[]) => ({ patientId: job.patientId, ...(ids ? { blanks: ids } : {}) })
  const isTranscriptionist = user?.userType === 'transcriptionist'

  /** Tells of a save that takes its time: the verb goes on when it is done. */
  async function withWords(saving: Promise<boolean>): Promise<boolean> {
    let close: (() => void) | undefined
    const slow = setTimeout(() => {
      close = notice.loading('Your latest changes are being saved first.', 0)
    }, patienceMs)
    try {
      return await saving
    } finally {
      clearTimeout(slow)
      close?.()
    }
  }

  /** Runs a verb once the server has the whole text; tells how it went. @returns whether it was done */
  async function run(verb: () => Promise<{ message: string } | undefined>, needsText = true): Promise<boolean> {
    // A click behind what was done has nothing left to do.
    if (isDone.current) return false
    const answer = await act.run(async () => {
      if (!needsText || (await withWords(saveFirst()))) return verb()
      notification.error(notSavedYet)
      return undefined
    })
    isDone.current = answer !== undefined
    setOver(isDone.current)
    return isDone.current
  }

  const hasWorkType = () => {
    // Of an incomplete job it cannot be chosen, and the server says what is the matter (Q115).
    if (job.workType || job.status === 'INCOMPLETE') return true
    notification.warning({
      title: 'Missing Work Type',
      description: 'Please select a work type before continuing',
    })
    return false
  }
  const confirmed = (title: string, okText: string, then: () => Promise<void>, content?: string) =>
    ask({ title, okText, onOk: then, ...(content ? { content } : {}) })
  const blanks = () => blanksTold(blanksOf(shown()).length, job)
  const withBlanks = useConfirmedBlanks()

  const finish = async () => {
    const isHere = stillHere()
    if (isTranscriptionist) {
      if (
        (await run(() => withBlanks((ids) => call(calls.completeTranscription, { params, body: seen(ids) })))) &&
        isHere()
      )
        await navigate(paths.jobsFlat('completed'))
      return
    }
    const send = () => withBlanks((ids) => call(calls.completeOwn, { query: { jobId: job.jobId }, body: seen(ids) }))
    if (!(await run(send, job.editable))) return
    if (!isHere()) return
    // Who came by the recorder's handoff goes back there (EDIT-48, Q125).
    if (user?.crossAuthenticated && (await openRecorder())) return
    await navigate(paths.myJobs('in-progress'))
  }
  const approve = async () => {
    const isHere = stillHere()
    if ((await run(() => withBlanks((ids) => call(calls.approve, { params, body: seen(ids) })))) && isHere())
      await navigate(paths.jobsFlat('completed'))
  }

  return {
    isRunning: act.isBusy || isOver,
    complete() {
      if (!hasWorkType()) return
      const told = blanks()
      if (isTranscriptionist && !told) void finish()
      else confirmed('Are you sure you want to save this job?', 'Complete', finish, told)
    },
    approve() {
      if (hasWorkType()) confirmed('Are you sure you want to approve this job?', 'Approve', approve, blanks())
    },
    async reject(comment: string) {
      const isHere = stillHere()
      const verb = job.status === 'IN_REVIEW' ? calls.rejectReview : calls.rejectTranscription
      if ((await run(() => call(verb, { params, body: { comment } }))) && isHere())
        await navigate(paths.jobsFlat('rejected'))
    },
    release() {
      confirmed('Release this job? Your changes since you started it are discarded.', 'Release', async () => {
        // Nothing of it is saved on the way, and what was given up leaves this browser too, once the server has released the job.
        const isHere = stillHere()
        changes?.current?.hold()
        if (!(await run(() => call(calls.releaseReview, { params }), false))) return changes?.current?.resume()
        await changes?.current?.discard()
        if (isHere()) await navigate(isOlder ? paths.jobsFlat('in-progress') : paths.jobsFlat('available'))
      })
    },
  }
}
