import { useEffect, useRef } from 'react'

/** Keys with Alt, so that none of them is typed into a field by chance: code of the key → what it does. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Listens while the page is shown; a shortcut without an action does nothing now. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const action = latest.current[event.code]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** `KeyR` → "Alt+R", as it is shown and as `aria-keyshortcuts` wants it. */
export const shortcutName = (code: string) => `Alt+${code.replace(/^Key/, '')}`
