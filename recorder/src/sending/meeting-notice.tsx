import type { Recording } from '@dictara/browser/recordings'
import { useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { wordsOf } from '../ui/use-loaded.ts'
import { clock, patientName } from '../ui/words.ts'
import type { Meeting } from './meet-job.ts'

interface MeetingNoticeProps {
  recording: Recording
  meeting: Meeting | undefined
  /** The length in milliseconds of the sound that exists only here. */
  leftMs: number
  /** Moves the job to the recording's patient, or leaves it. In both cases nothing remains to be sent. */
  onSettle(isToBeMoved: boolean): Promise<void>
}

/** Tells that a job exists already, which sound it holds and which it lacks. */
export function MeetingNotice({ recording, meeting, leftMs, onSettle }: MeetingNoticeProps) {
  const { follows, details } = recording
  if (meeting?.kind === 'other-patient') return <OtherPatient details={details} job={meeting.job} onSettle={onSettle} />
  if (!follows) return null
  const what = recording.file ? 'part' : `the first ${clock(follows.heldMs)}`
  return (
    <Notice
      tone="warning"
      title={`Job ${follows.jobNumber} (${follows.patientName}) already holds ${what} of this recording. It was submitted from another computer.`}
    >
      {recording.file
        ? 'The whole file is still here. You can submit it as a separate dictation or discard it.'
        : `${leftMs < 1_000 ? 'Less than a second' : clock(leftMs)} more is only on this computer. It’s now a separate dictation, which you can submit or discard.`}
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
    [`Leave it with ${job.patientName}`, false],
  ] as const
  return (
    <>
      <Notice
        tone="warning"
        title={`This recording is already job ${job.jobNumber}, for ${job.patientName}.`}
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
        It was submitted before you changed the details. Nothing else will be sent.
      </Notice>
      {problem ? <Notice tone="error" title={problem} /> : null}
    </>
  )
}
