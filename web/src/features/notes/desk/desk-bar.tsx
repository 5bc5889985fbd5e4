import { useNow } from '@dictara/browser/use-now'
import { agoText } from '@dictara/browser/moments'
import type { StoredUser } from '@dictara/contract/identity'
import type { Job } from '@dictara/contract/jobs'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode } from 'react'
import { Link } from 'react-router'
import { useMedia } from '../../../ui/use-media.ts'
import { EditorBreadcrumb, listOf } from '../job/editor-breadcrumb.tsx'
import { isTranscription } from '../reading/is-transcription.ts'
import { DueTime, Stat } from '../../jobs/index.ts'
import { useDemographics, useTrack } from '../reading/note-queries.ts'
import { ageOn } from './age.ts'
import { initialled } from './initialled.ts'

interface DeskBarProps {
  job: Job
  user: StoredUser
  /** Stage slug of the address. */
  stage: string
  isOlder: boolean
  /** The text has been painted; queries about the job follow. */
  isPainted: boolean
  /** Shows where the text is saved. */
  saved: ReactNode
  /** Buttons that open the patient and the menu. */
  tools: ReactNode
  /** The actions of the job. */
  actions: ReactNode
}

/** Sex, age, birth date and number of the patient, as far as known. */
function usePatientFacts(job: Job, isPainted: boolean): string {
  const isNarrow = useMedia('(width < 700px)')
  const { data } = useDemographics(job.jobId, isPainted)
  const born = data?.get('DATE OF BIRTH') ?? ''
  const mrn = data?.get('MRN')
  const sex = data?.get('GENDER')?.slice(0, 1) ?? ''
  const who = [sex, ageOn(job.today, born)].filter((fact) => fact !== '').join(' ')
  const facts = [who, born, mrn && `MRN ${mrn}`].filter(Boolean)
  // On a narrow page, put the number first, because it must not be cut.
  return (isNarrow ? facts.toReversed() : facts).join(' · ')
}

const levels = { LEVEL_1: 'Review 1', LEVEL_2: 'Review 2' } as const

/** The job's progress and the people who worked on it; `typedAgo`: how long ago the text was handed in. */
function wayOf(
  { level, levels: all, transcribedBy, reviewedBy }: Job,
  typedAgo: string | null,
  named = (name: string) => name,
): string {
  const review = level && (all ? `${levels[level]} of ${all}` : levels[level])
  const typed = transcribedBy && ['typed by', named(transcribedBy.fullName), typedAgo].filter(Boolean).join(' ')
  const reviewed = reviewedBy.map(({ fullName }) => `reviewed by ${named(fullName)}`)
  return [review, typed, ...reviewed].filter(Boolean).join(' · ')
}

/** How long ago the text was handed in: "18 min ago"; null while it is being typed. */
function useTypedAgo({ jobId }: Job, isPainted: boolean): string | null {
  const { data } = useTrack(jobId, isPainted)
  const now = useNow()
  const since = data?.find(({ step, state }) => step === 'TYPING' && state === 'done')?.since
  return since ? agoText(now - Date.parse(since)) : null
}

/** The most letters that fit in large type. */
const shortName = 18

/** Patient, job, save state and actions, always visible. */
export function DeskBar({ job, user, stage, isOlder, isPainted, saved, tools, actions }: DeskBarProps) {
  const facts = usePatientFacts(job, isPainted)
  const typedAgo = useTypedAgo(job, isPainted)
  const way = wayOf(job, typedAgo, initialled)
  return (
    <div className="desk-bar">
      <div className="desk-head">
        <Link className="desk-back" to={listOf(user, stage, isOlder)} aria-label="Back to the list">
          <ArrowLeft size={18} aria-hidden />
        </Link>
        <div className="desk-who">
          <p className={job.patientName.length > shortName ? 'desk-patient is-long' : 'desk-patient'}>
            <strong title={job.patientName}>{job.patientName}</strong>{' '}
            <span title={facts}>
              <Stat job={job} />
              {job.priority === 'STAT' && ' '}
              {facts}
            </span>
          </p>
          <div className={way ? 'desk-way has-steps' : 'desk-way'}>
            <EditorBreadcrumb job={job} user={user} stage={stage} isOlder={isOlder} />
            <DueTime job={job} />
            <span className="desk-stage" title={wayOf(job, typedAgo)}>
              {[isOlder && job.jobName, way].filter(Boolean).join(' · ')}
            </span>
          </div>
          <h1 className="visually-hidden">
            {isTranscription(job) ? 'Job Editor' : 'Job Review'} {job.jobName}
          </h1>
        </div>
        <div className="desk-saved">{saved}</div>
        {tools}
      </div>
      {actions}
    </div>
  )
}
