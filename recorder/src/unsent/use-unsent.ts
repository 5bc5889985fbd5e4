import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Meeting } from '../sending/meet-job.ts'
import { createOutbox, type Outcome } from '../sending/outbox.ts'
import type { NotHad, Shelf } from '../sending/shelf.ts'
import { clearUp } from './clear-up.ts'
import { createDiscards, type Discarded } from './discards.ts'
import { listUnsent, type Unsent } from './unsent.ts'

/** The result of a recording in the background, or an unexpected one. */
export type News = Outcome | { kind: 'was a job'; meeting: Meeting }

/**
 * This person's unsent dictations: on this computer, and on the server from elsewhere; submitted ones are being sent.
 */
export function useUnsent(shelf: Shelf) {
  const [unsent, setUnsent] = useState<Unsent[]>([])
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const [news, setNews] = useState<News[]>([])
  const [discarded, setDiscarded] = useState<Discarded>()
  const [changes, setChanges] = useState(0)

  const tell = useCallback((some: News) => setNews((before) => [...before, some]), [])
  const outbox = useMemo(
    () =>
      createOutbox(shelf, (outcome) => {
        tell(outcome)
        setChanges((count) => count + 1)
      }),
    [shelf, tell],
  )
  const discards = useMemo(
    () =>
      createDiscards(shelf, (meeting) => {
        setDiscarded(discards.discarded)
        if (meeting) tell({ kind: 'was a job', meeting })
        setChanges((count) => count + 1)
      }),
    [shelf, tell],
  )

  const refresh = useCallback(async () => {
    await outbox.look()
    const found = await listUnsent(shelf)
    setSending(
      new Set(
        found.flatMap((one) =>
          one.at === 'here' && outbox.isSending(one.recording.recordingId) ? one.recording.recordingId : [],
        ),
      ),
    )
    setUnsent(found)
  }, [shelf, outbox])
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state only after the browser's store has answered
    if (changes > 0) void refresh()
  }, [changes, refresh])

  useEffect(() => {
    const begin = async () => {
      for (const meeting of await clearUp(shelf)) tell(meeting)
      await refresh()
    }
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state only after the browser's store has answered
    void begin()
    const look = () => void (document.hidden || refresh())
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', begin)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', begin)
      void outbox.stop()
    }
  }, [shelf, outbox, refresh, tell])

  const discard = useCallback(
    async (one: Unsent): Promise<NotHad | undefined> => {
      if (one.at === 'here') await outbox.stop(one.recording.recordingId)
      const answer = await discards.discard(one)
      if (typeof answer === 'object') tell({ kind: 'was a job', meeting: answer })
      await refresh()
      return typeof answer === 'string' ? answer : undefined
    },
    [outbox, discards, refresh, tell],
  )

  const isHidden = (one: Unsent) => dictationOf(one) === (discarded && dictationOf(discarded.one))
  return {
    unsent: unsent.filter((one) => !isHidden(one)),
    sending,
    news,
    discarded,
    refresh,
    discard,
    undo: useCallback(() => discards.undo(), [discards]),
    /** This page stops sending it in the background, because it will be opened. */
    stopSending: useCallback((recordingId: string) => outbox.stop(recordingId), [outbox]),
    wake: outbox.wake,
  }
}

const dictationOf = (one: Unsent) => (one.at === 'here' ? one.recording.dictationId : one.dictation.dictationId)
