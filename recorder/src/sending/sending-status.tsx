import type { UploadProgress } from '@dictara/browser/upload'
import { Notice } from '../ui/notice.tsx'
import { spokenLength } from '../ui/words.ts'

interface SendingStatusProps {
  progress: UploadProgress
  chunks: number
  signInUrl: string
  /** False while there is no room for it on this computer. */
  isKept: boolean
  /** True while it was submitted and is on its way. */
  isSubmitting: boolean
  /** How much is nowhere any more, in milliseconds. */
  lostMs: number
  onTryNow(): void
  /** Absent while the details may not be changed. */
  onChangeDetails: (() => void) | undefined
  onGoWithoutLost(): void
}

/** Where the recording is by now, and what stands in its way. */
export function SendingStatus({ progress, chunks, signInUrl, onTryNow, ...about }: SendingStatusProps) {
  const { isKept, isSubmitting, lostMs, onChangeDetails, onGoWithoutLost } = about
  const where = isKept ? 'kept on this computer' : 'kept in this page'
  const tryNow = (
    <button type="button" className="button" onClick={onTryNow}>
      Try now
    </button>
  )
  switch (progress.phase) {
    case 'waiting':
      return (
        <Notice tone="warning" title={progress.message} actions={tryNow}>
          Your recording is {where} and is sent by itself as soon as possible.
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
          You can go on recording: it is {where} and is sent after you have signed in again.
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
          Nothing is lost: your recording is {where}.
        </Notice>
      )
    case 'paused':
      return <SendingLine sent={progress.sentChunks} chunks={chunks} words="Sending is paused." />
    case 'job':
      // Until the page of what was sent is there, what lies below stays where it is.
      return isSubmitting ? <SendingLine sent={chunks} chunks={chunks} words="Submitting…" /> : null
    case 'up-to-date':
      if (isSubmitting) return <SendingLine sent={chunks} chunks={chunks} words="Submitting…" />
      return <SendingLine sent={chunks} chunks={chunks} words="Everything so far is safely on the server." />
    default:
      // its place is kept, so that nothing below it moves when the first words are on their way
      return (
        <SendingLine sent={progress.sentChunks} chunks={chunks} words={chunks ? 'Sending…' : 'Nothing to send yet.'} />
      )
  }
}

function Lost({ lostMs, onGoWithoutLost }: Pick<SendingStatusProps, 'lostMs' | 'onGoWithoutLost'>) {
  return (
    <Notice
      tone="error"
      title={`This computer no longer has ${lostMs < 1_000 ? 'a part' : spokenLength(lostMs)} of this recording.`}
      actions={
        <button type="button" className="button" onClick={onGoWithoutLost}>
          Go on without it
        </button>
      }
    >
      The browser has removed it before it was sent. Everything else is here or on the server, and can be submitted
      without it.
    </Notice>
  )
}

function SendingLine({ sent, chunks, words }: { sent: number; chunks: number; words: string }) {
  const percent = chunks ? Math.floor((Math.min(sent, chunks) / chunks) * 100) : 0
  return (
    <div className="sending">
      <progress max={100} value={percent} aria-label="Sent to the server" />
      <span>{chunks ? `${words} ${percent} %` : words}</span>
    </div>
  )
}
