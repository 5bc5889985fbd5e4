import { newRecording } from '@dictara/browser/new-recording'
import type { Recording, RecordingDetails } from '@dictara/browser/recordings'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { type NotHad, openNew, type Shelf, takeFromShelf } from '../sending/shelf.ts'

/** The contents of the desk. */
export type OnDesk =
  | { kind: 'nothing' }
  | { kind: 'recording'; opened: OpenedRecording; atOnce: 'record' | 'submit' | undefined }

/** Puts recordings on the desk and takes them off, one at a time and in one tab at a time. */
export function useDesk(shelf: Shelf) {
  const [onDesk, setOnDesk] = useState<OnDesk>({ kind: 'nothing' })
  const current = useRef<OpenedRecording>(undefined)
  const isBeginning = useRef(false)

  /** Clears the desk. Resolves once this or another tab may open the recording again, with false when it has to stay. */
  const clear = useCallback(async () => {
    if (!((await current.current?.mayBeKept()) ?? true)) return false
    const closing = current.current?.close()
    current.current = undefined
    setOnDesk({ kind: 'nothing' })
    await closing
    return true
  }, [])
  /** Takes an unwanted recording off the desk and removes its stored parts. */
  const drop = useCallback(async () => {
    const dropped = current.current
    current.current = undefined
    setOnDesk({ kind: 'nothing' })
    await dropped?.forget()
    await dropped?.close()
  }, [])
  useEffect(() => () => void current.current?.close(), [])

  const put = useCallback((opened: OpenedRecording, atOnce?: 'record' | 'submit') => {
    // A browser short of space deletes persistent data last.
    void navigator.storage?.persist?.()
    current.current = opened
    // A recording to be submitted in the background is being sent again.
    const asked = opened.recording.submitAskedAt === null ? undefined : 'submit'
    setOnDesk({ kind: 'recording', opened, atOnce: atOnce ?? asked })
  }, [])

  /** A double press starts only one recording: the page could not show a second one, but would hold it. */
  const begin = useCallback(
    async (recording: Recording, file?: File) => {
      if (isBeginning.current) return
      isBeginning.current = true
      try {
        put(await openNew(shelf, recording, file), file ? undefined : 'record')
      } finally {
        isBeginning.current = false
      }
    },
    [shelf, put],
  )

  /** Returns the reason why the recording cannot be opened. */
  const open = useCallback(
    async ({ recordingId }: Recording, atOnce?: 'submit', file?: File): Promise<NotHad | undefined> => {
      await current.current?.close()
      current.current = undefined
      const opened = await takeFromShelf(shelf, recordingId, { file })
      if (typeof opened === 'string') {
        setOnDesk({ kind: 'nothing' })
        return opened
      }
      put(opened, atOnce)
      return undefined
    },
    [shelf, put],
  )

  return {
    onDesk,
    clear,
    drop,
    open,
    sendNow: useCallback(() => current.current?.sendNow(), []),
    record: useCallback((details: RecordingDetails) => begin(newRecording(details)), [begin]),
    openFile: useCallback((details: RecordingDetails, file: File) => begin(newRecording(details, file), file), [begin]),
    /** It has become a job, so the next one can start. Returns its details, with the patient. */
    leave: useCallback(() => {
      const details = current.current?.recording.details
      void current.current?.close()
      current.current = undefined
      setOnDesk({ kind: 'nothing' })
      return details
    }, []),
  }
}
