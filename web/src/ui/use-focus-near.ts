import { type RefObject, useLayoutEffect } from 'react'

/**
 * The focus stays in this group when its button at hand comes to rest: at the next that can be pressed, else the one before, else
 * the group itself (`tabIndex={-1}`).
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
