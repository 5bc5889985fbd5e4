import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { ConfirmLine } from '../details/confirm-line.tsx'
import { MeetingNotice } from '../sending/meeting-notice.tsx'
import { Saved, SendingNotice } from '../sending/sending-status.tsx'
import { useLeaveWarning } from '../sending/use-leave-warning.ts'
import { FileIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { fileSize } from '../ui/words.ts'
import { DeskActions } from './desk-actions.tsx'
import { FileChoice } from './file-choice.tsx'
import { type DeskProps, isHeldBack } from './recording-desk.tsx'
import { useSubmit } from './use-submit.ts'

interface FileDeskProps extends DeskProps {
  limitBytes: number
  /** The file was chosen again, because a part of it is in no browser and on no server. */
  onChooseAgain(file: File): void
}

const nothingToStop = async () => undefined

/** A recorded file: being sent, paused, played, submitted. */
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
  const mayNotSubmit = (isJob && 'It’s already a job.') || (desk.isChanging && 'Finish changing the details first.')
  const onChangeDetails = isSubmitting ? undefined : desk.onChangeDetails
  return (
    <div className="work">
      <ConfirmLine details={recording.details} onChange={isJob ? undefined : onChangeDetails} />
      <div className="work-middle">
        {desk.children}
        <MeetingNotice recording={recording} meeting={opened.meeting} leftMs={0} onSettle={desk.onSettle} />
        {isLost ? (
          <Notice tone="warning" title="The page was closed before this file was read completely.">
            <FileChoice limitBytes={limitBytes} label={`Choose ${recording.file?.name} again`} onChoose={chooseAgain} />
            {isOtherFile ? 'That’s a different file. Choose the one you started with.' : null}
          </Notice>
        ) : (
          <SendingNotice
            progress={progress}
            signInUrl={desk.signInUrl}
            isKept={isKept}
            lostMs={opened.lostMs}
            onTryNow={submit.tryNow}
            onChangeDetails={onChangeDetails}
            onGoWithoutLost={opened.goWithoutLost}
          />
        )}
        <section className="card file" aria-label="File">
          <p className="file-name">
            <FileIcon />
            <strong>{recording.file?.name}</strong>
            <span className="option-facts">{fileSize(recording.file?.sizeBytes ?? 0)}</span>
          </p>
          <Listen soundOf={() => opened.soundOf(0)} />
          {progress.phase === 'sending' || isPaused ? (
            <button type="button" className="button" onClick={isPaused ? opened.resumeSending : opened.pauseSending}>
              {isPaused ? 'Resume upload' : 'Pause upload'}
            </button>
          ) : null}
          {isKept || isSent ? null : <p className="hint">Keep this page open until the file has been read.</p>}
        </section>
      </div>
      <DeskActions
        isSubmitting={isSubmitting}
        mayNotSubmit={mayNotSubmit || (isPaused && 'The upload is paused.')}
        onWait={isSubmitting && isHeldBack(progress) ? submit.wait : undefined}
        onSubmit={() => void submit.submit()}
        onLater={desk.onLater}
        onDiscard={desk.onDiscard}
      >
        <Saved progress={progress} chunks={recording.takes[0]?.chunks ?? 0} isSubmitting={isSubmitting} />
      </DeskActions>
    </div>
  )
}

/** Plays a file if this browser supports its format. */
function Listen({ soundOf }: { soundOf: () => Promise<Blob> }) {
  const [address, setAddress] = useState<string>()
  const [isUnplayable, setUnplayable] = useState(false)
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  if (isUnplayable) return <p className="hint">This browser can’t play this format, but you can still submit it.</p>
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
