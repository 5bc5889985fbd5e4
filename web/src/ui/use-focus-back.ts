import { type RefObject, useEffect, useState } from 'react'

const oftenMs = 50
const mostTries = 20

/** Gives the focus to what is found, unless it has gone elsewhere by itself; a question on its way out holds it for a moment. */
export function focusOnceFree(find: () => Element | null | undefined, tries = mostTries): void {
  const now = document.activeElement
  if (now && now !== document.body) {
    if (now.closest('[role=dialog]') && tries > 0) setTimeout(() => focusOnceFree(find, tries - 1), oftenMs)
    return
  }
  const found = find()
  if (found instanceof HTMLElement && found.isConnected) found.focus()
}

/**
 * Gives the focus back to where it was before this was shown, unless it has gone elsewhere by itself.
 *
 * @param to where it goes instead: what was pressed is drawn anew where this was
 */
export function useFocusBack(to?: RefObject<HTMLElement | null>) {
  const [before] = useState(() => document.activeElement)
  useEffect(() => () => void setTimeout(() => focusOnceFree(() => (to ? to.current : before))), [before, to])
}
