import { SendIcon, TrashIcon } from '../ui/icons.tsx'
import { shortcutName, useShortcuts } from '../ui/use-shortcuts.ts'
import { Shortcut } from './shortcut.tsx'

interface DeskActionsProps {
  isSubmitting: boolean
  /** Why it cannot be submitted. */
  mayNotSubmit: string | false
  /** A microphone that is never allowed keeps nobody here. */
  isOpening?: boolean
  isBusy?: boolean
  /** Given while it waits to be submitted and may still be held back. */
  onWait?: (() => void) | undefined
  onSubmit(): void
  onLater(): void
  onDiscard(): void
}

/** What becomes of the recording on the desk. */
export function DeskActions({
  isSubmitting,
  mayNotSubmit,
  isOpening,
  isBusy,
  onWait,
  onSubmit,
  onLater,
  onDiscard,
}: DeskActionsProps) {
  const maySubmit = !mayNotSubmit && !isSubmitting && !isOpening && !isBusy
  useShortcuts({ KeyS: maySubmit ? onSubmit : undefined })
  return (
    <div className="desk-actions">
      <button
        type="button"
        className="button button-primary"
        disabled={!maySubmit}
        title={mayNotSubmit || undefined}
        aria-keyshortcuts={shortcutName('KeyS')}
        onClick={onSubmit}
      >
        <SendIcon />
        {isSubmitting ? 'Submitting…' : 'Submit'}
        <Shortcut code="KeyS" />
      </button>
      {onWait ? (
        <button type="button" className="button" onClick={onWait}>
          Do not submit yet
        </button>
      ) : null}
      <button type="button" className="button" disabled={isBusy} onClick={onLater}>
        Keep for later
      </button>
      <button
        type="button"
        className="button button-quiet button-danger"
        disabled={isSubmitting || isBusy}
        onClick={onDiscard}
      >
        <TrashIcon />
        Discard
      </button>
    </div>
  )
}
