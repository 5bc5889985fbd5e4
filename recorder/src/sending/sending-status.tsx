import type { UploadProgress } from '@dictara/browser/upload'
import { Notice } from '../ui/notice.tsx'
import { useLasting } from '../ui/use-lasting.ts'
import { spokenLength } from '../ui/words.ts'

interface SendingNoticeProps {
  progress: UploadProgress
  signInUrl: string
  /** False while this computer has no room for the recording. */
  isKept: boolean
  /** The length of lost sound in milliseconds. */
  lostMs: number
  onTryNow(): void
  /** Absent while the details cannot be changed. */
  onChangeDetails: (() => void) | undefined
  onGoWithoutLost(): void
}

/** The reason why the recording is not sent, and what the person can do about it. */
export function SendingNotice({ progress, signInUrl, onTryNow, ...about }: SendingNoticeProps) {
  const { isKept, lostMs, onChangeDetails, onGoWithoutLost } = about
  const where = isKept ? 'on this computer' : 'in this page'
  const tryNow = (
    <button type="button" className="button" onClick={onTryNow}>
      Try now
    </button>
  )
  switch (progress.phase) {
    case 'waiting':
      return (
        <Notice tone="warning" title={progress.message} actions={tryNow}>
          Your recording is safe {where}. It will be sent automatically.
        </Notice>
      )
    case 'signed-out':
      return (
        <Notice
          tone="warning"
          title="Your session has ended."
          actions={
            <>
              <a className="button" href={signInUrl} target="_blank" rel="noopener">
                Sign in
              </a>
              {tryNow}
            </>
          }
        >
          You can keep recording. It is safe {where} and will be sent after you sign in again.
        </Notice>
      )
    case 'refused':
      if (progress.code === 'chunk-lost') return <Lost lostMs={lostMs} onGoWithoutLost={onGoWithoutLost} />
      return (
        <Notice
          tone="error"
          title={progress.message}
          actions={
            <>
              {onChangeDetails ? (
                <button type="button" className="button" onClick={onChangeDetails}>
                  Change details
                </button>
              ) : null}
              {tryNow}
            </>
          }
        >
          Nothing is lost. Your recording is safe {where}.
        </Notice>
      )
    default:
      return null
  }
}

function Lost({ lostMs, onGoWithoutLost }: Pick<SendingNoticeProps, 'lostMs' | 'onGoWithoutLost'>) {
  return (
    <Notice
      tone="error"
      title={`${lostMs < 1_000 ? 'Part' : `About ${spokenLength(lostMs)}`} of this recording is missing from this computer.`}
      actions={
        <button type="button" className="button" onClick={onGoWithoutLost}>
          Continue without it
        </button>
      }
    >
      The browser removed it before it was sent. Everything else is safe, and you can submit it.
    </Notice>
  )
}

interface SavedProps {
  progress: UploadProgress
  chunks: number
  /** The recording still grows, so its last moment is always on its way. */
  isRecording?: boolean
  /** The recording was submitted and is being sent. */
  isSubmitting: boolean
}

/** Whether the server has the recording, in a word. */
export function Saved({ progress, chunks, isRecording, isSubmitting }: SavedProps) {
  const { phase, sentChunks } = progress
  const isLate = useLasting(phase === 'sending')
  const keepsUp = isRecording && !isLate && phase === 'sending' && sentChunks > 0
  if (isSubmitting && (phase === 'up-to-date' || phase === 'job')) return <span className="saved">Submitting…</span>
  if (phase === 'up-to-date' || keepsUp) return <span className="saved">Saved</span>
  if (phase === 'paused' || (phase === 'sending' && chunks > 0)) {
    const percent = Math.floor((Math.min(sentChunks, chunks) / chunks) * 100)
    return (
      <span className="saved">
        {phase === 'paused' ? 'Upload paused' : 'Saving…'} {percent}%
        <progress max={100} value={percent} aria-label="Saved on the server" />
      </span>
    )
  }
  const isHeldBack = phase === 'waiting' || phase === 'signed-out' || phase === 'refused'
  return <span className="saved">{isHeldBack ? 'Not sent yet' : ''}</span>
}
