import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

const oftenMs = 50
/** A question that is on its way out holds the focus for a moment, and leaves it to nobody. */
const mostTries = 20

/** Who goes to another page goes on there by keyboard: where the focus went with what was pressed, the page has it. */
export function useFocusOnPage(pathname: string): void {
  // Who has just signed in goes to a page too; one that the browser loads begins at its top.
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
    // Not within the drawing of the page: what takes the focus itself comes first.
    timer = setTimeout(look)
    return () => clearTimeout(timer)
  }, [pathname])
}
