import { cutAfter, keptMs, type PlacedMark, placedMarks } from '@dictara/browser/kept-parts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { keptPeaks } from './kept-peaks.ts'

/** The recorded sound, with a way to undo repeating a part of it. */
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
    /** The places to check. */
    marks: useMemo(() => placedMarks(recording.markers ?? [], kept, takes), [recording.markers, kept, takes]),
    mark: () => opened.mark(liveMs),
    unmark: ({ markers }: PlacedMark) => opened.unmark(markers),
    markAgain: ({ markers }: PlacedMark) => opened.markAgain(markers),
    mayKeepAsBefore: before !== null && upcoming === undefined,
    /** The parts to keep if everything after `ms` is recorded again. */
    keptUntil: useCallback((ms: number) => cutAfter(recording.kept, takes, ms), [recording.kept, takes]),
    /** Drops the new version and restores the old one. */
    keepAsBefore: opened.keepAsBefore,
  }
}
