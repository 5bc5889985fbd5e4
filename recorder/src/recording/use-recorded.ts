import { cutAfter, keptMs, type KeptPart } from '@dictara/browser/kept-parts'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { keptPeaks } from './kept-peaks.ts'

/** What is recorded by now, and the way back from saying a part of it again. */
export function useRecorded(opened: OpenedRecording, sinceLastPiece: readonly number[]) {
  const recording = useSyncExternalStore(opened.subscribe, () => opened.recording)
  const progress = useSyncExternalStore(opened.subscribe, () => opened.progress)
  const isKept = useSyncExternalStore(opened.subscribe, () => opened.isKept)
  const [before, setBefore] = useState<readonly KeptPart[]>()
  const { kept, takes } = recording

  const storedPeaks = useMemo(() => keptPeaks(kept, takes, opened.peaks), [kept, takes, opened])
  const liveMs = sinceLastPiece.length * 100

  return {
    recording,
    progress,
    isKept,
    lengthMs: keptMs(kept, takes) + liveMs,
    peaks: sinceLastPiece.length ? [...storedPeaks, ...sinceLastPiece] : storedPeaks,
    maySayAsBefore: before !== undefined,
    /** Keeps what lies before `ms`; the old version stays until the recording is sent. */
    cutAt: useCallback(
      (ms: number) => {
        setBefore(kept)
        opened.keep(cutAfter(kept, takes, ms))
      },
      [opened, kept, takes],
    ),
    /** Takes the new version back: the old one is kept again. */
    keepAsBefore: useCallback(() => {
      if (before) opened.keep(before)
      setBefore(undefined)
    }, [opened, before]),
  }
}
