import { type RefObject, useEffect, useState } from 'react'
import { enabledNear } from './use-focus-near.ts'

const oftenMs = 50
const mostTries = 20

/**
 * Focuses the found element, or the nearest enabled button if it is a disabled one, unless the focus has already moved elsewhere. A closing
 * question holds the focus for a moment.
 */
export function focusOnceFree(find: () => Element | null | undefined, tries = mostTries): void {
  const now = document.activeElement
  if (now && now !== document.body) {
    if (now.closest('[role=dialog]') && tries > 0) setTimeout(() => focusOnceFree(find, tries - 1), oftenMs)
    return
  }
  let found = find()
  if (found instanceof HTMLButtonElement && found.disabled && found.parentElement)
    found = enabledNear(found.parentElement, found)
  if (found instanceof HTMLElement && found.isConnected) found.focus()
}

/**
 * Returns the focus to where it was before this was shown, unless it has already moved elsewhere.
 * @param to where the focus goes instead, if the pressed element was drawn again meanwhile
 */
export function useFocusBack(to?: RefObject<HTMLElement | null>) {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => void setTimeout(() => focusOnceFree(() => (to ? to.current : before))), [before, to])
}
