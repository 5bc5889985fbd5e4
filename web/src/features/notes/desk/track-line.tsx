import { useNow } from '@dictara/browser/use-now'
import { agoText, momentIn } from '@dictara/browser/moments'
import type { Job } from '@dictara/contract/jobs'
import { trackStates, trackSteps } from '../../jobs/index.ts'
import { useTrack } from '../reading/note-queries.ts'
import { initialled } from './initialled.ts'

/** What happened to the job so far, and what is to come: with whom, and since when. */
export function TrackLine({ job }: { job: Job }) {
  const { data } = useTrack(job.jobId)
  const now = useNow()
  // What stands below it keeps its place.
  if (!data) return <div className="desk-track" />
  return (
    <ol aria-label="Track of the job" className="desk-track">
      {data.map(({ step, state, person, since }) => {
        const told = [trackStates[state], person, since && momentIn(since, job.timeZone)].filter(Boolean).join(' · ')
        const isDoneBy = state === 'done' && person && since
        return (
          <li key={step} className={`is-${state}`} title={told}>
            {trackSteps[step]}
            {state === 'now' && person && ` ${person}`}
            {isDoneBy && ` ${initialled(person)} ${agoText(now - Date.parse(since))}`}
            <span className="dictara-unseen"> {told}</span>
          </li>
        )
      })}
    </ol>
  )
}
