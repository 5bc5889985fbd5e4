import { useKeys } from '@dictara/browser/use-keys'

/** Keys with Alt, so that none of them is typed into a field by chance: code of the key → what it does. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Listens while the page is shown; a shortcut without an action does nothing now. */
export const useShortcuts = (shortcuts: Shortcuts): void =>
  useKeys(({ altKey, ctrlKey, metaKey, shiftKey, code }) =>
    altKey && !ctrlKey && !metaKey && !shiftKey ? shortcuts[code] : undefined,
  )

/** `KeyR` → "Alt+R", as it is shown and as `aria-keyshortcuts` wants it. */
export const shortcutName = (code: string) => `Alt+${code.replace(/^Key/, '')}`
