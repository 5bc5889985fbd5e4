import type { Submitted } from '@dictara/browser/intake'
import { useCallback, useState } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'

/** Submits a recording once; a refusal is shown where the sending is shown, and the recording stays. */
export function useSubmit(
  opened: OpenedRecording,
  beforeSubmit: () => Promise<void>,
  onSubmitted: (job: Submitted) => void,
) {
  const [isSubmitting, setSubmitting] = useState(false)

  const submit = useCallback(async () => {
    setSubmitting(true)
    await beforeSubmit()
    await opened.submit().then(onSubmitted, () => setSubmitting(false))
  }, [opened, beforeSubmit, onSubmitted])

  return { isSubmitting, submit, tryNow: opened.sendNow }
}
