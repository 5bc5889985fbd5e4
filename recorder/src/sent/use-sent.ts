import type { JobOfDictation } from '@dictara/browser/intake'
import type { RecordingDetails } from '@dictara/browser/recordings'
import { openLive } from '@dictara/browser/live'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { listRecentJobs } from '../server-calls.ts'
import { patientWords } from '../ui/words.ts'
import { mergeSent, type SentJob, withFrame, withSubmitted } from './sent-jobs.ts'

/** A submission, announced once where it is made; its state is shown in the stack. */
export type Submitted = Pick<JobOfDictation, 'jobId' | 'jobNumber' | 'patientName'>

/** The submitted dictation and its patient, for the person to confirm by eye (Q185). */
export interface Said {
  job: string
  patient: string | undefined
}

/** How long the page waits for the stack above the next dictation. */
const waitMs = 1_000

/** The dictations this person sent last with their live status; after a reload, as the server lists them. */
export function useSent(userId: string) {
  const [sent, setSent] = useState<SentJob[]>([])
  const [said, setSaid] = useState<Said>()
  const [isKnown, setKnown] = useState(false)

  // A failed request is no problem: the web application's lists have the jobs.
  const look = useCallback(
    () =>
      listRecentJobs().then(
        (rows) => setSent((known) => mergeSent(known, rows, userId, Date.now())),
        () => undefined,
      ),
    [userId],
  )
  const isOtherStage = useEffectEvent((jobId: string, status: SentJob['status']) =>
    sent.some((job) => job.jobId === jobId && job.status !== status),
  )
  useEffect(() => {
    // A slow answer must not delay dictation.
    const waiting = setTimeout(() => setKnown(true), waitMs)
    void look().then(() => setKnown(true))
    return () => clearTimeout(waiting)
  }, [look])
  useEffect(
    () =>
      openLive({
        frame(frame) {
          if (frame.type !== 'job') return
          const isMoved = isOtherStage(frame.jobId, frame.status)
          setSent((known) => withFrame(known, frame))
          if (isMoved) void look()
        },
        reconnected: () => void look(),
      }),
    [look],
  )

  const add = useCallback(
    (job: Submitted, patient: RecordingDetails['patient'] | undefined) => {
      setSent((known) => withSubmitted(known, job))
      setSaid({ job: `Job ${job.jobNumber} was submitted`, patient: patient && patientWords(patient) })
      void look()
    },
    [look],
  )
  return { sent, said, isKnown, add, look }
}
