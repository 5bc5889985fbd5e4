import { ageText } from '@dictara/browser/moments'
import type { JobRow } from '@dictara/contract/jobs'
import { cut } from '../../ui/cut.tsx'
import { stepWord, trackStates } from '../jobs/index.ts'
import { trackOf } from './track.ts'

/** Shows how far a note is: a dot for each step; for the current step also the holder and since when. */
export const JobTrackOfRow = ({ job, now }: { job: JobRow; now: number }) => (
  <ol className="home-track" aria-label={`The way of job ${job.jobNumber}`}>
    {trackOf(job).map(({ step, state, person }) => (
      <li key={step} className={`home-track-${state}`} title={person ?? undefined}>
        {stepWord(step, job)}
        <span className="visually-hidden">, {trackStates[state]}</span>
        {state === 'now' && (
          <span className="home-track-since">
            {' '}
            {person ? `${cut(person)} · ` : ''}
            {ageText(now - Date.parse(job.waitingSince))}
          </span>
        )}
      </li>
    ))}
  </ol>
)
