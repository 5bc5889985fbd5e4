import { useEffect, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import type { useTakeRecording } from './use-take-recording.ts'

interface RecorderNoticesProps {
  take: Pick<ReturnType<typeof useTakeRecording>, 'problem' | 'isSilent' | 'phase'>
  isKept: boolean
  isUnplayable: boolean
}

/** Storing a piece takes a moment; only what lasts is worth a word. */
const lastingMs = 3_000

/** What is wrong with the microphone, the sound or the room on this computer. */
export function RecorderNotices({ take, isKept, isUnplayable }: RecorderNoticesProps) {
  const hasNoRoom = useLasting(!isKept, lastingMs)
  return (
    <>
      {take.problem ? (
        <Notice tone="error" title={take.problem.title}>
          {take.problem.advice}
        </Notice>
      ) : null}
      {take.isSilent && take.phase === 'recording' ? (
        <Notice tone="warning" title="Nothing is heard.">
          Is the microphone on, and the right one chosen?
        </Notice>
      ) : null}
      {hasNoRoom ? (
        <Notice tone="warning" title="This computer has no room left to keep the recording.">
          Please keep this page open until it is sent.
        </Notice>
      ) : null}
      {isUnplayable ? (
        <Notice tone="info" title="This browser cannot play the recording.">
          It can be submitted all the same.
        </Notice>
      ) : null}
    </>
  )
}

function useLasting(isSo: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isSo) return undefined
    const waiting = setTimeout(() => setLasts(true), ms)
    return () => {
      clearTimeout(waiting)
      setLasts(false)
    }
  }, [isSo, ms])
  return lasts
}
