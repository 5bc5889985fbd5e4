import { ageText } from '@dictara/browser/moments'
import type { AtWork, System } from '@dictara/contract/dashboards'
import { CircleCheck, CircleDot, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../platform/paths.ts'
import { useUser } from '../../platform/use-user.ts'
import { editorOf, trackSteps } from '../jobs/index.ts'

/** The people who hold jobs, each with the jobs and since when. The person who took a job last comes first. */
export function PeopleAtWork({ atWork, now }: { atWork: AtWork | undefined; now: number }) {
  const user = useUser()
  const people = atWork?.people ?? []
  const more = (atWork?.total ?? 0) - people.length
  return (
    <section aria-label="At work now" className="home-section">
      <h2>At work now</h2>
      {!atWork && <p className="home-quiet">–</p>}
      {atWork && people.length === 0 && <p className="home-quiet">Nobody holds a job.</p>}
      <ul className="home-jobs">
        {people.map(({ id, fullName, stage, jobId, jobNumber, since, jobs }) => (
          <li key={id} className="home-person">
            <strong>{fullName}</strong>
            <span>
              {trackSteps[stage]} <Link to={user ? editorOf(user, jobId, 'in-progress') : ''}>{jobNumber}</Link> since{' '}
              {ageText(now - Date.parse(since))}
            </span>
            <span className="home-quiet">{jobs > 1 ? `and ${jobs - 1} more` : ''}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="home-quiet">And {more} more.</p>}
    </section>
  )
}

const names: Record<System['system'], string> = { SPEECH: 'Speech', EHR: 'EHR', MAIL: 'Mail' }
/** How long work may wait before somebody should look at it. */
const slowAfterMs: Record<System['system'], number> = { SPEECH: 15 * 60_000, EHR: 10 * 60_000, MAIL: 5 * 60_000 }

type State = 'fine' | 'slow' | 'failed' | 'none'
const states: Record<State, { word: string; Icon: typeof CircleCheck }> = {
  fine: { word: 'Working', Icon: CircleCheck },
  slow: { word: 'Slow', Icon: TriangleAlert },
  failed: { word: 'Failing', Icon: TriangleAlert },
  none: { word: 'Not set up', Icon: CircleDot },
}

const count = (jobs: number, one: string, many: string) => `${jobs} ${jobs === 1 ? one : many}`

/** The number of waiting items, in words that fit the system. */
const waits: Record<System['system'], (jobs: number) => string> = {
  SPEECH: (jobs) => count(jobs, 'dictation is being converted', 'dictations are being converted'),
  EHR: (jobs) => count(jobs, 'note is waiting to be filed', 'notes are waiting to be filed'),
  MAIL: (jobs) => count(jobs, 'email is waiting to be sent', 'emails are waiting to be sent'),
}
const nothing: Record<System['system'], string> = {
  SPEECH: 'No dictations are waiting.',
  EHR: 'No notes are waiting.',
  MAIL: 'No emails are waiting.',
}
const lastOnes = (jobs: number, one: string) => (jobs === 1 ? `The last ${one}` : `The last ${jobs} ${one}s`)
const failures: Record<System['system'], (jobs: number) => string> = {
  SPEECH: (jobs) => `${lastOnes(jobs, 'dictation')} couldn’t be converted, and none has been since.`,
  EHR: (jobs) => `${lastOnes(jobs, 'note')} couldn’t be filed, and none has been since.`,
  MAIL: (jobs) => `${lastOnes(jobs, 'email')} couldn’t be sent, and none has been since.`,
}
const keptWords: Record<System['system'], string> = {
  SPEECH: '',
  EHR: 'No EHR is connected: finished notes stay in Dictara.',
  MAIL: 'No mail server is set up: emails are kept in Mailbox.',
}

/** The page that lists the failures of a system. */
const failedAt: Record<System['system'], string> = {
  SPEECH: paths.myJobs('incomplete'),
  EHR: `${paths.delivery}?states=FAILED`,
  MAIL: '',
}

function unreadWords({ facilityName, since, failure, facilities }: NonNullable<System['unread']>, now: number) {
  const more =
    facilities > 1 ? ` The same is so at ${count(facilities - 1, 'other facility', 'other facilities')}.` : ''
  return `The patients of ${facilityName} couldn’t be read for ${ageText(now - Date.parse(since))}: ${failure}${more}`
}

/** The state of a system and its reason, in plain words. */
export function systemInWords(
  { system, way, waiting, waitingSince, failed, trouble, unread }: System,
  now: number,
): { state: State; words: string } {
  if (way === 'NONE') return { state: 'none', words: 'No mail server is set up, so nobody can be invited.' }
  const age = waitingSince ? now - Date.parse(waitingSince) : 0
  const wait = waiting > 0 ? `${waits[system](waiting)}, the oldest for ${ageText(age)}.` : nothing[system]
  const words = [
    trouble && `It can’t be used: ${trouble}.`,
    way === 'KEPT' && keptWords[system],
    (way !== 'KEPT' || waiting > 0) && wait,
    failed ? failures[system](failed) : '',
    unread && unreadWords(unread, now),
  ]
  const state =
    failed || trouble || unread
      ? 'failed'
      : waiting > 0 && age >= slowAfterMs[system]
        ? 'slow'
        : way === 'KEPT'
          ? 'none'
          : 'fine'
  return { state, words: words.filter(Boolean).join(' ') }
}

/** Shows whether speech, EHR and mail work, because the work of the clinic depends on them. */
export function Systems({ atWork, now }: { atWork: AtWork | undefined; now: number }) {
  return (
    <section aria-label="Systems" className="home-section">
      <h2>Systems</h2>
      {!atWork && <p className="home-quiet">–</p>}
      <ul className="home-jobs">
        {(atWork?.systems ?? []).map((system) => {
          const { state, words } = systemInWords(system, now)
          const { word, Icon } = states[state]
          return (
            <li key={system.system} className="home-system">
              <strong>{names[system.system]}</strong>
              <span className={`home-system-state is-${state}`}>
                <Icon size={16} aria-hidden /> {word}
              </span>
              <span>
                {system.engine && `${system.engine.label}. `}
                {words} {Boolean(system.failed) && <Link to={failedAt[system.system]}>Show</Link>}
                {system.unread && <Link to={paths.facility(system.unread.facilityId)}> Facility</Link>}
                {system.isVoiceSearchMissing && (
                  <span className="home-quiet">
                    Words heard in noise stay in drafts: this kind of computer cannot run the search for voices.{' '}
                  </span>
                )}
                {system.engine?.isBasic && (
                  <span className="home-quiet">
                    Drafts will be rough. Whoever runs Dictara finds in docs/operating/speech.md how to use a better
                    engine.
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
