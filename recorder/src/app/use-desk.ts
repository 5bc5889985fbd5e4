import { newRecording } from '@dictara/browser/new-recording'
import type { Recording, RecordingDetails } from '@dictara/browser/recordings'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { type NotHad, openNew, type Shelf, takeFromShelf } from '../sending/shelf.ts'

/** What lies on the desk. */
export type OnDesk =
  | { kind: 'nothing' }
  | { kind: 'recording'; opened: OpenedRecording; atOnce: 'record' | 'submit' | undefined }

/** Puts recordings on the desk and takes them away; one at a time, and one tab at a time. */
export function useDesk(shelf: Shelf) {
  const [onDesk, setOnDesk] = useState<OnDesk>({ kind: 'nothing' })
  const current = useRef<OpenedRecording>(undefined)
  const isBeginning = useRef(false)

  /** Takes away what lies there; resolves once another tab, or this one, may open it again: false when it has to stay. */
  const clear = useCallback(async () => {
    if (!((await current.current?.mayBeKept()) ?? true)) return false
    const closing = current.current?.close()
    current.current = undefined
    setOnDesk({ kind: 'nothing' })
    await closing
    return true
  }, [])
  /** Takes away what is not to be kept; what of it is stored here is removed. */
  const drop = useCallback(async () => {
    const dropped = current.current
    current.current = undefined
    setOnDesk({ kind: 'nothing' })
    await dropped?.forget()
    await dropped?.close()
  }, [])
  useEffect(() => () => void current.current?.close(), [])

  const put = useCallback((opened: OpenedRecording, atOnce?: 'record' | 'submit') => {
    // a browser that is short of room removes recordings last
    void navigator.storage?.persist?.()
    current.current = opened
    // what was to be sent by itself is on its way again
    const asked = opened.recording.submitAskedAt === null ? undefined : 'submit'
    setOnDesk({ kind: 'recording', opened, atOnce: atOnce ?? asked })
  }, [])

  /** Pressed twice it begins one: the second would be nowhere on the page, and held by it. */
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

  /** Answers why it cannot be opened. */
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
    /** It has become a job: there is room for the next. Answers whom it was about. */
    leave: useCallback(() => {
      const details = current.current?.recording.details
      void current.current?.close()
      current.current = undefined
      setOnDesk({ kind: 'nothing' })
      return details
    }, []),
  }
}
