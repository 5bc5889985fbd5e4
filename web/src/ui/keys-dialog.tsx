import { useKeys } from '@dictara/browser/use-keys'
import { Button } from 'antd'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { KeyList } from './key-list.tsx'
import './keys-dialog.css'
import { isPressed, type PageKey } from './keys.ts'

interface KeysDialogProps {
  /** Those of the page, `help` among them. */
  keys: Record<string, PageKey> & { help: PageKey }
  onClose: () => void
  /** What stands below them. */
  children?: ReactNode
}

/** All keys at one look, above the page. It closes by Escape or its own key, and the caret is where it was. */
export function KeysDialog({ keys, onClose, children }: KeysDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  // The browser gives the focus back of a dialog that is closed, not of one that is taken away.
  const close = () => dialog.current?.close()
  useEffect(() => {
    dialog.current?.showModal()
    // Not its Close: what stands in it is read, and scrolled by keys.
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
