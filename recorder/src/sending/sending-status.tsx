import type { UploadProgress } from '@dictara/browser/upload'
import { Notice } from '../ui/notice.tsx'

interface SendingStatusProps {
  progress: UploadProgress
  chunks: number
  signInUrl: string
  onTryNow(): void
  onChangeDetails(): void
}

/** Where the recording is by now, and what stands in its way. */
export function SendingStatus({ progress, chunks, signInUrl, onTryNow, onChangeDetails }: SendingStatusProps) {
  const tryNow = (
    <button type="button" className="button" onClick={onTryNow}>
      Try now
    </button>
  )
  switch (progress.phase) {
    case 'waiting':
      return (
        <Notice tone="warning" title={progress.message} actions={tryNow}>
          Your recording is kept on this computer and is sent by itself as soon as possible.
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
          You can go on recording: it is kept on this computer and is sent after you have signed in again.
        </Notice>
      )
    case 'refused':
      return (
        <Notice
          tone="error"
          title={progress.message}
          actions={
            <>
              <button type="button" className="button" onClick={onChangeDetails}>
                Change details
              </button>
              {tryNow}
            </>
          }
        >
          Nothing is lost: your recording is kept on this computer.
        </Notice>
      )
    case 'paused':
      return <SendingLine sent={progress.sentChunks} chunks={chunks} words="Sending is paused." />
    case 'up-to-date':
      return <SendingLine sent={chunks} chunks={chunks} words="Everything so far is safely on the server." />
    default:
      return chunks ? <SendingLine sent={progress.sentChunks} chunks={chunks} words="Sending…" /> : null
  }
}

function SendingLine({ sent, chunks, words }: { sent: number; chunks: number; words: string }) {
  const percent = chunks ? Math.floor((Math.min(sent, chunks) / chunks) * 100) : 0
  return (
    <div className="sending">
      <progress max={100} value={percent} aria-label="Sent to the server" />
      <span>{`${words} ${percent} %`}</span>
    </div>
  )
}
