import type { Intake, Submitted } from '@dictara/browser/intake'
import { newId } from '@dictara/browser/new-id'
import { takeOfFile } from '@dictara/browser/recorded-file'
import type { Recording, RecordingDetails, Recordings } from '@dictara/browser/recordings'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDictation } from '../server-calls.ts'
import { openForWork, type OpenedRecording } from '../sending/opened-recording.ts'
import { holdRecording } from '../sending/recording-lock.ts'

/** What lies on the desk: a recording, or the job that was made of one. */
export type OnDesk =
  | { kind: 'nothing' }
  | { kind: 'recording'; opened: OpenedRecording; atOnce: 'record' | 'submit' | undefined }
  | { kind: 'job'; job: Submitted; details: RecordingDetails | undefined }

const begun = (details: RecordingDetails, file?: File): Recording => ({
  recordingId: newId(),
  dictationId: newId(),
  details,
  file: file ? { name: file.name, sizeBytes: file.size } : null,
  createdAt: Date.now(),
  takes: file ? [takeOfFile(file)] : [],
  kept: file ? [{ take: 0, startMs: 0, endMs: null }] : [],
  isDiscarded: false,
})

/** Puts recordings on the desk and takes them away; one at a time, and one tab at a time. */
export function useDesk(recordings: Recordings, intake: Intake) {
  const [onDesk, setOnDesk] = useState<OnDesk>({ kind: 'nothing' })
  const current = useRef<OpenedRecording>(undefined)

  /** Takes away what lies there; resolves once another tab, or this one, may open it again. */
  const clear = useCallback(async () => {
    const closing = current.current?.close()
    current.current = undefined
    setOnDesk({ kind: 'nothing' })
    await closing
  }, [])
  useEffect(() => () => void current.current?.close(), [])

  const open = useCallback(
    async (recording: Recording, atOnce?: 'record' | 'submit', file?: File) => {
      await current.current?.close()
      current.current = undefined
      const release = await holdRecording(recording.recordingId)
      if (!release) return
      // a browser that is short of room removes recordings last
      void navigator.storage?.persist?.()
      const opened = openForWork({
        recordings,
        recording,
        intake,
        file,
        peaks: recording.file ? undefined : await loadPeaks(recordings, recording),
        dropOnServer: (dictationId) => void dropDictation(dictationId).catch(() => undefined),
        onClose: release,
      })
      current.current = opened
      setOnDesk({ kind: 'recording', opened, atOnce })
    },
    [recordings, intake],
  )

  return {
    onDesk,
    clear,
    open,
    sendNow: useCallback(() => current.current?.sendNow(), []),
    record: useCallback((details: RecordingDetails) => open(begun(details), 'record'), [open]),
    openFile: useCallback(
      (details: RecordingDetails, file: File) => open(begun(details, file), undefined, file),
      [open],
    ),
    showJob: useCallback((job: Submitted) => {
      const details = current.current?.recording.details
      void current.current?.close()
      current.current = undefined
      setOnDesk({ kind: 'job', job, details })
    }, []),
  }
}

async function loadPeaks(recordings: Recordings, { recordingId, takes }: Recording) {
  const peaks = new Map<number, number[]>()
  for (const { take } of takes) {
    const pieces = await recordings.readTake(recordingId, take)
    peaks.set(
      take,
      pieces.flatMap((piece) => piece.peaks),
    )
  }
  return peaks
}
