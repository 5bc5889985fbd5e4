import { useState, type ReactNode } from 'react'
import { LaterIcon, SendIcon, TrashIcon } from '../ui/icons.tsx'
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
  /** How the recording is doing. */
  children: ReactNode
}

/** The bar at the bottom: how the recording is doing, and what becomes of it. */
export function DeskActions({
  isSubmitting,
  mayNotSubmit,
  isOpening,
  isBusy,
  onWait,
  onSubmit,
  onLater,
  onDiscard,
  children,
}: DeskActionsProps) {
  const [asked, setAsked] = useState<string>()
  const isUnderWay = isSubmitting || isOpening || isBusy
  const submit = () => (mayNotSubmit ? setAsked(mayNotSubmit) : onSubmit())
  useShortcuts({ KeyS: isUnderWay ? undefined : submit })
  const refused = mayNotSubmit && asked === mayNotSubmit ? asked : ''
  return (
    <section className="dock" aria-label="This recording">
      <div className="dock-state">{children}</div>
      <output className="hint-error dock-refused">{refused}</output>
      <div className="dock-actions">
        {onWait ? (
          <button type="button" className="button" onClick={onWait}>
            Don’t submit yet
          </button>
        ) : null}
        <button type="button" className="button button-quiet" disabled={isBusy} onClick={onLater}>
          <LaterIcon />
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
        <button
          type="button"
          className="button button-primary dock-submit"
          // Whoever pressed it by keyboard stays on it while it works.
          disabled={isUnderWay && !isSubmitting}
          aria-disabled={isSubmitting || mayNotSubmit ? true : undefined}
          title={mayNotSubmit || undefined}
          aria-keyshortcuts={shortcutName('KeyS')}
          onClick={isUnderWay ? undefined : submit}
        >
          <SendIcon />
          {isSubmitting ? 'Submitting…' : 'Submit'}
          <Shortcut code="KeyS" />
        </button>
      </div>
    </section>
  )
}
