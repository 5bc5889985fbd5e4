import { noteActivity } from '@dictara/browser/activity'
import type { KeptPart } from '@dictara/browser/kept-parts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isHeard } from '../microphone/level.ts'
import { trouble, type MicrophoneTrouble } from '../microphone/microphone-trouble.ts'
import { closeMicrophone, isStream, openMicrophone } from '../microphone/open-microphone.ts'
import { recordingType, recordTake, type TakeRecorder } from '../microphone/take-recorder.ts'
import type { OpenedRecording } from '../sending/opened-recording.ts'

export type TakePhase = 'ready' | 'opening' | 'recording' | 'paused' | 'ending'

const silenceMs = 5_000

/** The current take, if any: its phase, its level, and the trouble with the microphone. */
export function useTakeRecording(deviceId: string, onMicrophoneAllowed: () => void) {
  const [phase, setPhase] = useState<TakePhase>('ready')
  const [isAtRest, setAtRest] = useState(true)
  const [bar, setBar] = useState(0)
  const [sinceLastPiece, setSinceLastPiece] = useState<readonly number[]>([])
  const [isSilent, setSilent] = useState(false)
  const [problem, setProblem] = useState<MicrophoneTrouble>()
  const take = useRef<TakeRecorder>(undefined)
  const ended = useRef<PromiseWithResolvers<void>>(undefined)
  const rest = useRef(Promise.resolve())
  const isBeginning = useRef(false)
  const isGone = useRef(false)
  const heardAt = useRef(0)

  const watchSilence = useCallback((level: number) => {
    const now = performance.now()
    // A background page samples too rarely to detect silence.
    if (isHeard(level) || document.hidden) heardAt.current = now
    setSilent(now - heardAt.current > silenceMs)
  }, [])

  /** Ends the take; resolves when its last piece was delivered. */
  const stop = useCallback(async () => {
    if (!take.current) return
    setPhase('ending')
    take.current.stop()
    await ended.current?.promise
  }, [])

  /**
   * Ends the current take, opens the microphone and starts another one; without a microphone nothing changes. `after`:
   * the part to keep before it. A double press starts only one.
   */
  const record = useCallback(
    async (opened: OpenedRecording, after?: readonly KeptPart[]) => {
      if (isBeginning.current) return
      isBeginning.current = true
      setPhase('opening')
      await stop()
      setPhase('opening')
      setProblem(undefined)
      const stream = await openMicrophone(deviceId)
      isBeginning.current = false
      if (!isStream(stream)) {
        setProblem(stream)
        setPhase('ready')
        return
      }
      if (isGone.current) return closeMicrophone(stream)
      onMicrophoneAllowed()
      opened.startTake(recordingType(), after)
      heardAt.current = performance.now()
      setAtRest(false)
      ended.current = Promise.withResolvers()
      take.current = recordTake(stream, {
        onPiece(piece) {
          // A person may dictate for an hour without touching anything (Q023).
          noteActivity()
          setSinceLastPiece([])
          opened.addPiece(piece)
        },
        onLevel(level, isRunning) {
          // Falls slowly, so that the eye can follow.
          setBar((before) => Math.max(level, before - 6))
          if (!isRunning) return
          setSinceLastPiece((levels) => [...levels, level])
          watchSilence(level)
        },
        onEnd(reason) {
          closeMicrophone(stream)
          opened.endTake()
          take.current = undefined
          setSinceLastPiece([])
          setSilent(false)
          setBar(0)
          setPhase('ready')
          setAtRest(true)
          if (reason !== 'stopped') setProblem(trouble(reason))
          ended.current?.resolve()
        },
      })
      setPhase('recording')
    },
    [deviceId, onMicrophoneAllowed, watchSilence, stop],
  )

  const pause = useCallback(() => {
    const paused = take.current
    if (!paused) return
    setSilent(false)
    setPhase('paused')
    const isPaused = paused.pause()
    rest.current = isPaused
    // Unless it was resumed meanwhile.
    void isPaused.then(() => rest.current === isPaused && setAtRest(true))
  }, [])

  const resume = useCallback(() => {
    heardAt.current = performance.now()
    if (!take.current?.resume()) return
    rest.current = Promise.resolve()
    setAtRest(false)
    setPhase('recording')
  }, [])

  /** Resolves when the words before a pause have been delivered. */
  const whenAtRest = useCallback(() => rest.current, [])

  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      take.current?.stop()
    }
  }, [])

  return { phase, isAtRest, bar, sinceLastPiece, isSilent, problem, record, pause, resume, stop, whenAtRest }
}
