import type { JobRow, JobTrack } from '@dictara/contract/jobs'
import { ageText } from '../jobs/index.ts'
import { cut } from '../../ui/cut.tsx'
import { trackOf } from './track.ts'

const words: Record<JobTrack['step'], string> = {
  HEARD: 'Heard',
  TYPING: 'Typing',
  REVIEW_1: 'Review 1',
  REVIEW_2: 'Review 2',
  FILED: 'Filed',
}
const states: Record<JobTrack['state'], string> = { done: 'done', now: 'now', 'to-come': 'to come' }

/** How far a note is: a dot for each step, with whom and since when at the present one. */
export const JobTrackOfRow = ({ job, now }: { job: JobRow; now: number }) => (
  <ol className="home-track" aria-label={`The way of job ${job.jobNumber}`}>
    {trackOf(job).map(({ step, state, person }) => (
      <li key={step} className={`home-track-${state}`} title={person ?? undefined}>
        {words[step]}
        <span className="home-unseen">, {states[state]}</span>
        {state === 'now' && (
          <span className="home-track-since">
            {' '}
            {person ? cut(person) : ''} since {ageText(now - Date.parse(job.waitingSince))}
          </span>
        )}
      </li>
    ))}
  </ol>
)
