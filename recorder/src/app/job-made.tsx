import type { JobOfDictation } from '@dictara/browser/intake'
import type { RecordingDetails } from '@dictara/browser/recordings'
import { useEffect, useRef } from 'react'
import { CheckIcon } from '../ui/icons.tsx'
import { patientWords } from '../ui/words.ts'

interface JobMadeProps {
  job: Pick<JobOfDictation, 'jobId' | 'jobNumber'>
  details: RecordingDetails | undefined
  productName: string
  onBack(): void
  onAnother(): void
}

/** The dictation has become a job: its number, and the two ways to go on. */
export function JobMade({ job, details, productName, onBack, onAnother }: JobMadeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card narrow job-made">
      <span className="job-check">
        <CheckIcon />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        Job {job.jobNumber} was submitted
      </h1>
      {details ? <p>{patientWords(details.patient)}</p> : null}
      <p className="hint">It is being converted to text now. You can watch it in your job list.</p>
      <div className="desk-actions">
        <button type="button" className="button button-primary" onClick={onBack}>
          Back to {productName}
        </button>
        <button type="button" className="button" onClick={onAnother}>
          Dictate another
        </button>
      </div>
    </section>
  )
}
