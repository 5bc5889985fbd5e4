import { useKeys } from '@dictara/browser/use-keys'

/** Actions by key code. All need Alt, so that typing in a field cannot trigger them by accident. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Listens while the page is shown; a shortcut without an action does nothing now. */
export const useShortcuts = (shortcuts: Shortcuts): void =>
  useKeys(({ altKey, ctrlKey, metaKey, shiftKey, code }) =>
    altKey && !ctrlKey && !metaKey && !shiftKey ? shortcuts[code] : undefined,
  )

/** `KeyR` → "Alt+R", as shown and as `aria-keyshortcuts` requires. */
export const shortcutName = (code: string) => `Alt+${code.replace(/^Key/, '')}`
