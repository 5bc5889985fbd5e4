import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { ConfirmLine } from '../details/confirm-line.tsx'
import { MeetingNotice } from '../sending/meeting-notice.tsx'
import { SendingStatus } from '../sending/sending-status.tsx'
import { useLeaveWarning } from '../sending/use-leave-warning.ts'
import { FileIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { fileSize } from '../ui/words.ts'
import { DeskActions } from './desk-actions.tsx'
import { FileChoice } from './file-choice.tsx'
import { type DeskProps, isHeldUp } from './recording-desk.tsx'
import { useSubmit } from './use-submit.ts'

interface FileDeskProps extends DeskProps {
  limitBytes: number
  /** The file was chosen again, because a part of it is in no browser and on no server. */
  onChooseAgain(file: File): void
}

const nothingToStop = async () => undefined

/** A recorded file: on its way, paused, listened to, submitted. */
export function FileDesk({ limitBytes, onChooseAgain, ...desk }: FileDeskProps) {
  const { opened } = desk
  const recording = useSyncExternalStore(opened.subscribe, () => opened.recording)
  const progress = useSyncExternalStore(opened.subscribe, () => opened.progress)
  const isKept = useSyncExternalStore(opened.subscribe, () => opened.isKept)
  const submit = useSubmit(opened, nothingToStop, desk.onSubmitted)
  const isSent = progress.phase === 'up-to-date'
  useLeaveWarning(!isKept && !isSent)
  const doAtOnce = useEffectEvent(() => desk.atOnce === 'submit' && void submit.submit())
  useEffect(() => void doAtOnce(), [])

  const [isOtherFile, setOtherFile] = useState(false)
  const chooseAgain = (file: File) => {
    const isSame = file.name === recording.file?.name && file.size === recording.file.sizeBytes
    setOtherFile(!isSame)
    if (isSame) onChooseAgain(file)
  }

  const isLost = progress.phase === 'refused' && progress.code === 'chunk-lost'
  const isPaused = progress.phase === 'paused'
  const { isSubmitting } = submit
  const isJob = opened.meeting?.kind === 'other-patient'
  const tellSubmitting = useEffectEvent(desk.onSubmitting)
  useEffect(() => void tellSubmitting(isSubmitting), [isSubmitting])
  const mayNotSubmit = (isJob && 'It is a job already.') || (desk.isChanging && 'Its details are being changed.')
  return (
    <>
      <ConfirmLine details={recording.details} onChange={isSubmitting || isJob ? undefined : desk.onChangeDetails} />
      <MeetingNotice recording={recording} meeting={opened.meeting} leftMs={0} onSettle={desk.onSettle} />
      <section className="card" aria-label="File">
        <p className="file-name">
          <FileIcon />
          <strong>{recording.file?.name}</strong>
          <span className="option-facts">{fileSize(recording.file?.sizeBytes ?? 0)}</span>
        </p>
        <Listen soundOf={() => opened.soundOf(0)} />
        {isKept || isSent ? null : <p className="hint">Please keep this page open until the file is read.</p>}
      </section>
      {isLost ? (
        <Notice tone="warning" title="The page was closed before this file was read to its end.">
          <FileChoice limitBytes={limitBytes} label={`Choose ${recording.file?.name} again`} onChoose={chooseAgain} />
          {isOtherFile ? 'This is another file. Please choose the one that you began with.' : null}
        </Notice>
      ) : (
        <SendingStatus
          progress={progress}
          chunks={recording.takes[0]?.chunks ?? 0}
          signInUrl={desk.signInUrl}
          isKept={isKept}
          isSubmitting={isSubmitting}
          lostMs={opened.lostMs}
          onTryNow={submit.tryNow}
          onChangeDetails={isSubmitting ? undefined : desk.onChangeDetails}
          onGoWithoutLost={opened.goWithoutLost}
        />
      )}
      {progress.phase === 'sending' || isPaused ? (
        <button type="button" className="button" onClick={isPaused ? opened.resumeSending : opened.pauseSending}>
          {isPaused ? 'Go on sending' : 'Pause sending'}
        </button>
      ) : null}
      <DeskActions
        isSubmitting={isSubmitting}
        mayNotSubmit={mayNotSubmit || (isPaused && 'Sending is paused.')}
        onWait={isSubmitting && isHeldUp(progress) ? submit.wait : undefined}
        onSubmit={() => void submit.submit()}
        onLater={desk.onLater}
        onDiscard={desk.onDiscard}
      />
    </>
  )
}

/** Plays a file where this browser knows its format. */
function Listen({ soundOf }: { soundOf: () => Promise<Blob> }) {
  const [address, setAddress] = useState<string>()
  const [isUnplayable, setUnplayable] = useState(false)
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  if (isUnplayable)
    return <p className="hint">This browser cannot play this format. It can be submitted all the same.</p>
  if (address)
    // oxlint-disable-next-line media-has-caption -- a dictation has no captions: it is going to be written down
    return <audio className="file-player" controls autoPlay src={address} onError={() => setUnplayable(true)} />
  const load = () =>
    soundOf().then(
      (sound) => setAddress(URL.createObjectURL(sound)),
      () => setUnplayable(true),
    )
  return (
    <button type="button" className="button" onClick={() => void load()}>
      Listen
    </button>
  )
}
