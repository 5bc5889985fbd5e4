import { useRef, useState } from 'react'
import { PhraseIcon } from '../ui/icons.tsx'
import { Shortcut, useKeyNames } from '../ui/shortcut.tsx'
import { useBareKeys } from '../ui/use-bare-keys.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { PhrasesPanel } from './phrases-panel.tsx'

/** The author's phrases, to be looked up: nothing that is recorded stops for it. */
export function Phrases({ templateId }: { templateId: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const keys = useKeyNames('KeyI', 'P')
  const toggle = () => (isOpen ? close() : setOpen(true))
  function close() {
    setOpen(false)
    button.current?.focus()
  }
  useShortcuts({ KeyI: toggle })
  useBareKeys({ KeyP: toggle })
  return (
    <>
      <button
        type="button"
        ref={button}
        className="button button-quiet"
        aria-expanded={isOpen}
        aria-keyshortcuts={keys}
        onClick={toggle}
      >
        <PhraseIcon />
        Phrases
        <Shortcut code="KeyI" bare="P" />
      </button>
      {isOpen ? <PhrasesPanel templateId={templateId} onClose={close} /> : null}
    </>
  )
}
