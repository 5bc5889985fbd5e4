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
import type { HeldUp } from './held-up.tsx'
import { useHandOn } from './use-hand-on.ts'

/** What is typed and not saved, of which a release disposes. */
export type UnsavedChanges = RefObject<Pick<Autosave, 'hold' | 'resume' | 'discard'> | null>

/** Before one is told that a verb waits for the text. */
const patienceMs = 1000

type Notice = ReturnType<typeof App.useApp>['message']

/** Tells of a save that takes its time: the verb goes on when it is done. */
async function withWords(notice: Notice, saving: Promise<boolean>): Promise<boolean> {
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

interface VerbParts {
  saveFirst: () => Promise<boolean>
  changes?: UnsavedChanges
  /** The note as it is on the screen: its blanks are told before it is handed on (Q202). */
  shown?: () => readonly Section[]
  /** The work type is missing. */
  onMissing?: () => void
  /** A verb did not go on, or is tried anew. */
  onHeldUp?: (why: HeldUp | null) => void
}

/** How an opened job is handed on, and where the person goes then (EDIT-16, EDIT-45 to EDIT-51). */
export function useJobVerbs(job: Job, { saveFirst, changes, shown = () => [], onMissing, onHeldUp }: VerbParts) {
  const user = useUser()
  const { message: notice } = App.useApp()
  const ask = useQuestion()
  const act = useAction({ refreshes: jobQueries })
  const isDone = useRef(false)
  const [isOver, setOver] = useState(false)
  const navigate = useNavigate()
  const handOn = useHandOn(job)
  const params = { id: job.jobId }
  // Nothing is handed on for another patient than the page shows.
  const seen = (ids?: string[]) => ({ patientId: job.patientId, ...(ids ? { blanks: ids } : {}) })
  const isTranscriptionist = user?.userType === 'transcriptionist'

  /** Runs a verb once the server has the whole text; tells how it went. @returns the answer once it was done */
  async function run<T extends { message: string }>(
    verb: () => Promise<T | undefined>,
    needsText = true,
    isFinish = true,
  ): Promise<T | undefined> {
    // A click behind what was done has nothing left to do.
    if (isDone.current) return undefined
    const send = async () => {
      if (!needsText || (await withWords(notice, saveFirst()))) return verb()
      onHeldUp?.('unsaved')
      return undefined
    }
    // Of what leads to the next job that one's page tells.
    onHeldUp?.(null)
    const answer = await act.run(send, {
      leadsAway: true,
      onUnanswered: () => onHeldUp?.('unanswered'),
      ...(isFinish && handOn.opensNext ? { success: false } : {}),
    })
    isDone.current = answer !== undefined
    setOver(isDone.current)
    return answer
  }

  const hasWorkType = () => {
    // Of an incomplete job it cannot be chosen, and the server says what is the matter (Q115).
    if (job.workType || job.status === 'INCOMPLETE') return true
    // Told where it is chosen: a notice would lie over it.
    onMissing?.()
    return false
  }
  const confirmed = (title: string, okText: string, then: () => Promise<void>, content?: string) =>
    ask({ title, okText, onOk: then, ...(content ? { content } : {}) })
  const blanks = () => blanksTold(blanksOf(shown()).length, job)
  const withBlanks = useConfirmedBlanks()

  const finish = async () => {
    const isHere = stillHere()
    if (isTranscriptionist) {
      const done = await run(() => withBlanks((ids) => call(calls.completeTranscription, { params, body: seen(ids) })))
      if (done) await handOn.leadOn(done.result[0], paths.jobsFlat('completed'), isHere)
      return
    }
    const send = () => withBlanks((ids) => call(calls.completeOwn, { query: { jobId: job.jobId }, body: seen(ids) }))
    const done = await run(send, job.editable, !user?.crossAuthenticated)
    if (!done || !isHere()) return
    // Who came by the recorder's handoff goes back there (EDIT-48, Q125).
    if (user?.crossAuthenticated && (await openRecorder())) return
    await handOn.leadOn(done.result?.[0], paths.myJobs('in-progress'), isHere)
  }
  const approve = async () => {
    const isHere = stillHere()
    const done = await run(() => withBlanks((ids) => call(calls.approve, { params, body: seen(ids) })))
    if (!done) return
    // What waits for the next level is no completed job yet.
    const isReady = done.result[0]?.status === 'READY'
    await handOn.leadOn(done.result[0], isReady ? paths.jobsToReview('ready') : paths.jobsFlat('completed'), isHere)
  }

  const askToComplete = () => {
    if (!hasWorkType()) return
    const told = blanks()
    if (isTranscriptionist && !told) void finish()
    else confirmed('Are you sure you want to save this job?', 'Complete', finish, told)
  }
  const askToApprove = () => {
    if (hasWorkType()) confirmed('Are you sure you want to approve this job?', 'Approve', approve, blanks())
  }

  return {
    isRunning: act.isBusy || isOver,
    /** The key: it is the confirmation as well, but for blanks, of which one has to be told. */
    finishNow() {
      if (act.isBusy) return
      const mayApprove = job.allowedActions.includes('approve')
      if (blanks()) return mayApprove ? askToApprove() : askToComplete()
      if (hasWorkType()) void (mayApprove ? approve() : finish())
    },
    complete: askToComplete,
    approve: askToApprove,
    async reject(comment: string) {
      const isHere = stillHere()
      const verb = job.status === 'IN_REVIEW' ? calls.rejectReview : calls.rejectTranscription
      const done = await run(() => call(verb, { params, body: { comment } }))
      if (done) await handOn.leadOn(done.result[0], paths.jobsFlat('rejected'), isHere)
      return done !== undefined
    },
    release() {
      confirmed('Release this job? Your changes since you started it are discarded.', 'Release', async () => {
        // Nothing of it is saved on the way, and what was given up leaves this browser too, once the server has released the job.
        const isHere = stillHere()
        changes?.current?.hold()
        if (!(await run(() => call(calls.releaseReview, { params }), false, false))) return changes?.current?.resume()
        await changes?.current?.discard()
        if (isHere()) await navigate(paths.jobsFlat('available'))
      })
    },
  }
}
