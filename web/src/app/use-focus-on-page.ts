import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

const oftenMs = 50
/** A question that is closing holds the focus for a moment and lets nothing else take it. */
const mostTries = 20

/** Moves the focus to the new page after navigation if the pressed element, and the focus with it, is gone. */
export function useFocusOnPage(pathname: string): void {
  // Signing in also counts as going to a page. A page that the browser loads begins at its top instead.
  const isLoaded = useNavigationType() === 'POP'
  const shown = useRef(isLoaded ? pathname : null)
  useEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    function look() {
      if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
      if (tries++ < mostTries) timer = setTimeout(look, oftenMs)
    }
    // Wait until the page is drawn: an element that takes the focus itself comes first.
    timer = setTimeout(look)
    return () => clearTimeout(timer)
  }, [pathname])
}
