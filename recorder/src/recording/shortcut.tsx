import { shortcutName } from '../ui/use-shortcuts.ts'

/** The keys of a button, shown on it; a screen reader hears them through `aria-keyshortcuts`. */
export function Shortcut({ code }: { code: string }) {
  return <kbd aria-hidden="true">{shortcutName(code)}</kbd>
}
