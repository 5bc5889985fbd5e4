import { useNow } from '@dictara/browser/use-now'
import { agoText, momentIn } from '@dictara/browser/moments'
import type { Job, JobTrack } from '@dictara/contract/jobs'
import { stepWord, trackStates } from '../../jobs/index.ts'
import { useTrack } from '../reading/note-queries.ts'
import { initialled } from './initialled.ts'

/** A failed job is shown at the step that failed. */
const failedSteps: Partial<Record<JobTrack['step'], string>> = { HEARD: 'Conversion failed', FILED: 'Filing failed' }

/** The past and coming steps of the job: who has it, and since when. */
export function TrackLine({ job }: { job: Job }) {
  const { data } = useTrack(job.jobId)
  const now = useNow()
  // Reserve the place, so that nothing below moves.
  if (!data) return <div className="desk-track" />
  return (
    <ol aria-label="Track of the job" className="desk-track">
      {data.map(({ step, state, person, since }) => {
        const told = [trackStates[state], person, since && momentIn(since, job.timeZone)].filter(Boolean).join(' · ')
        const failed = state === 'now' && job.status === 'INCOMPLETE' ? failedSteps[step] : undefined
        const isDoneBy = state === 'done' && person && since
        return (
          <li key={step} className={failed ? 'is-failed' : `is-${state}`} title={told}>
            {failed ?? stepWord(step, job)}
            {state === 'now' && person && ` ${person}`}
            {isDoneBy && ` ${initialled(person)} ${agoText(now - Date.parse(since))}`}
            <span className="visually-hidden"> {told}</span>
          </li>
        )
      })}
    </ol>
  )
}
