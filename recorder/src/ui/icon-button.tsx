import type { ReactNode, Ref } from 'react'
import { useAreBareKeysOn } from './use-bare-keys.ts'
import { shortcutName } from './use-shortcuts.ts'

interface IconButtonProps {
  label: string
  icon: ReactNode
  /** The key that triggers the button together with Alt; `bare`: a key that triggers it alone. */
  code?: string
  bare?: string
  /** The tooltip, where the label does not say enough. */
  hint?: string
  isExpanded?: boolean
  disabled?: boolean
  button?: Ref<HTMLButtonElement>
  onPress(): void
}

/** A small icon button whose tooltip shows its label and key. It keeps the focus when disabled. */
export function IconButton({ label, icon, code, bare, hint, isExpanded, disabled, button, onPress }: IconButtonProps) {
  const areBareKeysOn = useAreBareKeysOn()
  const names = [code && shortcutName(code), areBareKeysOn && bare].filter((name) => typeof name === 'string')
  return (
    <button
      type="button"
      ref={button}
      className="button button-quiet button-tool"
      aria-label={label}
      aria-expanded={isExpanded}
      aria-keyshortcuts={names.join(' ') || undefined}
      title={names.length ? `${hint ?? label} (${names.at(-1)})` : (hint ?? label)}
      aria-disabled={disabled || undefined}
      onClick={() => disabled || onPress()}
    >
      {icon}
    </button>
  )
}
