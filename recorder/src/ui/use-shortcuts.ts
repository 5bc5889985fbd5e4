import { useEffect, useEffectEvent } from 'react'

/** Keys with Alt, so that none of them is typed into a field by chance: code of the key → what it does. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Listens while the page is shown; a shortcut without an action does nothing now. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const action = shortcuts[event.code]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** `KeyR` → "Alt+R", as it is shown and as `aria-keyshortcuts` wants it. */
export const shortcutName = (code: string) => `Alt+${code.replace(/^Key/, '')}`
