import { Notice } from '../ui/notice.tsx'

/**
 * Shown if this computer has no space for the recording: it cannot be put away, and not be restored once it is
 * discarded.
 */
export function NoRoom({ to, onDiscard }: { to: 'keep' | 'discard'; onDiscard(): void }) {
  if (to === 'keep')
    return (
      <Notice tone="warning" title="This computer is out of space, so the recording can’t be kept for later.">
        Submit it now, or keep this page open.
      </Notice>
    )
  return (
    <Notice
      tone="warning"
      title="This computer is out of space, so a discarded recording couldn’t be restored."
      actions={
        <button type="button" className="button button-danger" onClick={onDiscard}>
          Discard permanently
        </button>
      }
    />
  )
}
