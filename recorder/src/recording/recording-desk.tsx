import type { Submitted } from '@dictara/browser/intake'
import { useEffect, useEffectEvent } from 'react'
import { ConfirmLine } from '../details/confirm-line.tsx'
import type { useMicrophones } from '../microphone/use-microphones.ts'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { SendingStatus } from '../sending/sending-status.tsx'
import { useLeaveWarning } from '../sending/use-leave-warning.ts'
import { DeskActions } from './desk-actions.tsx'
import { RecorderCard } from './recorder-card.tsx'
import { RecorderNotices } from './recorder-notices.tsx'
import { usePlayer } from './use-player.ts'
import { useRecorded } from './use-recorded.ts'
import { useSubmit } from './use-submit.ts'
import { useTakeRecording } from './use-take-recording.ts'
import { useWakeLock } from './use-wake-lock.ts'

export interface DeskProps {
  opened: OpenedRecording
  /** What the person asked for when it was put on the desk. */
  atOnce: 'record' | 'submit' | undefined
  signInUrl: string
  onSubmitted(job: Submitted): void
  onLater(): void
  onDiscard(): void
  onChangeDetails(): void
}

/** A spoken dictation: record, pause, listen, say a part again, submit. */
export function RecordingDesk({
  microphones,
  ...desk
}: DeskProps & { microphones: ReturnType<typeof useMicrophones> }) {
  const { opened, atOnce } = desk
  const take = useTakeRecording(microphones.chosen, microphones.refresh)
  const recorded = useRecorded(opened, take.sinceLastPiece)
  const player = usePlayer(opened)
  const submit = useSubmit(opened, take.stop, desk.onSubmitted)
  const isRecording = take.phase === 'recording'
  useWakeLock(isRecording)
  // the last second of a take under way is not stored yet
  useLeaveWarning(isRecording || !recorded.isKept)

  const begin = () => {
    player.pause()
    return take.record(async () => opened)
  }
  const doAtOnce = useEffectEvent(() => {
    if (atOnce === 'record') void begin()
    if (atOnce === 'submit') void submit.submit()
  })
  useEffect(() => doAtOnce(), [])

  const { recording, progress } = recorded
  return (
    <>
      <ConfirmLine
        details={recording.details}
        onChange={isRecording || submit.isSubmitting ? undefined : desk.onChangeDetails}
      />
      <RecorderNotices take={take} isKept={recorded.isKept} isUnplayable={player.isUnplayable} />
      <RecorderCard
        microphones={microphones}
        take={take}
        recorded={recorded}
        player={player}
        disabled={submit.isSubmitting}
        onRecord={() => void begin()}
      />
      <SendingStatus
        progress={progress}
        chunks={recording.takes.reduce((sum, { chunks }) => sum + chunks, 0)}
        signInUrl={desk.signInUrl}
        onTryNow={submit.tryNow}
        onChangeDetails={desk.onChangeDetails}
      />
      <DeskActions
        isSubmitting={submit.isSubmitting}
        mayNotSubmit={recorded.lengthMs === 0 && 'There is nothing recorded yet.'}
        isBusy={take.phase === 'opening'}
        onSubmit={() => void submit.submit()}
        onLater={() => void take.stop().then(desk.onLater)}
        onDiscard={() => void take.stop().then(desk.onDiscard)}
      />
    </>
  )
}
