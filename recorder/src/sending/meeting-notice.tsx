import type { Recording } from '@dictara/browser/recordings'
import { useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { wordsOf } from '../ui/use-loaded.ts'
import { clock, patientName } from '../ui/words.ts'
import type { Meeting } from './meet-job.ts'

interface MeetingNoticeProps {
  recording: Recording
  meeting: Meeting | undefined
  /** How much of it is only here, in milliseconds. */
  leftMs: number
  /** Moves the job to the patient of the recording, or leaves it: either way nothing is left to send. */
  onSettle(isToBeMoved: boolean): Promise<void>
}

/** There is a job already: what it holds, and what it does not. */
export function MeetingNotice({ recording, meeting, leftMs, onSettle }: MeetingNoticeProps) {
  const { follows, details } = recording
  if (meeting?.kind === 'other-patient') return <OtherPatient details={details} job={meeting.job} onSettle={onSettle} />
  if (!follows) return null
  const what = recording.file ? 'a part' : `the first ${clock(follows.heldMs)}`
  return (
    <Notice
      tone="warning"
      title={`Job ${follows.jobNumber} of ${follows.patientName} was made of ${what} of this recording, from another computer.`}
    >
      {recording.file
        ? 'The whole file is still here: it can be submitted as a dictation of its own, or discarded.'
        : `${leftMs < 1_000 ? 'Less than a second' : clock(leftMs)} that is only here is not in it: it is a dictation of its own now, and can be submitted or discarded.`}
    </Notice>
  )
}

interface OtherPatientProps extends Pick<MeetingNoticeProps, 'onSettle'> {
  details: Recording['details']
  job: Meeting['job']
}

function OtherPatient({ details, job, onSettle }: OtherPatientProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const wanted = patientName(details.patient)
  const settle = async (isToBeMoved: boolean) => {
    setBusy(true)
    setProblem(undefined)
    await onSettle(isToBeMoved).catch((error: unknown) => setProblem(wordsOf(error)))
    setBusy(false)
  }
  const buttons = [
    [`Move it to ${wanted}`, true],
    [`Leave it to ${job.patientName}`, false],
  ] as const
  return (
    <>
      <Notice
        tone="warning"
        title={`This recording is job ${job.jobNumber} already, for ${job.patientName}.`}
        actions={buttons.map(([words, isToBeMoved]) => (
          <button
            key={words}
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void settle(isToBeMoved)}
          >
            {words}
          </button>
        ))}
      >
        It was submitted before its details were changed. Nothing more is sent.
      </Notice>
      {problem ? <Notice tone="error" title={problem} /> : null}
    </>
  )
}
