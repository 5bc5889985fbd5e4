import { useState, type ReactNode } from 'react'
import { LaterIcon, SendIcon, TrashIcon } from '../ui/icons.tsx'
import { shortcutName, useShortcuts } from '../ui/use-shortcuts.ts'
import { Shortcut } from '../ui/shortcut.tsx'

interface DeskActionsProps {
  isSubmitting: boolean
  /** Why it cannot be submitted: shown on the attempt. */
  mayNotSubmit: string | false
  /** An unanswered microphone prompt must not keep the person here. */
  isOpening?: boolean
  isBusy?: boolean
  /** Present while it waits to be submitted and may still be held back. */
  onWait?: (() => void) | undefined
  onSubmit(): void
  onLater(): void
  onDiscard(): void
  /** The state of the recording. */
  children: ReactNode
}

/** The bar at the bottom: the state of the recording, and its actions. */
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
          // A person who pressed it by keyboard keeps the focus on it while it works.
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
