import { cutAfter, keptMs, type PlacedMark, placedMarks } from '@dictara/browser/kept-parts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { keptPeaks } from './kept-peaks.ts'

/** What is recorded by now, and the way back from saying a part of it again. */
export function useRecorded(opened: OpenedRecording, sinceLastPiece: readonly number[]) {
  const recording = useSyncExternalStore(opened.subscribe, () => opened.recording)
  const progress = useSyncExternalStore(opened.subscribe, () => opened.progress)
  const isKept = useSyncExternalStore(opened.subscribe, () => opened.isKept)
  const upcoming = useSyncExternalStore(opened.subscribe, () => opened.upcoming)
  const { takes, before } = recording
  const kept = upcoming ?? recording.kept

  const storedPeaks = useMemo(() => keptPeaks(kept, takes, opened.peaks), [kept, takes, opened])
  const liveMs = sinceLastPiece.length * 100

  return {
    recording,
    progress,
    isKept,
    lengthMs: keptMs(kept, takes) + liveMs,
    peaks: sinceLastPiece.length ? [...storedPeaks, ...sinceLastPiece] : storedPeaks,
    /** What is to be checked. */
    marks: useMemo(() => placedMarks(recording.markers ?? [], kept, takes), [recording.markers, kept, takes]),
    mark: () => opened.mark(liveMs),
    unmark: ({ markers }: PlacedMark) => opened.unmark(markers),
    markAgain: ({ markers }: PlacedMark) => opened.markAgain(markers),
    mayKeepAsBefore: before !== null && upcoming === undefined,
    /** What is kept when what follows `ms` is going to be said again. */
    keptUntil: useCallback((ms: number) => cutAfter(recording.kept, takes, ms), [recording.kept, takes]),
    /** Takes the new version back: the old one is kept again. */
    keepAsBefore: opened.keepAsBefore,
  }
}
