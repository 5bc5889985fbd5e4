import { useAreBareKeysOn } from './use-bare-keys.ts'
import { shortcutName } from './use-shortcuts.ts'

/** The keys of a button, shown on it; a screen reader hears them through `aria-keyshortcuts`. `bare`: where it has one that does it alone. */
export function Shortcut({ code, bare }: { code: string; bare?: string }) {
  const areBareKeysOn = useAreBareKeysOn()
  return <kbd aria-hidden="true">{bare && areBareKeysOn ? bare : shortcutName(code)}</kbd>
}

/** The same for `aria-keyshortcuts`. */
export const useKeyNames = (code: string, bare: string) =>
  useAreBareKeysOn() ? `${shortcutName(code)} ${bare}` : shortcutName(code)
