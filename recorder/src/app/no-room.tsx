import { Notice } from '../ui/notice.tsx'

/** This computer has no room for the recording: it cannot be put away, and not be brought back once it is discarded. */
export function NoRoom({ to, onDiscard }: { to: 'keep' | 'discard'; onDiscard(): void }) {
  if (to === 'keep')
    return (
      <Notice tone="warning" title="It cannot be kept for later: this computer has no room left.">
        Please submit it, or keep this page open.
      </Notice>
    )
  return (
    <Notice
      tone="warning"
      title="It could not be brought back: this computer has no room left."
      actions={
        <button type="button" className="button button-danger" onClick={onDiscard}>
          Discard for good
        </button>
      }
    />
  )
}
