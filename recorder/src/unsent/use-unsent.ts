import type { Recording, Recordings } from '@dictara/browser/recordings'
import { useCallback, useEffect, useRef, useState } from 'react'
import { heldRecordings } from '../sending/recording-lock.ts'
import { dropDictation, findSubmitted, listOpenDictations } from '../server-calls.ts'
import { isWorthKeeping, type OpenDictation, type Unsent } from './unsent.ts'

const undoMs = 10_000

/** What this person has not sent yet: on this computer, and on the server from another one. */
export function useUnsent(recordings: Recordings) {
  const [unsent, setUnsent] = useState<Unsent[]>([])
  const [sentMeanwhile, setSentMeanwhile] = useState<string[]>([])
  const [discarded, setDiscarded] = useState<Unsent>()
  const removal = useRef<{ timer: ReturnType<typeof setTimeout>; run: () => Promise<void> }>(undefined)

  const refresh = useCallback(async () => {
    const [kept, held] = await Promise.all([recordings.list(), heldRecordings()])
    const open = await listOpenDictations().catch(() => undefined)
    const here: Unsent[] = []
    for (const recording of kept) {
      const isHeldElsewhere = held.has(recording.recordingId)
      if (recording.isDiscarded || (!isWorthKeeping(recording) && !isHeldElsewhere)) continue
      const chunks = recording.takes.reduce((sum, take) => sum + take.chunks, 0)
      const isWhole = !recording.file || (await recordings.countPieces(recording.recordingId)) === chunks
      here.push({ at: 'here', recording, isHeldElsewhere, isWhole })
    }
    const known = new Set(kept.map(({ dictationId }) => dictationId))
    const elsewhere = (open ?? []).filter(({ dictationId, takes }) => !known.has(dictationId) && takes.length > 0)
    setUnsent([...here, ...elsewhere.map((dictation): Unsent => ({ at: 'server', dictation }))])
  }, [recordings])

  /** Clears what earlier pages left: discarded and empty recordings, and those that were submitted as the page was closed. */
  const clearUp = useCallback(async () => {
    const [kept, held] = await Promise.all([recordings.list(), heldRecordings()])
    for (const recording of kept.filter(({ recordingId }) => !held.has(recordingId))) {
      if (recording.isDiscarded || !isWorthKeeping(recording))
        await removeEverywhere(recordings, recording).catch(() => {})
      else {
        const job = await findSubmitted(recording.dictationId).catch(() => undefined)
        if (!job) continue
        await recordings.remove(recording.recordingId)
        setSentMeanwhile((numbers) => [...numbers, job.jobNumber])
      }
    }
    await recordings.tidy()
    await refresh()
  }, [recordings, refresh])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it sets state only after the browser's store has answered
    void clearUp()
    const look = () => void (document.hidden || refresh())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [clearUp, refresh])

  /** Hides it at once; it is gone for good when nobody asks for it back. */
  const discard = useCallback(
    async (one: Unsent) => {
      await removal.current?.run()
      if (one.at === 'here') await recordings.save({ ...one.recording, isDiscarded: true })
      setDiscarded(one)
      const run = async () => {
        clearTimeout(removal.current?.timer)
        removal.current = undefined
        setDiscarded(undefined)
        // without network it stays marked, and is removed another time
        await (one.at === 'here'
          ? removeEverywhere(recordings, one.recording)
          : dropDictation(one.dictation.dictationId)
        )
          .catch(() => undefined)
          .then(refresh)
      }
      removal.current = { run, timer: setTimeout(() => void run(), undoMs) }
      await refresh()
    },
    [recordings, refresh],
  )

  const undo = useCallback(async () => {
    clearTimeout(removal.current?.timer)
    removal.current = undefined
    if (discarded?.at === 'here') await recordings.save({ ...discarded.recording, isDiscarded: false })
    setDiscarded(undefined)
    await refresh()
  }, [recordings, discarded, refresh])

  const isHidden = (one: Unsent) => isSameDictation(one, discarded)
  return { unsent: unsent.filter((one) => !isHidden(one)), sentMeanwhile, discarded, refresh, discard, undo }
}

const dictationOf = (one: Unsent): Pick<OpenDictation, 'dictationId'> =>
  one.at === 'here' ? one.recording : one.dictation
const isSameDictation = (one: Unsent, other: Unsent | undefined) =>
  other !== undefined && dictationOf(one).dictationId === dictationOf(other).dictationId

async function removeEverywhere(recordings: Recordings, recording: Recording) {
  if (isWorthKeeping(recording)) await dropDictation(recording.dictationId)
  await recordings.remove(recording.recordingId)
}
