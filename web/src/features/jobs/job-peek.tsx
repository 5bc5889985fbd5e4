import { useNow } from '@dictara/browser/use-now'
import { fullMomentIn } from '@dictara/browser/moments'
import { call } from '@dictara/browser/call'
import type { JobRow } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { plainText } from '@dictara/dictation/note-text'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Failed } from '../../ui/failed.tsx'
import { isAskedSomething } from '../../ui/is-asked-something.ts'
import { StagePill } from '@dictara/browser/stage-pill'
import { Waiting } from './job-cells.tsx'
import { JobOpeningActions } from './job-opening-actions.tsx'
import './job-peek.css'
import { audioLength } from '@dictara/browser/clock'
import { patientFacts } from './job-waiting.ts'

interface JobPeekProps {
  job: JobRow | undefined
  slug: string
  /** Moves to the next or the previous row. */
  onMove: (by: 1 | -1) => void
  onClose: () => void
}

/** A preview of a job that neither takes nor opens it: its patient, its holder, and its text. */
export function JobPeek({ job, slug, onMove, onClose }: JobPeekProps) {
  const move = useEffectEvent((event: KeyboardEvent) => {
    const by = ({ j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 } as const)[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey || isAskedSomething(true)) return
    if (by) onMove(by)
  })
  const isOpen = job !== undefined
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = (event: KeyboardEvent) => move(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])
  return (
    <Drawer
      title={job && `Job ${job.jobNumber}`}
      placement="right"
      size={480}
      open={isOpen}
      onClose={onClose}
      extra={job && <JobOpeningActions key={job.jobId} job={job} slug={slug} isAlone />}
    >
      {job && <Look job={job} />}
    </Drawer>
  )
}

const hasNoText: readonly JobRow['status'][] = ['RECEIVED', 'CONVERTING']

function Look({ job }: { job: JobRow }) {
  const now = useNow()
  const note = useQuery({
    queryKey: ['note-look', job.jobId, job.version],
    enabled: !hasNoText.includes(job.status),
    queryFn: async ({ signal }) =>
      (await call(noteCalls.getSections, { params: { id: job.jobId } }, { signal, handler: 'page' })).result[0]!,
  })
  const reviewers = job.reviewedBy.map(({ fullName }) => fullName).join(', ')
  const facts: (readonly [string, ReactNode])[] = [
    ['Waiting', <Waiting key="waiting" job={job} />],
    ['Held By', job.heldBy?.fullName ?? 'Unassigned'],
    ['Work Type', job.workType],
    ['Author', job.author],
    ['Facility Name', job.facility.facilityName],
    ['Audio Length', job.audioLength > 0 && audioLength(job.audioLength)],
    ['Submitted Time', fullMomentIn(job.submissionTime, job.timeZone)],
    ['Typed by', job.transcribedBy?.fullName],
    ['Reviewed by', reviewers],
  ]
  return (
    <>
      <div className="job-peek-head">
        <div>
          <strong>{job.patientName}</strong>
          <div className="list-second">{patientFacts(job, now)}</div>
        </div>
        {job.priority === 'STAT' && <strong className="job-stat">STAT</strong>}
        <StagePill job={job} />
      </div>
      {job.reasonForFailing && <p className="job-peek-reason">{job.reasonForFailing}</p>}
      {job.comments[0] && (
        <p className="job-peek-comment">
          {job.comments[0].userName}: {job.comments[0].comment}
        </p>
      )}
      <dl className="job-peek-facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Failed of={note} title="The note couldn’t be loaded." inServersWords />
      {hasNoText.includes(job.status) && <p>Its note is still being made from the recording.</p>}
      {note.isPending && note.isFetching && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {note.data?.sections.map(({ id, heading, content }) => (
        <section key={id} className="job-peek-section">
          {heading.customUIHeading && <h2>{heading.customUIHeading}</h2>}
          {content.map(({ value }, place) => (
            <p key={`${place}`}>{plainText(value)}</p>
          ))}
        </section>
      ))}
    </>
  )
}
