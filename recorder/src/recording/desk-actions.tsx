import { useState } from 'react'
import { SendIcon, TrashIcon } from '../ui/icons.tsx'
import { shortcutName, useShortcuts } from '../ui/use-shortcuts.ts'
import { Shortcut } from '../ui/shortcut.tsx'

interface DeskActionsProps {
  isSubmitting: boolean
  /** Why it cannot be submitted: said when it is asked for. */
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
  const [asked, setAsked] = useState<string>()
  const isUnderWay = isSubmitting || isOpening || isBusy
  const submit = () => (mayNotSubmit ? setAsked(mayNotSubmit) : onSubmit())
  useShortcuts({ KeyS: isUnderWay ? undefined : submit })
  return (
    <div className="desk-actions">
      <button
        type="button"
        className="button button-primary"
        disabled={isUnderWay}
        aria-disabled={mayNotSubmit ? true : undefined}
        title={mayNotSubmit || undefined}
        aria-keyshortcuts={shortcutName('KeyS')}
        onClick={submit}
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
      <output className="hint hint-error desk-missing">{mayNotSubmit && asked === mayNotSubmit ? asked : ''}</output>
    </div>
  )
}
