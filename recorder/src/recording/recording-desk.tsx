import type { JobOfDictation } from '@dictara/browser/intake'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { ConfirmLine } from '../details/confirm-line.tsx'
import { Headings } from '../headings/headings.tsx'
import { useTemplate } from '../headings/use-template.ts'
import type { useMicrophones } from '../microphone/use-microphones.ts'
import type { OpenedRecording } from '../sending/opened-recording.ts'
import { MeetingNotice } from '../sending/meeting-notice.tsx'
import { Saved, SendingNotice } from '../sending/sending-status.tsx'
import { useLeaveWarning } from '../sending/use-leave-warning.ts'
import { useLasting } from '../ui/use-lasting.ts'
import { DeskActions } from './desk-actions.tsx'
import { RecorderCard } from './recorder-card.tsx'
import { RecorderNotices } from './recorder-notices.tsx'
import { RecorderState } from './recorder-state.tsx'
import { usePlayer } from './use-player.ts'
import { useRecorded } from './use-recorded.ts'
import { useSubmit } from './use-submit.ts'
import { useTakeRecording } from './use-take-recording.ts'
import { useWakeLock } from './use-wake-lock.ts'

export interface DeskProps {
  opened: OpenedRecording
  /** The action requested when it was put on the desk. */
  atOnce: 'record' | 'submit' | undefined
  signInUrl: string
  onSubmitted(job: JobOfDictation): void
  onLater(): void
  onDiscard(): void
  /** Requests other details; not possible during submission. */
  onChangeDetails(): void
  /** Moves the existing job to the recording's patient, or leaves it. */
  onSettle(isToBeMoved: boolean): Promise<void>
  /** Other details are being chosen, so it is not submitted meanwhile. */
  isChanging: boolean
  onSubmitting(isSubmitting: boolean): void
  /** Further notices and choices about it. */
  children: ReactNode
}

/** Only a waiting recording can surely be held back: one being sent may have arrived. */
export const isHeldBack = ({ phase }: OpenedRecording['progress']) => phase === 'waiting' || phase === 'signed-out'

/** A spoken dictation: record, pause, listen, repeat a part, submit. */
export function RecordingDesk({
  microphones,
  ...desk
}: DeskProps & { microphones: ReturnType<typeof useMicrophones> }) {
  const { opened, atOnce } = desk
  const take = useTakeRecording(microphones.chosen, microphones.refresh)
  const recorded = useRecorded(opened, take.sinceLastPiece)
  const player = usePlayer(opened, take.phase === 'ready' || take.phase === 'paused', take.whenAtRest)
  const submit = useSubmit(opened, take.stop, desk.onSubmitted)
  // Storing a piece takes a moment.
  const hasNoRoom = useLasting(!recorded.isKept)
  const isRecording = take.phase === 'recording'
  useWakeLock(isRecording)
  // The last second of a running take is not stored yet.
  useLeaveWarning(!take.isAtRest || !recorded.isKept)

  const doAtOnce = useEffectEvent(() => {
    if (atOnce === 'record') void take.record(opened)
    if (atOnce === 'submit') void submit.submit()
  })
  useEffect(() => doAtOnce(), [])

  const { recording, progress } = recorded
  const { template, news, showNew } = useTemplate(recording.details)
  const lastTake = recording.takes.at(-1)
  const { isSubmitting } = submit
  const isJob = opened.meeting?.kind === 'other-patient'
  const tellSubmitting = useEffectEvent(desk.onSubmitting)
  useEffect(() => void tellSubmitting(isSubmitting), [isSubmitting])
  const mayNotSubmit = (isJob && 'It’s already a job.') || (desk.isChanging && 'Finish changing the details first.')
  const onChangeDetails = isSubmitting ? undefined : desk.onChangeDetails
  return (
    <div className="work">
      <ConfirmLine details={recording.details} onChange={isRecording || isJob ? undefined : onChangeDetails} />
      <div className="work-field">
        <div className="work-middle">
          {desk.children}
          <MeetingNotice
            recording={recording}
            meeting={opened.meeting}
            leftMs={recorded.lengthMs}
            onSettle={desk.onSettle}
          />
          <RecorderNotices take={take} hasNoRoom={hasNoRoom} isUnplayable={player.isUnplayable} />
          <SendingNotice
            progress={progress}
            signInUrl={desk.signInUrl}
            isKept={!hasNoRoom}
            lostMs={opened.lostMs}
            onTryNow={submit.tryNow}
            onChangeDetails={onChangeDetails}
            onGoWithoutLost={opened.goWithoutLost}
          />
          <RecorderCard
            microphones={microphones}
            take={take}
            recorded={recorded}
            player={player}
            disabled={isSubmitting || isJob}
            onRecord={(after) => void take.record(opened, after)}
          >
            {template ? (
              <Headings
                key={template.id}
                template={template}
                news={news}
                onShowNew={showNew}
                isEnabled={!isSubmitting && !isJob}
                keeper={opened}
                listening={{
                  dictationId: recording.dictationId,
                  // A take without a piece has no number yet.
                  take: opened.upcoming ? undefined : lastTake?.take,
                  isOn: isRecording,
                  takeMs: (lastTake?.durationMs ?? 0) + take.sinceLastPiece.length * 100,
                }}
              />
            ) : null}
          </RecorderCard>
        </div>
      </div>
      <DeskActions
        isSubmitting={isSubmitting}
        mayNotSubmit={mayNotSubmit || (recorded.lengthMs === 0 && 'Nothing has been recorded yet.')}
        isOpening={take.phase === 'opening'}
        isBusy={take.phase === 'ending'}
        onWait={isSubmitting && isHeldBack(progress) ? submit.wait : undefined}
        onSubmit={() => void submit.submit()}
        onLater={() => void take.stop().then(desk.onLater)}
        onDiscard={() => void take.stop().then(desk.onDiscard)}
      >
        <RecorderState take={take} lengthMs={recorded.lengthMs} />
        <Saved
          progress={progress}
          chunks={recording.takes.reduce((sum, { chunks }) => sum + chunks, 0)}
          isRecording={isRecording}
          isSubmitting={isSubmitting}
        />
      </DeskActions>
    </div>
  )
}
