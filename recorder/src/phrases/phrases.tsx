import { useRef, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { PhraseIcon } from '../ui/icons.tsx'
import { useBareKeys } from '../ui/use-bare-keys.ts'
import { useShortcuts } from '../ui/use-shortcuts.ts'
import { PhrasesPanel } from './phrases-panel.tsx'

/** The author's phrases to look up; recording continues meanwhile. */
export function Phrases({ templateId }: { templateId: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const cameFrom = useRef<Element>(null)
  function open() {
    cameFrom.current = document.activeElement
    setOpen(true)
  }
  function close() {
    setOpen(false)
    // Space has its earlier effect again; focus that has moved elsewhere stays there.
    if (document.activeElement?.closest('.phrases')) comeBack(cameFrom.current, button.current)
  }
  const toggle = () => (isOpen ? close() : open())
  useShortcuts({ KeyI: toggle })
  useBareKeys({ KeyP: toggle })
  return (
    <>
      <IconButton
        label="Phrases"
        icon={<PhraseIcon />}
        code="KeyI"
        bare="P"
        button={button}
        isExpanded={isOpen}
        onPress={toggle}
      />
      {isOpen ? <PhrasesPanel templateId={templateId} onClose={close} /> : null}
    </>
  )
}

/** Returns the focus to where it was, or to the button if that element is gone. If the page itself had it, nothing is focused. */
function comeBack(place: Element | null, button: HTMLElement | null): void {
  if (place === document.body) return
  const wanted = place instanceof HTMLElement && place.isConnected ? place : button
  wanted?.focus()
}
