import { call } from '@dictara/browser/call'
import { type Job, jobCalls as calls } from '@dictara/contract/jobs'
import { blanksOf, headingText } from '@dictara/dictation/note-text'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { openRecorder } from '../../../platform/open-recorder.ts'
import { paths } from '../../../platform/paths.ts'
import { isReviewedNext } from '../reading/note-queries.ts'
import type { Finished } from '../saving/last-save.ts'
import { stillHere } from '../../../platform/still-here.ts'
import { useUser } from '../../../platform/use-user.ts'
import { useQuestion } from '../../../ui/use-question.ts'
import { blanksMessage } from './blanks-question.tsx'
import { type Unfinished, unfinishedMessage } from './unfinished-message.tsx'
import { type Confirmed, useConfirmed } from './use-confirmed.tsx'
import { useOpenNext } from './use-open-next.ts'
import { usePlaceToGoTo } from './use-place-to-go-to.ts'
import { useVerbRun, type VerbParts } from './use-verb-run.ts'

/** The next job, if the same call finished this one and took that one. */
const nextOf = (done: object) => ('next' in done ? (done as Finished).next : undefined)

/** The actions that send an opened job, and the navigation after them (EDIT-16, EDIT-45 to EDIT-51). */
export function useJobVerbs(job: Job, parts: VerbParts) {
  const { changes, shown = () => [], required = () => [], onFillIn, onMissing } = parts
  const user = useUser()
  const ask = useQuestion()
  const navigate = useNavigate()
  const client = useQueryClient()
  const openNext = useOpenNext(job)
  const { run, finishedInOne, ...running } = useVerbRun(job, openNext, parts)
  const params = { id: job.jobId }
  // Send only for the patient that the page shows.
  const seen = (confirmed: Confirmed) => ({ patientId: job.patientId, ...confirmed })
  const isTranscriptionist = user?.userType === 'transcriptionist'

  const place = usePlaceToGoTo(parts.onGoTo)

  const hasWorkType = () => {
    // The work type of an incomplete job cannot be chosen, and the server reports the problem (Q115).
    if (job.workType || job.status === 'INCOMPLETE') return true
    // Reported beside the choice, since a notice would cover it.
    onMissing?.()
    return false
  }
  const confirmed = (title: string, okText: string, then: () => Promise<void>, left?: Unfinished) => {
    let filledIn: string | undefined
    const fillIn = (name: string) => {
      filledIn = name
      question.close()
    }
    const content = left ? { content: unfinishedMessage(left, onFillIn && fillIn) } : {}
    place.asked()
    // After the dialog has closed and returned the focus, the caret goes to the heading or place.
    const afterClose = () => {
      if (filledIn) onFillIn?.(filledIn)
      place.gone()
    }
    const question = ask({ title, okText, onOk: then, afterClose, ...content })
  }
  /** The unfinished parts; the person may continue in spite of them. */
  const unfinished = (): Unfinished | undefined => {
    const now = shown()
    const isInNote = (name: string) => now.some(({ heading }) => headingText(heading.customUIHeading) === name)
    const empty = required().map((name) => ({ name, isInNote: isInNote(name) }))
    const blanks = blanksMessage(blanksOf(now).length, job, isReviewedNext(client, job.jobId))
    return empty.length > 0 || blanks ? { required: empty, blanks } : undefined
  }
  const withConfirmed = useConfirmed(job, parts.onGoTo && place.goTo)

  const finish = async () => {
    const isHere = stillHere()
    if (isTranscriptionist) {
      const send = () => withConfirmed((all) => call(calls.completeTranscription, { params, body: seen(all) }))
      const done = await run(send, true, true, finishedInOne)
      if (done) await openNext.leadOn(done.result[0], paths.jobsFlat('completed'), isHere, nextOf(done))
      return
    }
    const send = () => withConfirmed((all) => call(calls.completeOwn, { query: { jobId: job.jobId }, body: seen(all) }))
    const done = await run(send, job.editable, !user?.crossAuthenticated, finishedInOne)
    if (!done || !isHere()) return
    // A person who came from the recorder returns there (EDIT-48, Q125).
    if (user?.crossAuthenticated && (await openRecorder())) return
    await openNext.leadOn(done.result?.[0], paths.myJobs('in-progress'), isHere, nextOf(done))
  }
  const approve = async () => {
    const isHere = stillHere()
    const send = () => withConfirmed((all) => call(calls.approve, { params, body: seen(all) }))
    const done = await run(send, true, true, finishedInOne)
    if (!done) return
    // A job that waits for the next level is not completed yet.
    const isReady = done.result[0]?.status === 'READY'
    const list = isReady ? paths.jobsToReview('ready') : paths.jobsFlat('completed')
    await openNext.leadOn(done.result[0], list, isHere, nextOf(done))
  }

  const askToComplete = () => {
    if (!hasWorkType()) return
    const told = unfinished()
    if (isTranscriptionist && !told) void finish()
    else confirmed('Are you sure you want to save this job?', 'Complete', finish, told)
  }
  const askToApprove = () => {
    if (hasWorkType()) confirmed('Are you sure you want to approve this job?', 'Approve', approve, unfinished())
  }

  return {
    isRunning: running.isBusy || running.isOver,
    /** The key counts as confirmation too, except for unfinished parts, which must be shown. */
    finishNow() {
      if (running.isBusy) return
      const mayApprove = job.allowedActions.includes('approve')
      if (unfinished()) return mayApprove ? askToApprove() : askToComplete()
      if (hasWorkType()) void (mayApprove ? approve() : finish())
    },
    complete: askToComplete,
    approve: askToApprove,
    async reject(comment: string) {
      const isHere = stillHere()
      const verb = job.status === 'IN_REVIEW' ? calls.rejectReview : calls.rejectTranscription
      const done = await run(() => call(verb, { params, body: { comment } }))
      if (done) await openNext.leadOn(done.result[0], paths.jobsFlat('rejected'), isHere)
      return done !== undefined
    },
    release() {
      confirmed('Release this job? Your changes since you started it are discarded.', 'Release', async () => {
        // Nothing is saved on the way. Discarded text also leaves this browser, once the server has released the job.
        const isHere = stillHere()
        changes?.current?.hold()
        if (!(await run(() => call(calls.releaseReview, { params }), false, false))) return changes?.current?.resume()
        parts.onReleased?.()
        await changes?.current?.discard()
        if (isHere()) await navigate(paths.jobsFlat('available'))
      })
    },
  }
}
