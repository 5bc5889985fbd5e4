import { useKeys } from '@dictara/browser/use-keys'
import { Button } from 'antd'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { KeyList } from './key-list.tsx'
import './keys-dialog.css'
import { isPressed, type PageKey } from './keys.ts'

interface KeysDialogProps {
  /** The keys of the page, including `help`. */
  keys: Record<string, PageKey> & { help: PageKey }
  onClose: () => void
  /** Content below the keys. */
  children?: ReactNode
}

/** Shows all keys above the page. Escape or its own key closes it, and the caret returns to where it was. */
export function KeysDialog({ keys, onClose, children }: KeysDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  // The browser returns the focus only if the dialog is closed, not if it is removed.
  const close = () => dialog.current?.close()
  useEffect(() => {
    dialog.current?.showModal()
    // Focus the dialog instead of its Close button, so that its text is read and can be scrolled by keys.
    dialog.current?.focus()
  }, [])
  useKeys((event) => (keys.help.chords.some((chord) => isPressed(chord, event)) ? close : undefined))
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- by keyboard it is Escape
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={title}
      className="keys-dialog"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className="keys-dialog-page">
        <div className="keys-dialog-head">
          <h2 id={title}>Keyboard shortcuts</h2>
          <Button type="text" aria-label="Close" icon={<X size={18} aria-hidden />} onClick={close} />
        </div>
        <div className="keys-dialog-groups">
          <KeyList keys={keys} />
        </div>
        {children}
      </div>
    </dialog>
  )
}
