import { type RefObject, useLayoutEffect } from 'react'

/** The next enabled button of a group after one that is disabled, else the one before, else undefined. */
export function enabledNear(group: Element, used: HTMLButtonElement): HTMLButtonElement | undefined {
  const buttons = [...group.querySelectorAll('button')]
  const at = buttons.indexOf(used)
  return [...buttons.slice(at), ...buttons.slice(0, at).toReversed()].find(({ disabled }) => !disabled)
}

/**
 * Keeps the focus in this group when the focused button becomes disabled: on the next enabled button, else on the one before, else on the
 * group itself (`tabIndex={-1}`).
 */
export function useFocusNear(group: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const used = document.activeElement
    if (!(used instanceof HTMLButtonElement && used.disabled && group.current?.contains(used))) return
    const near = enabledNear(group.current, used) ?? group.current
    near.focus()
  })
}
