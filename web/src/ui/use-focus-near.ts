import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the focus in this group when the focused button becomes disabled: on the next enabled button, else on the one before, else on the
 * group itself (`tabIndex={-1}`).
 */
export function useFocusNear(group: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const used = document.activeElement
    if (!(used instanceof HTMLButtonElement && used.disabled && group.current?.contains(used))) return
    const buttons = [...group.current.querySelectorAll('button')]
    const at = buttons.indexOf(used)
    const near = [...buttons.slice(at), ...buttons.slice(0, at).toReversed()].find(({ disabled }) => !disabled)
    ;(near ?? group.current).focus()
  })
}
