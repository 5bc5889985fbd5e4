import { useAreBareKeysOn } from './use-bare-keys.ts'
import { shortcutName } from './use-shortcuts.ts'

/** Shows a button's keys on it; screen readers get them through `aria-keyshortcuts`. `bare`: a key that works without Alt. */
export function Shortcut({ code, bare }: { code: string; bare?: string }) {
  const areBareKeysOn = useAreBareKeysOn()
  return <kbd aria-hidden="true">{bare && areBareKeysOn ? bare : shortcutName(code)}</kbd>
}

/** The keys in the form for `aria-keyshortcuts`. */
export const useKeyNames = (code: string, bare: string) =>
  useAreBareKeysOn() ? `${shortcutName(code)} ${bare}` : shortcutName(code)
