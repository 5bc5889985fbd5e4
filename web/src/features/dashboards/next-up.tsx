import { useNow } from '@dictara/browser/use-now'
import { audioLength } from '@dictara/browser/clock'
import { momentIn } from '@dictara/browser/moments'
import { call } from '@dictara/browser/call'
import { type JobStage, jobCalls, type NextRow } from '@dictara/contract/jobs'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { jobQueries } from '../../platform/query-client.ts'
import { stillHere } from '../../platform/still-here.ts'
import { useUser } from '../../platform/use-user.ts'
import { isFocusFree } from '../../ui/is-focus-free.ts'
import { StagePill } from '@dictara/browser/stage-pill'
import { useAction } from '../../ui/use-action.ts'
import { editorOf, JobNumber, Patient, didToday, useToday, Waiting, waitingOf } from '../jobs/index.ts'
import { HomeFailed } from './home-failed.tsx'
import type { useNextUp } from './use-home-jobs.ts'

const reasons: Record<NextRow['why'], string> = {
  returned: 'Returned to you.',
  held: 'You have it open.',
  stat: 'It is STAT.',
  oldest: 'It is due first.',
}

/** Focuses the element when the page opens, unless the person has already focused something else. */
function useFocusOnArrival<T extends HTMLElement>() {
  const place = useRef<T>(null)
  useEffect(() => {
    if (isFocusFree()) place.current?.focus()
  }, [])
  return place
}

/** Start takes the next job from the server, which may be another one by now, and opens its note (Q201). */
function StartNext({ stage, isOpen }: { stage: JobStage; isOpen: boolean }) {
  const user = useUser()
  const navigate = useNavigate()
  const act = useAction({ refreshes: jobQueries })
  const button = useFocusOnArrival<HTMLButtonElement>()
  async function start() {
    const isHere = stillHere()
    const taken = await act.run(() => call(jobCalls.nextJob, { body: { stage } }), { success: false })
    const job = taken?.result[0]
    if (job && user && isHere()) await navigate(editorOf(user, job.jobId, 'in-progress'))
  }
  return (
    <Button ref={button} type="primary" size="large" loading={act.isBusy} onClick={() => void start()}>
      {isOpen ? 'Resume' : 'Start'}
    </Button>
  )
}

function NextJobCard({ job, stage }: { job: NextRow; stage: JobStage }) {
  const facts = [job.author, job.workType, job.audioLength > 0 && audioLength(job.audioLength)].filter(Boolean)
  const comment = job.why === 'returned' ? job.comments[0] : undefined
  // The age of a late or nearly late job already names the due time.
  const isCalm = waitingOf(job, useNow())?.urgency === 'calm'
  return (
    <div className="home-card home-next">
      <div className="home-next-job">
        <div className="home-next-patient">
          <Patient job={job} />
        </div>
        <p>{facts.join(' · ')}</p>
        <p>
          <JobNumber job={job} /> · waits <Waiting job={job} />
          {isCalm && ` · due ${momentIn(job.dueAt, job.timeZone)}`}
        </p>
        {comment && (
          <blockquote className="home-comment">
            {comment.userName}: {comment.comment}
          </blockquote>
        )}
      </div>
      <div className="home-next-start">
        <StagePill job={job} />
        <p>{reasons[job.why]}</p>
        <StartNext stage={stage} isOpen={job.why === 'returned' || job.why === 'held'} />
      </div>
    </div>
  )
}

const doneWords: Record<JobStage, string> = { TRANSCRIPTION: 'All typed.', REVIEW: 'All reviewed.' }

/** Shows what a person has done today, if no job waits for them. */
function AllDone({ stage }: { stage: JobStage }) {
  const did = didToday(useToday().data)
  return (
    <output className="home-card home-done">
      <strong>{doneWords[stage]}</strong>
      {did && ` You did ${did}.`} The next job will appear here.
    </output>
  )
}

/** Shows the next job, with its Start button. */
export function NextUp({ stage, next }: { stage: JobStage; next: ReturnType<typeof useNextUp> }) {
  return (
    <section aria-label="Next up" className="home-section">
      <h2>Next up</h2>
      <HomeFailed of={next} title="The next job couldn’t be loaded." />
      {next.data && <NextJobCard job={next.data} stage={stage} />}
      {next.data === null && <AllDone stage={stage} />}
    </section>
  )
}
