import type { JobOfDictation } from '@dictara/browser/intake'
import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'

/** Submits a recording once; a refusal is shown with the sending status, and the recording stays. */
export function useSubmit(
  opened: OpenedRecording,
  beforeSubmit: () => Promise<void>,
  onSubmitted: (job: JobOfDictation) => void,
) {
  const [isAsking, setAsking] = useState(false)
  const meeting = useSyncExternalStore(opened.subscribe, () => opened.meeting)

  // Whether it was submitted here, or had been submitted before.
  const finish = useEffectEvent((job: JobOfDictation) => onSubmitted(job))
  useEffect(() => {
    if (meeting?.kind === 'sent') finish(meeting.job)
  }, [meeting])

  const submit = useCallback(async () => {
    setAsking(true)
    opened.askToSubmit()
    await beforeSubmit()
    // Withdrawn while the last words were awaited.
    if (opened.recording.submitAskedAt === null) return
    await opened.submit().then(
      ({ kind }) => setAsking(kind === 'sent'),
      () => setAsking(false),
    )
  }, [opened, beforeSubmit])

  const wait = useCallback(() => {
    opened.waitWithSubmit()
    setAsking(false)
  }, [opened])

  return { isSubmitting: isAsking || meeting?.kind === 'sent', submit, wait, tryNow: opened.sendNow }
}
